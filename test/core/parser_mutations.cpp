// The parser meets text that nobody would write: printed programs with pieces cut out, doubled,
// exchanged and overwritten.
#include <tenon/core/compare.hpp>
#include <tenon/core/parser.hpp>
#include <tenon/core/printer.hpp>
#include <tenon/core/verify.hpp>

#include "core/sample_text.hpp"
#include "core/toy.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace core = tenon::core;

namespace {

class dice {
public:
    explicit dice(std::uint64_t seed) : state_(seed) {}
    std::size_t operator()(std::size_t sides) {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<std::size_t>(state_ >> 33) % sides;
    }

private:
    std::uint64_t state_;
};

constexpr std::string_view pieces[] = {"%",
                                       "(",
                                       ")",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "=",
                                       "==",
                                       "->",
                                       "...",
                                       "@",
                                       "do",
                                       "func",
                                       "dataflow",
                                       "yield",
                                       "where",
                                       "f32",
                                       "i64[]",
                                       "none",
                                       "unset",
                                       "nan(",
                                       "hex",
                                       "\"",
                                       "'",
                                       "\\",
                                       "//",
                                       "0x",
                                       "1e999",
                                       "-",
                                       "floordiv(",
                                       "%x",
                                       "9223372036854775807",
                                       "99999999999999999999",
                                       "*",
                                       "sequence<",
                                       "{0,1}",
                                       "halo(",
                                       "\n",
                                       "\t",
                                       "\xff",
                                       "_",
                                       "0",
                                       "d7",
                                       "string[1]",
                                       "u64[1](",
                                       "broadcast("};

std::string mutated(std::string text, dice& roll) {
    for (std::size_t changes = 1 + roll(4); changes != 0; --changes) {
        std::size_t const at = roll(text.size() + 1), length = roll(roll(4) == 0 ? 60 : 6);
        switch (roll(4)) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(at, text.substr(roll(text.size() + 1), length)); break;
        case 2: text.insert(at, pieces[roll(sizeof pieces / sizeof *pieces)]); break;
        default:
            if (at < text.size()) text[at] = static_cast<char>(roll(256));
        }
    }
    return text;
}

/// Problems have a line and a column inside the text.
bool says_where(core::diagnostics const& found, std::string const& text) {
    for (auto const& p : found.problems()) {
        std::string const where(p.where.view());
        int line = 0, column = 0;
        if (std::sscanf(where.c_str(), "line %d, column %d", &line, &column) != 2) return false;
        if (line < 1 || column < 1 || line > 2 + static_cast<int>(text.size())) return false;
        if (!(p.code == "I1") || p.what.empty()) return false;
    }
    return !found.empty();
}

} // namespace

TEST_CASE("broken text is refused with a place, and what is accepted is a good program") {
    std::string const original(toy::sample);
    int accepted = 0;
    for (std::uint64_t seed = 0; seed != 6000; ++seed) {
        dice roll(seed);
        std::string const text = mutated(original, roll);
        CAPTURE(seed);
        core::program p;
        core::diagnostics found;
        if (!core::parse(text, toy::dialect::table, p, found)) {
            if (!says_where(found, text)) FAIL_CHECK(text << "\n" << found.to_text().data());
            continue;
        }
        ++accepted;
        core::text const printed = core::print(p);
        core::program q;
        core::diagnostics none;
        if (!core::parse(printed, toy::dialect::table, q, none) || !core::same(p, q) ||
            !(core::print(q) == printed) || !core::verify(p, none))
            FAIL_CHECK(std::string(none.to_text().view()) << std::string(printed.view()));
    }
    CHECK(accepted > 100); // else the second half of this test says nothing
}

TEST_CASE("every prefix of a program is refused") {
    std::string_view const all = toy::sample;
    for (std::size_t size = 0; size != all.size() - 3; ++size) {
        core::program p;
        core::diagnostics found;
        bool const good = core::parse(all.substr(0, size), toy::dialect::table, p, found);
        if (good && all.substr(size, 6).find("func") == all.npos &&
            all.substr(size, 8).find("kernel") == all.npos)
            FAIL_CHECK(size);
    }
}

TEST_CASE("nesting is bounded") {
    std::string dims = "func f(%x: f32[", types = "func f(%x: ", regions = "func f() {";
    for (int i = 0; i != 100000; ++i) {
        dims += "(";
        types += "sequence<";
        regions += "loop.for {to = []} do {";
    }
    for (auto const& text : {dims, types, regions}) {
        core::program p;
        core::diagnostics found;
        CHECK_FALSE(core::parse(text, toy::dialect::table, p, found));
        CHECK(std::string(found.problems()[0].what.view()).find("nesting") != std::string::npos);
    }
}

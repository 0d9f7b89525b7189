// What formulas know of indices: quotients, remainders and bounds inside loops.
#include <tenon/graph/expression.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace tenon;
using core::dim;

namespace {

/// Loops over n, 257 and a length that is left over from a strided window.
struct loops {
    graph::expressions pool;
    dim const length = floordiv(dim::symbol("t") + dim(128), dim(160)) - dim(3);
    dim const batch = variable(dim::symbol("n")), channel = variable(257), at = variable(length);

    dim variable(dim const& extent) {
        return graph::expressions::symbol_of_variable(pool.add_variable(extent));
    }
};

std::string words(dim const& d) { return std::string(core::to_string(d).view()); }

} // namespace

TEST_CASE("an index into rows of a length that is a sum comes apart again") {
    loops l;
    auto const row = l.batch * dim(257) + l.channel;
    auto const index = row * l.length + l.at;
    CHECK((l.pool.quotient(index, l.length) == row));
    CHECK((l.pool.remainder(index, l.length) == l.at));
    CHECK((l.pool.quotient(index, dim(257) * l.length) == l.batch));
    CHECK((l.pool.quotient(l.at, l.length) == dim(0)));
}

TEST_CASE("quotients are what division gives") {
    loops l;
    std::mt19937 random(1);
    auto const draw = [&](std::int64_t below) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
    };
    dim const sizes[]{l.length, dim(257) * l.length, dim(2) * l.length + dim(1),
                      l.length + dim::symbol("n"), dim(3) * dim::symbol("n") * l.length};
    for (int round = 0; round != 300; ++round) {
        auto const index = dim(draw(4)) * l.batch * l.length + dim(draw(3)) * l.channel * l.length +
                           dim(draw(3)) * l.at + dim(draw(3)) * l.channel + dim(draw(5));
        auto const& by = sizes[round % 5];
        auto const quotient = l.pool.quotient(index, by), rest = l.pool.remainder(index, by);
        std::int64_t const t = 512 + draw(3000), n = 1 + draw(4), length = (t + 128) / 160 - 3;
        std::int64_t const values[]{draw(n), draw(257), draw(length)};
        auto const value = [&](dim const& d) {
            return d.evaluate([&](std::string_view name) {
                return name == "t" ? t : name == "n" ? n : values[name[1] - '0'];
            });
        };
        CHECK_MESSAGE(value(quotient) == value(index) / value(by), words(index), words(by));
        CHECK_MESSAGE(value(rest) == value(index) % value(by), words(index), words(by));
    }
}

TEST_CASE("a window over what a division leaves reaches one element beyond it, not two") {
    graph::expressions pool;
    auto const s = dim::symbol("s");
    auto const out = floordiv(s, dim(256)), in = floordiv(s, dim(128)) - dim(1);
    auto const at = graph::expressions::symbol_of_variable(pool.add_variable(out));
    auto const tap = graph::expressions::symbol_of_variable(pool.add_variable(3));
    auto const beyond = dim(2) * at + tap - dim(1) - (in - dim(1));
    CHECK(pool.not_negative(dim(1) - beyond));
    CHECK(!pool.not_negative(dim(0) - beyond));
    CHECK(!pool.not_negative(dim(0) - dim(2) * floordiv(s, dim(256)) + floordiv(s, dim(256))));
}

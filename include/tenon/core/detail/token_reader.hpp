// The cursor of the parser: reading tokens, and saying where and why it stopped.
#pragma once

#include <tenon/core/detail/lexer.hpp>
#include <tenon/core/diagnostic.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core {

/// A place in IR text, counted from 1.
struct text_position {
    int line = 0;
    int column = 0;
};

namespace detail {

/// A word of the grammar. Its length costs nothing, unlike that of a `std::string_view` made of a
/// literal in a constant expression, where steps are few.
struct keyword {
    char const* characters;
    std::size_t size;
    template <std::size_t N>
    constexpr keyword(char const (&literal)[N]) : characters(literal), size(N - 1) {}
};

/// After the first failure every token is the end of the text, so that all loops come to an end.
class token_reader {
public:
    constexpr token_reader(std::string_view source, diagnostics& found)
        : source_(source), tokens_(lexer(source).tokens()), found_(found) {}

    constexpr bool failed() const { return failed_; }
    /// Where the first problem is; line 0 if there is none.
    constexpr text_position first_problem() const { return first_; }

protected:
    constexpr token const& now() const { return tokens_[at_]; }
    constexpr token const& ahead() const {
        return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_];
    }
    constexpr void step() {
        if (at_ + 1 < tokens_.size()) ++at_;
    }
    constexpr std::string_view spelling(token const& t) const {
        return {source_.data() + t.begin, t.size};
    }
    constexpr std::string_view spelling() const { return spelling(now()); }

    constexpr bool at(char mark) const { return tokens_[at_].mark == mark; }
    constexpr bool at(token_kind kind) const { return tokens_[at_].kind == kind; }
    constexpr bool at_word(keyword word) const {
        token const& t = tokens_[at_];
        if (t.kind != token_kind::word || t.size != word.size) return false;
        for (std::size_t i = 0; i != word.size; ++i)
            if (source_.data()[t.begin + i] != word.characters[i]) return false;
        return true;
    }
    constexpr bool at_end() const { return at(token_kind::end); }
    constexpr bool accept(char mark) {
        if (tokens_[at_].mark != mark) return false;
        ++at_;
        return true;
    }
    constexpr bool accept_word(keyword word) {
        if (!at_word(word)) return false;
        ++at_;
        return true;
    }
    constexpr bool expect(char mark, char const* wanted) {
        if (accept(mark)) return true;
        fail_here(wanted);
        return false;
    }
    /// A bare or quoted name.
    constexpr text name(char const* wanted) {
        text result;
        if (at(token_kind::word))
            result = spelling();
        else if (at(token_kind::quoted))
            result = unquote(spelling());
        else
            fail_here(wanted);
        step();
        return result;
    }
    /// Calls `visit(12)` for a word `d12`, if `d` is the letter.
    template <class Visit> constexpr void each_word_with_digits(char letter, Visit&& visit) const {
        for (auto const& t : tokens_) {
            if (t.kind != token_kind::word || source_[t.begin] != letter) continue;
            std::int64_t number = t.size > 1 && t.size < 12 ? 0 : -1;
            for (std::size_t i = 1; i < t.size && number >= 0; ++i) {
                char const c = source_[t.begin + i];
                number = is(c, digit) ? number * 10 + (c - '0') : -1;
            }
            if (number >= 0) visit(number);
        }
    }
    /// Counts nesting, so that no text exhausts the stack.
    constexpr bool enter() {
        if (++depth_ <= 100) return true;
        fail_here("less nesting (more than 100 levels deep)");
        return false;
    }
    constexpr void leave() { --depth_; }

    /// What stands here instead of what was wanted.
    constexpr void fail_here(std::string_view wanted) {
        if (failed_) return;
        fail(now(), text("found ") + found_text() + ", expected " + wanted);
    }
    constexpr void fail(token const& where, text what, text advice = {}) {
        if (failed_) return;
        report(where, static_cast<text&&>(what), static_cast<text&&>(advice));
        failed_ = true;
        at_ = tokens_.size() - 1;
    }
    /// A problem that parsing can go on after.
    constexpr void report(token const& where, text what, text advice = {}) {
        text_position const p = position_of(where);
        if (first_.line == 0) first_ = p;
        found_.add({"I1",
                    text("line ") + to_string(std::int64_t{p.line}) + ", column " +
                        to_string(std::int64_t{p.column}),
                    static_cast<text&&>(what), static_cast<text&&>(advice),
                    picture(where.begin, p)});
        anything_reported_ = true;
    }
    constexpr bool anything_reported() const { return anything_reported_; }

private:
    constexpr text found_text() const {
        if (at_end()) return "the end of the text";
        auto const shown = spelling().substr(0, 40);
        if (at(token_kind::quoted)) return shown;
        if (at(token_kind::unknown) && (shown[0] == '"' || shown[0] == '\''))
            return "a text without its closing quote";
        return text("`") + shown + "`";
    }
    constexpr text_position position_of(token const& where) const {
        text_position p{1, 1};
        for (std::size_t i = 0; i != where.begin; ++i) {
            ++p.column;
            if (source_[i] == '\n') p = {p.line + 1, 1};
        }
        return p;
    }
    constexpr text picture(std::size_t begin, text_position p) const {
        std::size_t const line = begin - static_cast<std::size_t>(p.column - 1);
        std::size_t end = begin;
        while (end != source_.size() && source_[end] != '\n') ++end;
        std::size_t const from = begin - line > 120 ? begin - 80 : line;
        if (end - from > 160) end = from + 160;
        text out = text("    ") + source_.substr(from, end - from) + "\n    ";
        for (std::size_t i = from; i != begin; ++i) out.push_back(source_[i] == '\t' ? '\t' : ' ');
        out.push_back('^');
        return out;
    }

    std::string_view source_;
    list<token> tokens_;
    std::size_t at_ = 0;
    diagnostics& found_;
    text_position first_;
    int depth_ = 0;
    bool failed_ = false;
    bool anything_reported_ = false;
};

} // namespace detail

} // namespace tenon::core

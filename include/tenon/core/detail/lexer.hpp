// IR text as tokens. A step per character is what compile-time parsing can afford.
#pragma once

#include <tenon/core/list.hpp>
#include <tenon/core/quote.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core::detail {

enum class token_kind : std::uint8_t { end, word, value, integer, real, quoted, mark, unknown };

/// The marks of more than one character go by a letter.
inline constexpr char arrow = 'a';    ///< `->`
inline constexpr char equals = 'e';   ///< `==`
inline constexpr char at_least = 'g'; ///< `>=`
inline constexpr char ellipsis = 'd'; ///< `...`

struct token {
    token_kind kind = token_kind::end;
    char mark = 0;
    bool starts_line = false;
    std::size_t begin = 0;
    std::size_t size = 0;
};

class lexer {
public:
    constexpr explicit lexer(std::string_view source)
        : text_(source.data()), size_(source.size()) {}

    constexpr list<token> tokens() {
        list<token> all;
        all.reserve(size_ / 4 + 2);
        while (skip_blanks()) {
            token_kind const kind = scan();
            all.push_back({kind, mark_, starts_line_, begin_, at_ - begin_});
            mark_ = 0;
        }
        all.push_back({token_kind::end, 0, starts_line_, size_, 0});
        return all;
    }

private:
    constexpr std::uint8_t class_at(std::size_t i) const {
        return characters.classes[static_cast<unsigned char>(text_[i])];
    }
    constexpr char ahead(std::size_t by) const { return at_ + by < size_ ? text_[at_ + by] : '\0'; }
    constexpr void skip(std::uint8_t wanted) {
        auto const* const classes = characters.classes;
        while (at_ < size_ && (classes[static_cast<unsigned char>(text_[at_])] & wanted) != 0)
            ++at_;
    }

    constexpr bool skip_blanks() {
        starts_line_ = at_ == 0;
        while (at_ < size_) {
            char const c = text_[at_];
            if (c == ' ') {
                skip(blank);
            } else if (c == '\n') {
                starts_line_ = true;
                ++at_;
            } else if (c == '/' && ahead(1) == '/') {
                while (at_ < size_ && text_[at_] != '\n') ++at_;
            } else if ((class_at(at_) & blank) != 0) {
                ++at_;
            } else {
                break;
            }
        }
        begin_ = at_;
        return at_ < size_;
    }
    constexpr token_kind scan() {
        auto const first = class_at(at_);
        char const c = text_[at_++];
        if ((first & mark_alone) != 0) {
            mark_ = c;
            return token_kind::mark;
        }
        if ((first & word_start) != 0) {
            skip(word_part);
            return token_kind::word;
        }
        if (c == '%') return value();
        if ((first & digit) != 0) return number(c);
        if (c == '"' || c == '\'') return quoted(c);
        return (first & mark_start) != 0 ? longer_mark(c) : token_kind::unknown;
    }
    constexpr token_kind value() {
        if (ahead(0) == '"' || ahead(0) == '\'') {
            ++at_;
            return quoted(text_[at_ - 1]) == token_kind::quoted ? token_kind::value
                                                                : token_kind::unknown;
        }
        std::size_t const first = at_;
        skip(value_part);
        for (std::size_t i = first; i + 1 < at_; ++i)
            if (text_[i] == '/' && text_[i + 1] == '/') at_ = i;
        return at_ == first ? token_kind::unknown : token_kind::value;
    }
    constexpr token_kind number(char first) {
        if (first == '0' && ahead(0) == 'x') return hex_number();
        auto kind = token_kind::integer;
        skip(digit);
        char const next = ahead(0);
        if (next != '.' && next != 'e' && next != 'E') return kind;
        if (next == '.' && is(ahead(1), digit)) {
            kind = token_kind::real;
            ++at_;
            skip(digit);
        }
        bool const has_sign = ahead(1) == '-' || ahead(1) == '+';
        if ((ahead(0) == 'e' || ahead(0) == 'E') && is(ahead(has_sign ? 2 : 1), digit)) {
            kind = token_kind::real;
            at_ += has_sign ? 2 : 1;
            skip(digit);
        }
        return kind;
    }
    /// `0x7fa0` is an integer, `0x1.8p-3` a real number.
    constexpr token_kind hex_number() {
        ++at_;
        std::size_t const first = at_;
        skip(hex_digit);
        if (ahead(0) == '.') {
            ++at_;
            skip(hex_digit);
        }
        if (at_ == first) return token_kind::unknown;
        if (ahead(0) != 'p') {
            for (std::size_t i = first; i != at_; ++i)
                if (text_[i] == '.') return token_kind::unknown;
            return token_kind::integer;
        }
        at_ += ahead(1) == '-' || ahead(1) == '+' ? 2 : 1;
        if (!is(ahead(0), digit)) return token_kind::unknown;
        skip(digit);
        return token_kind::real;
    }
    constexpr token_kind quoted(char mark) {
        while (at_ < size_ && text_[at_] != mark && text_[at_] != '\n')
            at_ += text_[at_] == '\\' && at_ + 1 < size_ ? 2 : 1;
        if (ahead(0) != mark) return token_kind::unknown;
        ++at_;
        return token_kind::quoted;
    }
    constexpr token_kind longer_mark(char c) {
        mark_ = c;
        char const next = ahead(0);
        if (c == '-' && next == '>') return pair(arrow, 1);
        if (c == '=' && next == '=') return pair(equals, 1);
        if (c == '>' && next == '=') return pair(at_least, 1);
        if (c == '.' && next == '.' && ahead(1) == '.') return pair(ellipsis, 2);
        return c == '.' ? token_kind::unknown : token_kind::mark;
    }
    constexpr token_kind pair(char mark, std::size_t more) {
        mark_ = mark;
        at_ += more;
        return token_kind::mark;
    }

    char const* text_;
    std::size_t size_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0;
    bool starts_line_ = true;
    char mark_ = 0;
};

} // namespace tenon::core::detail

// Names and texts as the IR writes them: bare where they can be, else in quotes with escapes.
#pragma once

#include <tenon/core/text.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core {

namespace detail {

/// What a character may be part of, as bits, by its code.
enum character_class : std::uint8_t {
    digit = 1,
    word_start = 2, ///< a letter, `_` or `$`
    word_part = 4,  ///< of the name of an op, attribute, symbol or function
    value_part = 8, ///< of the name of a value, after its `%`
    blank = 16,
    hex_digit = 32,
    mark_alone = 64, ///< a mark that starts no longer one
    mark_start = 128,
};
struct character_table {
    std::uint8_t classes[256]{};
    consteval character_table() {
        for (int c = '0'; c <= '9'; ++c) classes[c] = digit | word_part | value_part | hex_digit;
        for (int c = 'a'; c <= 'z'; ++c) classes[c] = word_start | word_part | value_part;
        for (int c = 'A'; c <= 'Z'; ++c) classes[c] = word_start | word_part | value_part;
        for (int c = 0; c != 6; ++c) classes['a' + c] |= hex_digit;
        for (int c = 0; c != 6; ++c) classes['A' + c] |= hex_digit;
        classes[int{'_'}] = word_start | word_part | value_part;
        classes[int{'$'}] = word_start | word_part | value_part;
        classes[int{'.'}] = word_part | value_part;
        for (int c : {'/', '-'}) classes[c] = value_part;
        for (int c : {' ', '\t', '\r'}) classes[c] = blank;
        for (int c : {'(', ')', '{', '}', '[', ']', '<', ',', ':', '+', '*', '@'})
            classes[c] = mark_alone;
        for (int c : {'-', '=', '>', '.'})
            classes[c] = static_cast<std::uint8_t>(classes[c] | mark_start);
    }
};
inline constexpr character_table characters;

constexpr bool is(char c, std::uint8_t wanted) {
    return (characters.classes[static_cast<unsigned char>(c)] & wanted) != 0;
}
constexpr int hex_value(char c) {
    return c <= '9' ? c - '0' : c <= 'F' ? c - 'A' + 10 : c - 'a' + 10;
}
inline constexpr char hex_digits[] = "0123456789abcdef";

} // namespace detail

/// Whether the name of an op, attribute, symbol or function needs no quotes.
constexpr bool is_word(std::string_view name) {
    if (name.empty() || !detail::is(name[0], detail::word_start)) return false;
    for (char c : name)
        if (!detail::is(c, detail::word_part)) return false;
    return true;
}
/// Whether the name of a value needs no quotes. Two slashes would start a comment.
constexpr bool is_value_name(std::string_view name) {
    for (char c : name)
        if (!detail::is(c, detail::value_part)) return false;
    return !name.empty() && name.find("//") == std::string_view::npos;
}

/// The text in quotes, with escapes for what cannot stand in a line.
constexpr text quote(std::string_view raw) {
    bool const has_double = raw.find('"') != std::string_view::npos;
    char const mark = has_double && raw.find('\'') == std::string_view::npos ? '\'' : '"';
    text out;
    out.push_back(mark);
    for (char c : raw) {
        auto const code = static_cast<unsigned char>(c);
        if (c == mark || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
        } else if (c == '\n') {
            out += "\\n";
        } else if (code < 0x20 || code == 0x7f) {
            out += "\\x";
            out.push_back(detail::hex_digits[code / 16]);
            out.push_back(detail::hex_digits[code % 16]);
        } else {
            out.push_back(c);
        }
    }
    out.push_back(mark);
    return out;
}

/// The text that a quoted one stands for; its quotes are given too. An unknown escape stands for
/// the character itself.
constexpr text unquote(std::string_view quoted) {
    text out;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        if (quoted[i] != '\\') {
            out.push_back(quoted[i]);
            continue;
        }
        char const c = quoted[++i];
        bool const is_code = c == 'x' && i + 3 < quoted.size() &&
                             detail::is(quoted[i + 1], detail::hex_digit) &&
                             detail::is(quoted[i + 2], detail::hex_digit);
        if (is_code) {
            out.push_back(static_cast<char>(detail::hex_value(quoted[i + 1]) * 16 +
                                            detail::hex_value(quoted[i + 2])));
            i += 2;
        } else {
            out.push_back(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
        }
    }
    return out;
}

/// The name, in quotes only where it needs them.
constexpr text word_or_quote(std::string_view name) {
    if (is_word(name)) return name;
    return quote(name);
}

} // namespace tenon::core

// A string that works in constant expressions on every supported compiler.
#pragma once

#include <tenon/core/list.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core {

/// Owned characters. Converts to `std::string_view`, which has the searching and slicing.
class text {
public:
    constexpr text() = default;
    constexpr text(std::string_view characters)
        : characters_(characters.begin(), characters.end()) {}
    constexpr text(char const* characters) : text(std::string_view(characters)) {}
    /// From any string with data() and size(), std::string among them.
    template <class String>
        requires requires(String const& s) { std::string_view(s.data(), s.size()); }
    constexpr text(String const& s) : text(std::string_view(s.data(), s.size())) {}

    constexpr std::string_view view() const { return {characters_.data(), characters_.size()}; }
    constexpr operator std::string_view() const { return view(); }
    constexpr std::size_t size() const { return characters_.size(); }
    constexpr bool empty() const { return characters_.empty(); }
    constexpr char operator[](std::size_t i) const { return characters_[i]; }
    constexpr char const* data() const { return characters_.data(); }

    constexpr void push_back(char c) { characters_.push_back(c); }
    constexpr text& operator+=(std::string_view more) {
        characters_.append(more.begin(), more.end());
        return *this;
    }
    friend constexpr text operator+(text a, std::string_view b) {
        a += b;
        return a;
    }
    friend constexpr bool operator==(text const& a, text const& b) { return a.view() == b.view(); }
    friend constexpr bool operator==(text const& a, std::string_view b) { return a.view() == b; }
    friend constexpr bool operator==(text const& a, char const* b) { return a.view() == b; }
    friend constexpr bool operator<(text const& a, text const& b) { return a.view() < b.view(); }

private:
    list<char> characters_;
};

/// An integer in decimal.
constexpr text to_string(std::int64_t value) {
    char digits[20]{};
    int at = 20;
    auto rest =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    do digits[--at] = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    text result(value < 0 ? "-" : "");
    result += std::string_view(digits + at, static_cast<std::size_t>(20 - at));
    return result;
}

} // namespace tenon::core

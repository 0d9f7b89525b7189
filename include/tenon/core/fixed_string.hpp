// A string literal as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace tenon::core {

/// `fixed_string` carries the name of an op, attribute or capture in a type: `any<"x">`.
template <std::size_t N> struct fixed_string {
    char text[N]{};

    constexpr fixed_string(char const (&literal)[N]) {
        for (std::size_t i = 0; i != N; ++i) text[i] = literal[i];
    }
    constexpr std::string_view view() const { return {text, N - 1}; }
    constexpr operator std::string_view() const { return view(); }
};

template <std::size_t N, std::size_t M>
constexpr bool operator==(fixed_string<N> const& a, fixed_string<M> const& b) {
    return a.view() == b.view();
}

} // namespace tenon::core

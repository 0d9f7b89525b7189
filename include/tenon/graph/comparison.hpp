// Comparisons, logic on booleans, and the tests of floating elements.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

namespace detail {
/// What comparisons share: two operands of one dtype, a boolean result.
template <core::fixed_string Name> struct comparison : elementwise<Name, 2> {
    static constexpr auto result_dtype = core::dtype::boolean;
};
/// What logic shares: booleans in and out.
template <core::fixed_string Name, int Operands> struct logic : elementwise<Name, Operands> {
    static constexpr auto admits = core::only_boolean;
};
} // namespace detail

/// ONNX Equal (7, 11, 13, 19): x = y; a NaN equals nothing.
struct equal : detail::comparison<"equal"> {
    static constexpr bool commutative = true;
    static constexpr auto admits = core::any_fixed_size;
    static constexpr auto meaning = [](auto x, auto y) { return x == y; };
};
/// ONNX Less (7, 9, 13): x < y.
struct less : detail::comparison<"less"> {
    static constexpr auto meaning = [](auto x, auto y) { return x < y; };
};
/// ONNX LessOrEqual (12, 16): x <= y.
struct less_or_equal : detail::comparison<"less_or_equal"> {
    static constexpr auto meaning = [](auto x, auto y) { return x <= y; };
};
/// ONNX Greater (7, 9, 13): x > y.
struct greater : detail::comparison<"greater"> {
    static constexpr auto meaning = [](auto x, auto y) { return x > y; };
};
/// ONNX GreaterOrEqual (12, 16): x >= y.
struct greater_or_equal : detail::comparison<"greater_or_equal"> {
    static constexpr auto meaning = [](auto x, auto y) { return x >= y; };
};

/// ONNX And (7): both.
struct and_ : detail::logic<"and", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x & y; };
};
/// ONNX Or (7): at least one.
struct or_ : detail::logic<"or", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x | y; };
};
/// ONNX Xor (7): exactly one.
struct xor_ : detail::logic<"xor", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x ^ y; };
};
/// ONNX Not (1).
struct not_ : detail::logic<"not", 1> {
    static constexpr auto meaning = [](auto x) { return !x; };
};

/// ONNX IsNaN (9, 13, 20).
struct is_nan : elementwise<"is_nan", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto result_dtype = core::dtype::boolean;
    static constexpr auto meaning = [](auto x) { return core::is_nan(x); };
};
/// ONNX IsInf (10, 20): infinities of the signs that are to be detected.
struct is_inf : elementwise<"is_inf", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto result_dtype = core::dtype::boolean;
    static constexpr attribute_facts attributes[]{attr<"detect_negative"> = 1,
                                                  attr<"detect_positive"> = 1};
    static constexpr auto meaning = [](auto x, auto const& a) {
        bool const below = a[attr<"detect_negative">] != 0, above = a[attr<"detect_positive">] != 0;
        auto const infinite = core::is_inf(x);
        auto const wanted = below && above ? x == x : below ? x < 0 : above ? x > 0 : x != x;
        return infinite & wanted;
    };
};

using comparison_ops = core::dialect<equal, less, less_or_equal, greater, greater_or_equal, and_,
                                     or_, xor_, not_, is_nan, is_inf>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::equal> equal;
inline constexpr match::call<graph::less> less;
inline constexpr match::call<graph::less_or_equal> less_or_equal;
inline constexpr match::call<graph::greater> greater;
inline constexpr match::call<graph::greater_or_equal> greater_or_equal;
inline constexpr match::call<graph::and_> and_;
inline constexpr match::call<graph::or_> or_;
inline constexpr match::call<graph::xor_> xor_;
inline constexpr match::call<graph::not_> not_;
using core::is_inf;
using core::is_nan;
// clang-format off
template <class... P> requires match::Callable<P...> constexpr auto is_nan(P const&... p) { return match::call<graph::is_nan>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto is_inf(P const&... p) { return match::call<graph::is_inf>()(p...); }
// clang-format on
} // namespace tenon

// Arithmetic and elementary functions of elements, and arithmetic on their bits.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

/// ONNX Add (7, 13, 14): x + y. Integers wrap.
struct add : elementwise<"add", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x + y; };
};
/// ONNX Sub (7, 13, 14): x - y.
struct sub : elementwise<"sub", 2> {
    static constexpr auto meaning = [](auto x, auto y) { return x - y; };
};
/// ONNX Mul (7, 13, 14): x y.
struct mul : elementwise<"mul", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x * y; };
};
/// ONNX Div (7, 13, 14): x / y; integers are truncated towards zero.
struct div : elementwise<"div", 2> {
    static constexpr auto meaning = [](auto x, auto y) { return x / y; };
};
/// ONNX Mod (10, 13): the remainder of x / y, with the sign of y, or with that of x where `fmod` is
/// set.
struct mod : elementwise<"mod", 2> {
    static constexpr attribute_facts attributes[]{attr<"fmod"> = 0};
    static constexpr auto meaning = [](auto x, auto y, auto const& a) {
        return a[attr<"fmod">] != 0 ? x % y : core::mod(x, y);
    };
};
/// ONNX Pow (7, 12, 13, 15): x to the power of y, in the dtype of x. The operands' dtypes may
/// differ; a floating exponent of an integer is computed in the exponent's dtype.
struct pow : indexed<"pow"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number},
                                              {"y", presence::required, core::any_number}};
    static constexpr bool mixed_dtypes = true;
    static constexpr void infer(inference& c) { detail::infer_elementwise<pow>(c); }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        auto const base = in[0].dtype(), exponent = in[1].dtype();
        auto const x = in[0](m.broadcast(i, in[0])), y = in[1](m.broadcast(i, in[1]));
        if (core::is_float(exponent) && !core::is_float(base))
            return m.cast(core::pow(m.cast(x, exponent), y), base);
        return core::pow(x, m.cast(y, base));
    };
};
/// ONNX Min (6, 8, 12, 13) of two: NaN if either is. More operands are chained on import.
struct min : elementwise<"min", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return core::min(x, y); };
};
/// ONNX Max (6, 8, 12, 13) of two: NaN if either is. More operands are chained on import.
struct max : elementwise<"max", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return core::max(x, y); };
};
/// ONNX Neg (6, 13): -x.
struct neg : elementwise<"neg", 1> {
    static constexpr auto meaning = [](auto x) { return -x; };
};
/// ONNX Abs (6, 13): |x|.
struct abs : elementwise<"abs", 1> {
    static constexpr auto meaning = [](auto x) { return core::abs(x); };
};
/// ONNX Sign (9, 13): -1, 0 or 1; a NaN stays.
struct sign : elementwise<"sign", 1> {
    static constexpr auto meaning = [](auto x) { return core::sign(x); };
};
/// ONNX Floor (6, 13): the greatest integer that is not above x.
struct floor : elementwise<"floor", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::floor(x); };
};
/// ONNX Ceil (6, 13): the least integer that is not below x.
struct ceil : elementwise<"ceil", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::ceil(x); };
};
/// ONNX Round (11, 22): the nearest integer, the even one of two.
struct round : elementwise<"round", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::round_even(x); };
};
/// ONNX Reciprocal (6, 13): 1 / x.
struct reciprocal : elementwise<"reciprocal", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return 1 / x; };
};
/// ONNX Sqrt (6, 13).
struct sqrt : elementwise<"sqrt", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::sqrt(x); };
};
/// ONNX Exp (6, 13).
struct exp : elementwise<"exp", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::exp(x); };
};
/// ONNX Log (6, 13): the natural logarithm.
struct log : elementwise<"log", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::log(x); };
};
/// ONNX Erf (9, 13): the error function.
struct erf : elementwise<"erf", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr auto meaning = [](auto x) { return core::erf(x); };
};

/// ONNX BitwiseAnd (18).
struct bitwise_and : elementwise<"bitwise_and", 2> {
    static constexpr bool commutative = true;
    static constexpr auto admits = core::any_integer;
    static constexpr auto meaning = [](auto x, auto y) { return x & y; };
};
/// ONNX BitwiseOr (18).
struct bitwise_or : elementwise<"bitwise_or", 2> {
    static constexpr bool commutative = true;
    static constexpr auto admits = core::any_integer;
    static constexpr auto meaning = [](auto x, auto y) { return x | y; };
};
/// ONNX BitwiseXor (18).
struct bitwise_xor : elementwise<"bitwise_xor", 2> {
    static constexpr bool commutative = true;
    static constexpr auto admits = core::any_integer;
    static constexpr auto meaning = [](auto x, auto y) { return x ^ y; };
};
/// ONNX BitwiseNot (18).
struct bitwise_not : elementwise<"bitwise_not", 1> {
    static constexpr auto admits = core::any_integer;
    static constexpr auto meaning = [](auto x) { return ~x; };
};
/// ONNX BitShift (11): x shifted by y bits to the `direction` LEFT or RIGHT.
struct bit_shift : elementwise<"bit_shift", 2> {
    static constexpr auto admits = core::any_integer;
    static constexpr attribute_facts attributes[]{attr<"direction">.required(attribute_kind::text)};
    static constexpr auto meaning = [](auto x, auto y, auto const& a) {
        return a[attr<"direction">] == "LEFT" ? x << y : x >> y;
    };
};

using arithmetic_ops = core::dialect<add, sub, mul, div, mod, pow, min, max, neg, abs, sign, floor,
                                     ceil, round, reciprocal, sqrt, exp, log, erf, bitwise_and,
                                     bitwise_or, bitwise_xor, bitwise_not, bit_shift>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::add> add;
inline constexpr match::call<graph::sub> sub;
inline constexpr match::call<graph::mul> mul;
inline constexpr match::call<graph::div> div;
inline constexpr match::call<graph::neg> neg;
inline constexpr match::call<graph::round> round;
inline constexpr match::call<graph::reciprocal> reciprocal;
inline constexpr match::call<graph::bitwise_and> bitwise_and;
inline constexpr match::call<graph::bitwise_or> bitwise_or;
inline constexpr match::call<graph::bitwise_xor> bitwise_xor;
inline constexpr match::call<graph::bitwise_not> bitwise_not;
inline constexpr match::call<graph::bit_shift> bit_shift;
using core::abs;
using core::ceil;
using core::erf;
using core::exp;
using core::floor;
using core::log;
using core::max;
using core::min;
using core::mod;
using core::pow;
using core::sign;
using core::sqrt;
// clang-format off
template <class... P> requires match::Callable<P...> constexpr auto mod(P const&... p) { return match::call<graph::mod>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto pow(P const&... p) { return match::call<graph::pow>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto min(P const&... p) { return match::call<graph::min>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto max(P const&... p) { return match::call<graph::max>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto abs(P const&... p) { return match::call<graph::abs>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto sign(P const&... p) { return match::call<graph::sign>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto floor(P const&... p) { return match::call<graph::floor>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto ceil(P const&... p) { return match::call<graph::ceil>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto sqrt(P const&... p) { return match::call<graph::sqrt>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto exp(P const&... p) { return match::call<graph::exp>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto log(P const&... p) { return match::call<graph::log>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto erf(P const&... p) { return match::call<graph::erf>()(p...); }
// clang-format on
} // namespace tenon

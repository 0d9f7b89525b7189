// The closed set of scalar primitives that meanings are written with, and the operators that spell
// them.
#pragma once

#include <cstdint>
#include <type_traits>

namespace tenon::core {

/// Every reading of a meaning implements these. Integer arithmetic wraps; `div` truncates towards
/// zero; `rem` has the sign of the dividend (C's %), `mod` the sign of the divisor; `min` and `max`
/// give NaN if an operand is NaN; comparisons and `is_*` give a boolean; `round_even` rounds ties
/// to even. Shifts by more than the width, or by negative numbers, leave nothing but the sign of
/// what is shifted to the right.
// clang-format off
enum class scalar_op : std::uint8_t {
    add, sub, mul, div, rem, mod, pow, min, max,
    eq, ne, lt, le, gt, ge,
    bit_and, bit_or, bit_xor, shift_left, shift_right,
    neg, abs, sign, sqrt, exp, log, tanh, erf,
    sin, cos, tan, asin, acos, atan, sinh, cosh, asinh, acosh, atanh,
    floor, ceil, trunc, round_even, is_nan, is_inf, bit_not, not_,
    select,
};
inline constexpr char const* scalar_op_names[] = {
    "add", "sub", "mul", "div", "rem", "mod", "pow", "min", "max",
    "eq", "ne", "lt", "le", "gt", "ge",
    "bit_and", "bit_or", "bit_xor", "shift_left", "shift_right",
    "neg", "abs", "sign", "sqrt", "exp", "log", "tanh", "erf",
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh",
    "floor", "ceil", "trunc", "round_even", "is_nan", "is_inf", "bit_not", "not",
    "select",
};
// clang-format on
inline constexpr int scalar_op_count = sizeof(scalar_op_names) / sizeof(scalar_op_names[0]);

constexpr int operand_count(scalar_op op) {
    return op <= scalar_op::shift_right ? 2 : op == scalar_op::select ? 3 : 1;
}
constexpr bool is_comparison(scalar_op op) { return op >= scalar_op::eq && op <= scalar_op::ge; }
constexpr bool gives_boolean(scalar_op op) {
    return is_comparison(op) || op == scalar_op::is_nan || op == scalar_op::is_inf ||
           op == scalar_op::not_;
}

/// A scalar of some reading: has `S::apply<Op>(S, ...)`, `S::choose(condition, yes, no)`, and
/// `like(number)`, a literal of the same dtype. Scalars derive from `scalar_base`, which marks them
/// and makes these operators visible.
struct scalar_base {
    /// A meaning is a formula, without branches on what only a call knows.
    ///
    /// Refused uses: all, N5.
    template <class Bool>
        requires std::is_same_v<Bool, bool>
    constexpr explicit operator Bool() const {
        static_assert(!std::is_same_v<Bool, bool>,
                      "[tenon/N5] a meaning asks whether a scalar holds, as if, ?:, && and || do: "
                      "select(condition, yes, no), and & and | for conditions");
        return true;
    }
};
template <class S>
concept Scalar = std::is_convertible_v<S*, scalar_base const*>; // S may be incomplete

namespace detail {
template <class T>
concept Literal =
    !Scalar<T> && (__is_enum(T) == false) && requires(T t) { static_cast<double>(t); };

template <Scalar S> constexpr S literal_like(S const&, S const& already) { return already; }
template <Scalar S, Literal L> constexpr S literal_like(S const& other, L value) {
    return other.like(value);
}

template <Scalar S, class... Rest> constexpr S const& first_scalar(S const& s, Rest const&...) {
    return s;
}
template <Literal L, class... Rest>
constexpr auto const& first_scalar(L const&, Rest const&... rest) {
    return first_scalar(rest...);
}
} // namespace detail

/// The primitive `Op` of scalars and literals, at least one of them a scalar; literals take its
/// dtype.
template <scalar_op Op, class... A> constexpr auto primitive(A const&... operands) {
    auto const& typed = detail::first_scalar(operands...);
    using scalar = std::remove_cvref_t<decltype(typed)>;
    return scalar::template apply<Op>(detail::literal_like(typed, operands)...);
}

template <class A, class B>
concept ScalarPair =
    (Scalar<A> && (Scalar<B> || detail::Literal<B>)) || (detail::Literal<A> && Scalar<B>);

// clang-format off
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator+(A const& a, B const& b) { return primitive<scalar_op::add>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator-(A const& a, B const& b) { return primitive<scalar_op::sub>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator*(A const& a, B const& b) { return primitive<scalar_op::mul>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator/(A const& a, B const& b) { return primitive<scalar_op::div>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator%(A const& a, B const& b) { return primitive<scalar_op::rem>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator==(A const& a, B const& b) { return primitive<scalar_op::eq>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator!=(A const& a, B const& b) { return primitive<scalar_op::ne>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator<(A const& a, B const& b) { return primitive<scalar_op::lt>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator<=(A const& a, B const& b) { return primitive<scalar_op::le>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator>(A const& a, B const& b) { return primitive<scalar_op::gt>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator>=(A const& a, B const& b) { return primitive<scalar_op::ge>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator&(A const& a, B const& b) { return primitive<scalar_op::bit_and>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator|(A const& a, B const& b) { return primitive<scalar_op::bit_or>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator^(A const& a, B const& b) { return primitive<scalar_op::bit_xor>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator<<(A const& a, B const& b) { return primitive<scalar_op::shift_left>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto operator>>(A const& a, B const& b) { return primitive<scalar_op::shift_right>(a, b); }
template <Scalar S> constexpr S operator-(S const& a) { return primitive<scalar_op::neg>(a); }
template <Scalar S> constexpr S operator~(S const& a) { return primitive<scalar_op::bit_not>(a); }
template <Scalar S> constexpr S operator!(S const& a) { return primitive<scalar_op::not_>(a); }

template <class A, class B> requires ScalarPair<A, B> constexpr auto mod(A const& a, B const& b) { return primitive<scalar_op::mod>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto pow(A const& a, B const& b) { return primitive<scalar_op::pow>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto min(A const& a, B const& b) { return primitive<scalar_op::min>(a, b); }
template <class A, class B> requires ScalarPair<A, B> constexpr auto max(A const& a, B const& b) { return primitive<scalar_op::max>(a, b); }
template <Scalar S> constexpr S abs(S const& a) { return primitive<scalar_op::abs>(a); }
template <Scalar S> constexpr S sign(S const& a) { return primitive<scalar_op::sign>(a); }
template <Scalar S> constexpr S sqrt(S const& a) { return primitive<scalar_op::sqrt>(a); }
template <Scalar S> constexpr S exp(S const& a) { return primitive<scalar_op::exp>(a); }
template <Scalar S> constexpr S log(S const& a) { return primitive<scalar_op::log>(a); }
template <Scalar S> constexpr S tanh(S const& a) { return primitive<scalar_op::tanh>(a); }
template <Scalar S> constexpr S erf(S const& a) { return primitive<scalar_op::erf>(a); }
template <Scalar S> constexpr S sin(S const& a) { return primitive<scalar_op::sin>(a); }
template <Scalar S> constexpr S cos(S const& a) { return primitive<scalar_op::cos>(a); }
template <Scalar S> constexpr S tan(S const& a) { return primitive<scalar_op::tan>(a); }
template <Scalar S> constexpr S asin(S const& a) { return primitive<scalar_op::asin>(a); }
template <Scalar S> constexpr S acos(S const& a) { return primitive<scalar_op::acos>(a); }
template <Scalar S> constexpr S atan(S const& a) { return primitive<scalar_op::atan>(a); }
template <Scalar S> constexpr S sinh(S const& a) { return primitive<scalar_op::sinh>(a); }
template <Scalar S> constexpr S cosh(S const& a) { return primitive<scalar_op::cosh>(a); }
template <Scalar S> constexpr S asinh(S const& a) { return primitive<scalar_op::asinh>(a); }
template <Scalar S> constexpr S acosh(S const& a) { return primitive<scalar_op::acosh>(a); }
template <Scalar S> constexpr S atanh(S const& a) { return primitive<scalar_op::atanh>(a); }
template <Scalar S> constexpr S floor(S const& a) { return primitive<scalar_op::floor>(a); }
template <Scalar S> constexpr S ceil(S const& a) { return primitive<scalar_op::ceil>(a); }
template <Scalar S> constexpr S trunc(S const& a) { return primitive<scalar_op::trunc>(a); }
template <Scalar S> constexpr S round_even(S const& a) { return primitive<scalar_op::round_even>(a); }
template <Scalar S> constexpr S is_nan(S const& a) { return primitive<scalar_op::is_nan>(a); }
template <Scalar S> constexpr S is_inf(S const& a) { return primitive<scalar_op::is_inf>(a); }
// clang-format on

/// `yes` where the boolean `condition` holds, else `no`; one of the two may be a literal.
template <Scalar C, class A, class B>
    requires ScalarPair<A, B>
constexpr auto select(C const& condition, A const& yes, B const& no) {
    auto const& typed = detail::first_scalar(yes, no);
    using scalar = std::remove_cvref_t<decltype(typed)>;
    return scalar::choose(condition, detail::literal_like(typed, yes),
                          detail::literal_like(typed, no));
}
/// x limited to [low, high]; a NaN stays.
template <Scalar S> constexpr S clamp(S const& x, auto const& low, auto const& high) {
    return min(max(x, low), high);
}

} // namespace tenon::core

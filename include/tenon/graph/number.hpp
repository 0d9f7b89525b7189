// Scalars of the readings that compute: numbers of one arithmetic.
#pragma once

#include <tenon/core/dim.hpp>
#include <tenon/core/few.hpp>
#include <tenon/core/math.hpp>
#include <tenon/core/scalar.hpp>
#include <tenon/core/tensor.hpp>

#include <type_traits>

namespace tenon::graph {

using core::dim;
using core::dtype;
using core::few;
using core::list;
using core::scalar_op;
using core::text;

/// What each primitive does to numbers of type `T`. `double` computes for every floating dtype,
/// `std::int64_t` for every integer but u64, `std::uint64_t` for u64; results are rounded or
/// wrapped when they are stored.
template <class T> struct arithmetic {
    static constexpr bool floating = std::is_floating_point_v<T>;
    using bits = std::uint64_t;

    static constexpr T unary(scalar_op op, T a) {
        namespace math = core::math;
        if constexpr (floating) {
            switch (op) {
            case scalar_op::abs: return math::abs(a);
            case scalar_op::sqrt: return math::sqrt(a);
            case scalar_op::exp: return math::exp(a);
            case scalar_op::log: return math::log(a);
            case scalar_op::tanh: return math::tanh(a);
            case scalar_op::erf: return math::erf(a);
            case scalar_op::sin: return math::sin(a);
            case scalar_op::cos: return math::cos(a);
            case scalar_op::tan: return math::tan(a);
            case scalar_op::asin: return math::asin(a);
            case scalar_op::acos: return math::acos(a);
            case scalar_op::atan: return math::atan(a);
            case scalar_op::sinh: return math::sinh(a);
            case scalar_op::cosh: return math::cosh(a);
            case scalar_op::asinh: return math::asinh(a);
            case scalar_op::acosh: return math::acosh(a);
            case scalar_op::atanh: return math::atanh(a);
            case scalar_op::floor: return math::floor(a);
            case scalar_op::ceil: return math::ceil(a);
            case scalar_op::trunc: return math::trunc(a);
            case scalar_op::round_even: return math::round_even(a);
            case scalar_op::is_nan: return a != a;
            case scalar_op::is_inf: return math::abs(a) == core::detail::infinity;
            case scalar_op::neg: return -a;
            default: break;
            }
        } else {
            if (op >= scalar_op::sqrt && op <= scalar_op::atanh) {
                auto const real = arithmetic<double>::unary(op, static_cast<double>(a));
                return static_cast<T>(
                    core::integer_from_float(std::is_signed_v<T> ? dtype::i64 : dtype::u64, real));
            }
            switch (op) {
            case scalar_op::abs: return a < 0 ? wrap(0 - bits(a)) : a;
            case scalar_op::neg: return wrap(0 - bits(a));
            case scalar_op::bit_not: return wrap(~bits(a));
            default: break;
            }
        }
        if (op == scalar_op::sign) return a != a ? a : T((T(0) < a) - (a < T(0)));
        if (op == scalar_op::not_) return T(a == T(0));
        if (op == scalar_op::is_nan || op == scalar_op::is_inf) return T(0);
        return a; // rounding leaves integers as they are
    }

    static constexpr T binary(scalar_op op, T a, T b) {
        namespace math = core::math;
        switch (op) {
        case scalar_op::eq: return T(a == b);
        case scalar_op::ne: return T(a != b);
        case scalar_op::lt: return T(a < b);
        case scalar_op::le: return T(a <= b);
        case scalar_op::gt: return T(a > b);
        case scalar_op::ge: return T(a >= b);
        case scalar_op::min: return a != a || a < b ? a : b;
        case scalar_op::max: return a != a || b < a ? a : b;
        default: break;
        }
        if constexpr (floating) {
            switch (op) {
            case scalar_op::add: return a + b;
            case scalar_op::sub: return a - b;
            case scalar_op::mul: return a * b;
            case scalar_op::div: return divide(a, b);
            case scalar_op::rem: return math::remainder_truncated(a, b);
            case scalar_op::mod: return math::remainder_floored(a, b);
            case scalar_op::pow: return math::pow(a, b);
            case scalar_op::bit_and:
                return T(a != 0 && b != 0); // of booleans beside floating operands
            case scalar_op::bit_or: return T(a != 0 || b != 0);
            case scalar_op::bit_xor: return T((a != 0) != (b != 0));
            default: return a;
            }
        } else {
            switch (op) {
            case scalar_op::add: return wrap(bits(a) + bits(b));
            case scalar_op::sub: return wrap(bits(a) - bits(b));
            case scalar_op::mul: return wrap(bits(a) * bits(b));
            case scalar_op::div:
                return b == 0 ? T(0) : is_minus_one(b) ? wrap(0 - bits(a)) : T(a / b);
            case scalar_op::rem: return b == 0 || is_minus_one(b) ? T(0) : T(a % b);
            case scalar_op::mod: return floored(a, b);
            case scalar_op::pow: return power(a, b);
            case scalar_op::bit_and: return wrap(bits(a) & bits(b));
            case scalar_op::bit_or: return wrap(bits(a) | bits(b));
            case scalar_op::bit_xor: return wrap(bits(a) ^ bits(b));
            case scalar_op::shift_left: return bits(b) > 63 ? T(0) : wrap(bits(a) << bits(b));
            case scalar_op::shift_right:
                return bits(b) > 63 ? static_cast<T>(a < 0 ? -1 : 0) : T(a >> bits(b));
            default: return a;
            }
        }
    }

private:
    static constexpr T wrap(bits b) { return static_cast<T>(b); }
    static constexpr bool is_minus_one(T b) {
        return std::is_signed_v<T> && b == static_cast<T>(-1);
    }
    static constexpr T divide(T a, T b) {
        if (b != 0 || !__builtin_is_constant_evaluated()) return a / b;
        if (a == 0 || a != a) return core::detail::quiet_nan;
        return core::math::copysign(core::detail::infinity,
                                    core::math::copysign(1, a) * core::math::copysign(1, b));
    }
    static constexpr T floored(T a, T b) {
        if (b == 0 || is_minus_one(b)) return 0;
        T const r = static_cast<T>(a % b);
        return r != 0 && (r < 0) != (b < 0) ? static_cast<T>(r + b) : r;
    }
    static constexpr T power(T a, T b) {
        if (b < 0)
            return a == 1 ? T(1) : is_minus_one(a) ? (b % 2 == 0 ? T(1) : wrap(~bits(0))) : T(0);
        bits result = 1, base = bits(a);
        for (auto left = bits(b); left != 0; left >>= 1, base *= base)
            if ((left & 1) != 0) result *= base;
        return wrap(result);
    }
};

/// Shape arithmetic on symbolic dimensions. What has no symbolic answer gives the unknown number.
template <> struct arithmetic<dim> {
    static constexpr bool floating = false;
};

/// A number of one arithmetic, as meanings see it. Booleans are 0 and 1.
template <class T> struct number : core::scalar_base {
    T value{};

    constexpr number() = default;
    constexpr number(T v) : value(v) {}
    constexpr number like(auto literal) const { return number(static_cast<T>(literal)); }
    constexpr bool truth() const { return value != T(0); }

    template <scalar_op Op> static constexpr number apply(number a) {
        return arithmetic<T>::unary(Op, a.value);
    }
    template <scalar_op Op> static constexpr number apply(number a, number b) {
        return arithmetic<T>::binary(Op, a.value, b.value);
    }
    template <class Condition>
    static constexpr number choose(Condition const& c, number yes, number no) {
        return c.truth() ? yes : no;
    }
};

/// A symbolic number: a dimension, or unknown.
template <> struct number<dim> : core::scalar_base {
    dim value{};
    bool known = true;

    constexpr number() = default;
    constexpr number(dim v) : value(static_cast<dim&&>(v)) {}
    static constexpr number unknown() {
        number result;
        result.known = false;
        return result;
    }
    constexpr number like(auto literal) const {
        return number(dim(static_cast<std::int64_t>(literal)));
    }
    /// Only asked of known constants; the reading notes when that does not hold.
    constexpr bool truth() const { return !(value == dim(0)); }

    template <scalar_op Op> static constexpr number apply(number const& a) {
        if (!a.known) return a;
        if (a.value.is_constant())
            return dim(arithmetic<std::int64_t>::unary(Op, a.value.constant()));
        if (Op == scalar_op::neg) return dim(0) - a.value;
        // Dimensions are not negative, and whole.
        if (Op == scalar_op::floor || Op == scalar_op::ceil || Op == scalar_op::trunc) return a;
        return unknown();
    }
    template <scalar_op Op> static constexpr number apply(number const& a, number const& b) {
        if (!a.known || !b.known) return unknown();
        auto const &x = a.value, &y = b.value;
        if constexpr (core::is_comparison(Op)) {
            dim const gap = x - y;
            if (!gap.is_constant()) return unknown();
            return dim(arithmetic<std::int64_t>::binary(Op, gap.constant(), 0));
        } else {
            if (x.is_constant() && y.is_constant())
                return dim(arithmetic<std::int64_t>::binary(Op, x.constant(), y.constant()));
            switch (Op) {
            case scalar_op::add: return x + y;
            case scalar_op::sub: return x - y;
            case scalar_op::mul: return x * y;
            case scalar_op::div: return floordiv(x, y); // dimensions are not negative
            case scalar_op::rem:
            case scalar_op::mod: return mod(x, y);
            case scalar_op::min: return min(x, y);
            case scalar_op::max: return max(x, y);
            default: return unknown();
            }
        }
    }
    template <class Condition>
    static constexpr number choose(Condition const& c, number yes, number no) {
        if constexpr (requires { c.known; })
            if (!c.known) return yes.known && no.known && yes.value == no.value ? yes : unknown();
        return c.truth() ? yes : no;
    }
};

} // namespace tenon::graph

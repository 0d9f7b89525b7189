// Scalars of the reading that proves rules: exact numbers, and functions of which nothing is known.
#pragma once

#include <tenon/graph/number.hpp>

namespace tenon::graph {

namespace detail {

/// The field of integers modulo this prime. Powers of two are cheap in it: 2 to the 31 is 1.
inline constexpr std::uint64_t field = 2147483647;

constexpr std::uint64_t inverse_in_field(std::uint64_t x) {
    std::uint64_t result = 1;
    for (std::uint64_t left = field - 2; left != 0; left >>= 1, x = x * x % field)
        if ((left & 1) != 0) result = result * x % field;
    return result;
}
/// A number as an element of the field: floating numbers are fractions.
constexpr std::uint64_t to_field(std::int64_t i) {
    auto const magnitude =
        i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
    auto const rest = magnitude % field;
    return i < 0 && rest != 0 ? field - rest : rest;
}
constexpr std::uint64_t to_field(double x) {
    if (x == 0) return 0;
    auto const bits = __builtin_bit_cast(std::uint64_t, x);
    auto const exponent = static_cast<int>(bits >> 52 & 0x7ff);
    auto mantissa = bits & 0xfffffffffffffull;
    if (exponent == 0x7ff)
        return mantissa != 0 ? 1111111111 : bits >> 63 != 0 ? 1222222222 : 1333333333;
    if (exponent != 0) mantissa |= 1ull << 52;
    int const twos = (exponent + 31 * 64 - 1075) % 31;
    auto const magnitude = mantissa % field * (1ull << twos) % field;
    return bits >> 63 != 0 && magnitude != 0 ? field - magnitude : magnitude;
}
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ (hash >> 29);
}

} // namespace detail

/// An element in a proof. A floating one is an element of a finite field, in which what holds for
/// real numbers holds exactly, and beside it the `real` number that decides comparisons, signs and
/// rounding. Functions that no field has are uninterpreted: equal operands give equal results and
/// nothing else is known. Integers and booleans are themselves, in `word`.
struct exact : core::scalar_base {
    std::uint64_t word = 0;
    double real = 0;
    core::dtype type = core::dtype::none;

    static constexpr exact of(double value, core::dtype type) {
        exact made;
        made.type = type;
        if (core::is_float(type)) {
            made.real = rounded(value, type);
            made.word = detail::to_field(made.real);
        } else {
            made.set(static_cast<std::int64_t>(value));
        }
        return made;
    }
    static constexpr exact of(std::int64_t value, core::dtype type) {
        exact made;
        made.type = type;
        if (!core::is_float(type)) {
            made.set(value);
        } else {
            made.real = static_cast<double>(value);
            made.word = detail::to_field(value);
        }
        return made;
    }
    /// What division by zero and the like give; elements that depend on it are not compared.
    static constexpr exact undefined(core::dtype type) {
        exact made;
        made.type = type;
        made.real = core::detail::quiet_nan;
        return made;
    }

    constexpr bool is_real() const { return core::is_float(type); }
    constexpr bool is_undefined() const { return real != real; }
    constexpr std::int64_t integer() const {
        return is_real() ? core::integer_from_float(core::dtype::i64, real)
                         : static_cast<std::int64_t>(word);
    }
    /// Whether `real` is all there is to this number.
    constexpr bool is_known() const { return !is_real() || word == detail::to_field(real); }
    constexpr bool truth() const { return word != 0; }
    constexpr exact like(auto literal) const {
        if constexpr (std::is_floating_point_v<decltype(literal)>)
            return of(static_cast<double>(literal), type);
        else
            return of(static_cast<std::int64_t>(literal), type);
    }

    template <scalar_op Op> static constexpr exact apply(exact const& a) { return unary(Op, a); }
    template <scalar_op Op> static constexpr exact apply(exact const& a, exact const& b) {
        return binary(Op, a, b);
    }
    template <class Condition>
    static constexpr exact choose(Condition const& c, exact const& yes, exact const& no) {
        return c.truth() ? yes : no;
    }

    constexpr exact cast(core::dtype to) const {
        if (to == type || is_undefined()) return retyped(to);
        if (!core::is_float(to)) {
            if (to == core::dtype::boolean) return of(std::int64_t{word != 0}, to);
            return of(is_real() ? core::integer_from_float(to, real)
                                : core::wrap_integer(to, integer()),
                      to);
        }
        if (!is_real()) return of(integer(), to);
        if (core::bits(to) > core::bits(type)) return retyped(to);
        double const nearest = core::round_to(to, real);
        if (nearest == real && is_known()) return retyped(to);
        return uninterpreted(256 + static_cast<int>(to), *this, exact{}, nearest).retyped(to);
    }

    static constexpr exact unary(scalar_op op, exact const& a) {
        if (op == scalar_op::not_ || op == scalar_op::is_nan || op == scalar_op::is_inf)
            return of(std::int64_t{op == scalar_op::not_ && a.word == 0}, core::dtype::boolean);
        if (!a.is_real()) return of(arithmetic<std::int64_t>::unary(op, a.integer()), a.type);
        switch (op) {
        case scalar_op::neg: return a.negated();
        case scalar_op::abs: return a.real < 0 ? a.negated() : a;
        case scalar_op::sign:
            return of(std::int64_t{a.real > 0} - std::int64_t{a.real < 0}, a.type);
        case scalar_op::floor:
        case scalar_op::ceil:
        case scalar_op::trunc:
        case scalar_op::round_even:
            if (a.is_known()) return of(arithmetic<double>::unary(op, a.real), a.type);
            break;
        default: break;
        }
        if (a.is_undefined()) return a;
        return uninterpreted(static_cast<int>(op), a, exact{}, nearby(op, a.real));
    }

    static constexpr exact binary(scalar_op op, exact const& a, exact const& b) {
        if (core::is_comparison(op)) return compare(op, a, b);
        if (!a.is_real() && !b.is_real())
            return of(arithmetic<std::int64_t>::binary(op, a.integer(), b.integer()), a.type);
        if (!a.is_real()) return binary(op, a.cast(b.type), b);
        if (!b.is_real()) return binary(op, a, b.cast(a.type));
        if (op == scalar_op::min) return a.is_undefined() || a.real < b.real ? a : b;
        if (op == scalar_op::max) return a.is_undefined() || b.real < a.real ? a : b;
        if (!a.is_ordinary() || !b.is_ordinary()) return undefined(a.type);
        constexpr auto p = detail::field;
        switch (op) {
        case scalar_op::add: return a.with((a.word + b.word) % p, a.real + b.real);
        case scalar_op::sub: return a.with((a.word + p - b.word) % p, a.real - b.real);
        case scalar_op::mul: return a.with(a.word * b.word % p, a.real * b.real);
        case scalar_op::div:
            if (b.word == 0 || b.real == 0) return undefined(a.type);
            return a.with(a.word * detail::inverse_in_field(b.word) % p, a.real / b.real);
        case scalar_op::pow: return power(a, b);
        default: break;
        }
        double const real = arithmetic<double>::binary(op, a.real, b.real);
        if (real == real && a.is_known() && b.is_known()) return of(real, a.type);
        return uninterpreted(static_cast<int>(op), a, b, real);
    }

private:
    constexpr void set(std::int64_t value) {
        word = static_cast<std::uint64_t>(value);
        real = static_cast<double>(value);
    }
    /// Short fractions are the same in all dtypes; that saves most of the roundings.
    static constexpr double rounded(double value, core::dtype type) {
        double const scaled = value * 256;
        if (scaled < 65536 && scaled > -65536 &&
            scaled == static_cast<double>(static_cast<std::int64_t>(scaled)))
            return value;
        return core::round_to(type, value);
    }
    constexpr exact retyped(core::dtype to) const {
        exact made = *this;
        made.type = to;
        return made;
    }
    constexpr exact with(std::uint64_t w, double r) const {
        exact made;
        made.word = w;
        made.real = r;
        made.type = type;
        return made;
    }
    /// Neither a NaN nor so large that products of it overflow.
    constexpr bool is_ordinary() const { return real < 1e140 && real > -1e140; }
    /// What orders the results of a function that is uninterpreted: the function where it is
    /// defined, and something for other arguments too, so that every draw can be used.
    static constexpr double nearby(scalar_op op, double x) {
        if (op == scalar_op::sqrt || op == scalar_op::log) x = x < 0 ? -x : x;
        bool const partial = op == scalar_op::asin || op == scalar_op::acos ||
                             op == scalar_op::atanh || op == scalar_op::acosh;
        if (partial || (op == scalar_op::log && x == 0) || x > 300 || x < -300) return x / 2;
        return arithmetic<double>::unary(op, x);
    }
    constexpr exact negated() const { return with(word == 0 ? 0 : detail::field - word, -real); }
    static constexpr exact uninterpreted(int function, exact const& a, exact const& b,
                                         double real) {
        auto hash = detail::mix(static_cast<std::uint64_t>(function) + 1, a.word);
        hash = detail::mix(hash, b.word);
        return a.with(detail::mix(hash, 7) % detail::field, real);
    }
    static constexpr exact compare(scalar_op op, exact const& a, exact const& b) {
        bool const same = a.word == b.word, less = !same && a.real < b.real;
        bool const holds = op == scalar_op::eq   ? same
                           : op == scalar_op::ne ? !same
                           : op == scalar_op::lt ? less
                           : op == scalar_op::le ? less || same
                           : op == scalar_op::gt ? !less && !same
                                                 : !less;
        exact made = of(std::int64_t{holds}, core::dtype::boolean);
        if (a.is_undefined() || b.is_undefined()) made = undefined(core::dtype::boolean);
        return made;
    }
    /// Powers with small whole exponents are products.
    static constexpr exact power(exact const& a, exact const& b) {
        if (b.is_known() && b.real == 0.5) return unary(scalar_op::sqrt, a);
        auto const n = b.integer();
        if (!b.is_known() || b.real != static_cast<double>(n) || n > 8 || n < -8)
            return uninterpreted(static_cast<int>(scalar_op::pow), a, b,
                                 core::math::pow(core::math::abs(a.real) + 1, b.real));
        exact result = of(std::int64_t{1}, a.type);
        for (auto i = n < 0 ? -n : n; i != 0; --i) result = binary(scalar_op::mul, result, a);
        if (n < 0) return binary(scalar_op::div, of(std::int64_t{1}, a.type), result);
        return result;
    }
};

} // namespace tenon::graph

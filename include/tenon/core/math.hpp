// Elementary functions that also work in constant expressions.
#pragma once

#include <tenon/core/number_format.hpp>

namespace tenon::core::math {

/// Each calls the C library at run time. In constant expressions, where compilers differ, a series
/// of its own is used, good to about 1e-14 relative.

constexpr double trunc(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_trunc(x);
    if (!(x > -4503599627370496.0 && x < 4503599627370496.0) || x == 0) return x;
    auto const whole = static_cast<double>(static_cast<std::int64_t>(x));
    return whole == 0 && x < 0 ? -0.0 : whole;
}
constexpr double floor(double x) {
    double const t = trunc(x);
    return t > x ? t - 1 : t;
}
constexpr double ceil(double x) {
    double const t = trunc(x);
    return t < x ? (t + 1 == 0 ? -0.0 : t + 1) : t;
}
constexpr double copysign(double size, double sign) {
    std::uint64_t const top = 1ull << 63;
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(size) & ~top) |
                                 (std::bit_cast<std::uint64_t>(sign) & top));
}
constexpr double abs(double x) { return copysign(x, 1.0); }
/// To the nearest integer, ties to even.
constexpr double round_even(double x) {
    if (!(abs(x) < 4503599627370496.0)) return x;
    double const shifted = abs(x) + 4503599627370496.0;
    return copysign(shifted - 4503599627370496.0, x);
}
constexpr double remainder_truncated(double a, double b) {
    if (!__builtin_is_constant_evaluated()) return __builtin_fmod(a, b);
    if (b == 0 || a != a || b != b) return core::detail::quiet_nan;
    return a - trunc(a / b) * b;
}
constexpr double remainder_floored(double a, double b) {
    double const r = remainder_truncated(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
constexpr double sqrt(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_sqrt(x);
    if (x < 0 || x != x) return core::detail::quiet_nan;
    if (x == 0 || x == core::detail::infinity) return x;
    double guess =
        std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) >> 1) + 0x1ff8000000000000ull);
    for (int i = 0; i != 6; ++i) guess = (guess + x / guess) / 2;
    return guess;
}
constexpr double exp(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_exp(x);
    if (x != x) return x;
    if (x > 709.8) return core::detail::infinity;
    if (x < -745.2) return 0;
    double const n = round_even(x / 0.69314718055994530942);
    double const r = x - n * 0.693147180369123816490 - n * 1.90821492927058770002e-10;
    double term = 1, sum = 1;
    for (int i = 1; i != 18; ++i) sum += term *= r / i;
    return sum * core::detail::power_of_two(static_cast<int>(n));
}
constexpr double log(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_log(x);
    if (x < 0 || x != x) return core::detail::quiet_nan;
    if (x == 0) return -core::detail::infinity;
    if (x == core::detail::infinity) return x;
    int exponent = 0;
    for (; x > 1.4142135623730951; ++exponent) x /= 2;
    for (; x < 0.7071067811865476; --exponent) x *= 2;
    double const z = (x - 1) / (x + 1), square = z * z;
    double power = z, sum = 0;
    for (int i = 1; i < 40; i += 2, power *= square) sum += power / i;
    return 2 * sum + exponent * 0.69314718055994530942;
}
namespace detail {
/// Where exp(x) - exp(-x) would cancel.
constexpr bool is_small(double x) { return x > -0.3 && x < 0.3; }
constexpr double small_sinh(double x) {
    double term = x, sum = x;
    for (int i = 2; i < 24; i += 2) sum += term *= x * x / (i * (i + 1));
    return sum;
}
constexpr double small_atanh(double x) {
    double power = x, sum = 0;
    for (int i = 1; i < 40; i += 2, power *= x * x) sum += power / i;
    return sum;
}
} // namespace detail
constexpr double tanh(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_tanh(x);
    if (abs(x) > 20) return copysign(1, x);
    if (math::detail::is_small(x)) return 2 * math::detail::small_sinh(x) / (exp(x) + exp(-x));
    double const e = exp(2 * x);
    return (e - 1) / (e + 1);
}
constexpr double erf(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_erf(x);
    if (abs(x) > 6) return copysign(1, x);
    double term = x, sum = x; // Maclaurin series: sum of (-1)^n x^(2n+1) / (n! (2n+1))
    for (int i = 1; i != 150; ++i) {
        term *= -x * x / i;
        sum += term / (2 * i + 1);
    }
    return sum * 1.12837916709551257390;
}
namespace detail {
/// sin(x) for phase 0, cos(x) for phase 1.
constexpr double sine(double x, int phase) {
    double const turns = round_even(x / 6.283185307179586477);
    double const r = x - turns * 6.283185307179586477;
    double term = phase == 0 ? r : 1, sum = term;
    for (int i = phase == 0 ? 2 : 1; i < 40; i += 2) sum += term *= -r * r / (i * (i + 1));
    return sum;
}
} // namespace detail
constexpr double sin(double x) {
    return __builtin_is_constant_evaluated() ? math::detail::sine(x, 0) : __builtin_sin(x);
}
constexpr double cos(double x) {
    return __builtin_is_constant_evaluated() ? math::detail::sine(x, 1) : __builtin_cos(x);
}
constexpr double tan(double x) {
    return __builtin_is_constant_evaluated() ? sin(x) / cos(x) : __builtin_tan(x);
}
constexpr double atan(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_atan(x);
    if (abs(x) > 1) return copysign(1.57079632679489661923, x) - atan(1 / x);
    if (abs(x) > 0.4) return 2 * atan(x / (1 + sqrt(1 + x * x)));
    double power = x, sum = 0;
    for (int i = 1; i < 60; i += 2, power *= -x * x) sum += power / i;
    return sum;
}
constexpr double asin(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_asin(x);
    if (abs(x) == 1) return copysign(1.57079632679489661923, x);
    return atan(x / sqrt(1 - x * x));
}
constexpr double acos(double x) {
    return __builtin_is_constant_evaluated() ? 1.57079632679489661923 - asin(x) : __builtin_acos(x);
}
constexpr double sinh(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_sinh(x);
    return math::detail::is_small(x) ? math::detail::small_sinh(x) : (exp(x) - exp(-x)) / 2;
}
constexpr double cosh(double x) {
    return __builtin_is_constant_evaluated() ? (exp(x) + exp(-x)) / 2 : __builtin_cosh(x);
}
constexpr double asinh(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_asinh(x);
    if (math::detail::is_small(x)) return math::detail::small_atanh(x / sqrt(1 + x * x));
    return copysign(log(abs(x) + sqrt(x * x + 1)), x);
}
constexpr double acosh(double x) {
    return __builtin_is_constant_evaluated() ? log(x + sqrt(x * x - 1)) : __builtin_acosh(x);
}
constexpr double atanh(double x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_atanh(x);
    return math::detail::is_small(x) ? math::detail::small_atanh(x) : log((1 + x) / (1 - x)) / 2;
}
constexpr double pow(double x, double y) {
    if (!__builtin_is_constant_evaluated()) return __builtin_pow(x, y);
    if (y == trunc(y) && abs(y) < 1024) {
        double result = 1;
        for (int i = 0; i < static_cast<int>(abs(y)); ++i) result *= x;
        return y < 0 ? 1 / result : result;
    }
    return exp(y * log(x));
}

} // namespace tenon::core::math

// Elements of every dtype as bits: decoding and encoding with the rounding that ONNX prescribes.
#pragma once

#include <tenon/core/dtype.hpp>

#include <bit>
#include <cstdint>

namespace tenon::core {

/// How a narrow floating format is laid out (IEEE 754 binary16, bfloat16, OCP 8-bit formats, OCP
/// MX).
struct float_format {
    int exponent_bits;
    int mantissa_bits;
    int bias;
    bool has_infinity;         ///< all-ones exponent is infinity/NaN, as in IEEE 754
    bool negative_zero_is_nan; ///< the `uz` formats: no -0, its bits are the only NaN
    bool has_sign = true;
};

constexpr float_format format_of(dtype d) {
    switch (d) {
    case dtype::f16: return {5, 10, 15, true, false};
    case dtype::bf16: return {8, 7, 127, true, false};
    case dtype::f8e4m3fn: return {4, 3, 7, false, false};
    case dtype::f8e4m3fnuz: return {4, 3, 8, false, true};
    case dtype::f8e5m2: return {5, 2, 15, true, false};
    case dtype::f8e5m2fnuz: return {5, 2, 16, false, true};
    case dtype::f8e8m0: return {8, 0, 127, false, false, false};
    case dtype::f4e2m1: return {2, 1, 1, false, false};
    default: return {8, 23, 127, true, false};
    }
}

namespace detail {

inline constexpr double quiet_nan = std::bit_cast<double>(0x7ff8000000000000ull);
inline constexpr double infinity = std::bit_cast<double>(0x7ff0000000000000ull);

constexpr double power_of_two(int exponent) {
    double result = 1;
    for (; exponent > 0; --exponent) result *= 2;
    for (; exponent < 0; ++exponent) result /= 2;
    return result;
}

/// Whether the bits are a NaN in a format without infinities.
constexpr bool is_finite_format_nan(float_format f, std::uint32_t magnitude, bool negative) {
    if (f.negative_zero_is_nan) return negative && magnitude == 0;
    if (!f.has_sign) return magnitude == 0xff;
    if (f.exponent_bits == 2) return false; // f4e2m1 has neither NaN nor infinity
    return magnitude == (1u << (f.exponent_bits + f.mantissa_bits)) - 1;
}

constexpr double decode_narrow(float_format f, std::uint32_t word) {
    int const width = f.exponent_bits + f.mantissa_bits;
    bool const negative = f.has_sign && ((word >> width) & 1u) != 0;
    std::uint32_t const magnitude = word & ((1u << width) - 1);
    std::uint32_t const mantissa = magnitude & ((1u << f.mantissa_bits) - 1);
    int const exponent = static_cast<int>(magnitude >> f.mantissa_bits);
    double const sign = negative ? -1.0 : 1.0;
    if (f.has_infinity && exponent == (1 << f.exponent_bits) - 1)
        return mantissa != 0 ? quiet_nan : sign * infinity;
    if (!f.has_infinity && is_finite_format_nan(f, magnitude, negative)) return quiet_nan;
    if (!f.has_sign) return power_of_two(exponent - f.bias);
    double const unit = power_of_two((exponent == 0 ? 1 : exponent) - f.bias - f.mantissa_bits);
    double const whole =
        mantissa + (exponent == 0 ? 0.0 : static_cast<double>(1u << f.mantissa_bits));
    return sign * whole * unit;
}

constexpr std::uint32_t largest_magnitude(float_format f) {
    std::uint32_t const all = (1u << (f.exponent_bits + f.mantissa_bits)) - 1;
    if (f.has_infinity)
        return ((1u << f.exponent_bits) - 2) << f.mantissa_bits | ((1u << f.mantissa_bits) - 1);
    if (f.negative_zero_is_nan || f.exponent_bits == 2) return all;
    return all - 1;
}

constexpr std::uint32_t narrow_nan(float_format f) {
    int const width = f.exponent_bits + f.mantissa_bits;
    if (f.negative_zero_is_nan) return 1u << width;
    if (f.has_infinity)
        return ((1u << f.exponent_bits) - 1) << f.mantissa_bits | (1u << (f.mantissa_bits - 1));
    return (1u << width) - 1;
}

/// Round-to-nearest-even of a positive finite double to the format's magnitude bits; beyond the
/// largest finite value the result is `largest_magnitude + 1` or more.
constexpr std::uint64_t round_magnitude(float_format f, double value) {
    std::uint64_t const word = std::bit_cast<std::uint64_t>(value);
    int exponent = static_cast<int>(word >> 52) - 1023;
    std::uint64_t significand = (word & 0xfffffffffffffull) | 0x10000000000000ull;
    if (word >> 52 == 0) return 0; // double denormals are below every narrow format
    int biased = exponent + f.bias;
    int shift = 52 - f.mantissa_bits;
    if (biased < 1) {
        shift += 1 - biased;
        biased = 1;
    }
    if (shift > 54) return 0;
    std::uint64_t const half = 1ull << (shift - 1), rest = significand & ((1ull << shift) - 1);
    std::uint64_t rounded = significand >> shift;
    if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
    return (static_cast<std::uint64_t>(biased - 1) << f.mantissa_bits) + rounded;
}

constexpr std::uint32_t encode_narrow(float_format f, double value, bool saturate) {
    int const width = f.exponent_bits + f.mantissa_bits;
    if (value != value) return f.exponent_bits == 2 ? largest_magnitude(f) : narrow_nan(f);
    bool const negative = (std::bit_cast<std::uint64_t>(value) >> 63) != 0;
    double const size = negative ? -value : value;
    std::uint32_t const sign = negative && f.has_sign ? 1u << width : 0;
    std::uint32_t const largest = largest_magnitude(f);
    std::uint64_t const magnitude = size == infinity ? ~0ull : round_magnitude(f, size);
    if (magnitude <= largest)
        return magnitude == 0 && f.negative_zero_is_nan
                   ? 0
                   : sign | static_cast<std::uint32_t>(magnitude);
    if (saturate || f.exponent_bits == 2) return sign | largest;
    if (f.has_infinity) return sign | (((1u << f.exponent_bits) - 1) << f.mantissa_bits);
    return narrow_nan(f) | (f.negative_zero_is_nan ? 0 : sign);
}

/// ONNX Cast to f8e8m0 rounds up in magnitude by default when it saturates; Tenon stores the
/// nearest power.
constexpr std::uint32_t encode_e8m0(double value) {
    if (value != value) return 0xff;
    if (value <= 0) return 0;
    std::uint64_t const word = std::bit_cast<std::uint64_t>(value);
    int exponent = static_cast<int>(word >> 52) - 1023;
    if ((word & 0x8000000000000ull) != 0) ++exponent;
    exponent += 127;
    return static_cast<std::uint32_t>(exponent < 0 ? 0 : exponent > 254 ? 254 : exponent);
}

} // namespace detail

/// The value of a floating element stored as `word` (in its low bits).
constexpr double decode_float(dtype d, std::uint64_t word) {
    if (d == dtype::f64) return std::bit_cast<double>(word);
    if (d == dtype::f32)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
    return detail::decode_narrow(format_of(d), static_cast<std::uint32_t>(word));
}

/// The bits of `value` in the floating format `d`, rounded to nearest even. Values beyond the range
/// become infinity, or NaN where the format has no infinity; with `saturate` the largest finite
/// value.
constexpr std::uint64_t encode_float(dtype d, double value, bool saturate = false) {
    if (d == dtype::f64) return std::bit_cast<std::uint64_t>(value);
    if (d == dtype::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (d == dtype::f8e8m0) return detail::encode_e8m0(value);
    return detail::encode_narrow(format_of(d), value, saturate);
}

/// The integer stored as `word` in an integer or boolean dtype, sign-extended where the dtype is
/// signed.
constexpr std::int64_t decode_integer(dtype d, std::uint64_t word) {
    int const width = bits(d);
    if (width == 64) return static_cast<std::int64_t>(word);
    std::uint64_t const mask = (1ull << width) - 1;
    word &= mask;
    if (d == dtype::boolean) return word != 0;
    if (is_signed(d) && (word >> (width - 1)) != 0) word |= ~mask;
    return static_cast<std::int64_t>(word);
}

/// The value of `integer` after storing it in `d`: modulo 2^bits, as ONNX's integer arithmetic
/// wraps.
constexpr std::int64_t wrap_integer(dtype d, std::int64_t integer) {
    return d == dtype::boolean ? integer != 0
                               : decode_integer(d, static_cast<std::uint64_t>(integer));
}

/// A floating value rounded to what `d` can hold.
constexpr double round_to(dtype d, double value) { return decode_float(d, encode_float(d, value)); }

/// The integer that ONNX's Cast makes of a floating value: towards zero, then wrapped into `d`.
/// Values beyond 64 bits and NaN, which ONNX leaves undefined, give the same number on every run:
/// the nearest end of the 64-bit range, and 0.
constexpr std::int64_t integer_from_float(dtype d, double value) {
    if (d == dtype::boolean) return !(value == 0);
    if (value != value) return 0;
    if (d == dtype::u64) {
        if (value >= 18446744073709551616.0) return -1;
        if (value >= 9223372036854775808.0)
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(value));
    }
    if (value >= 9223372036854775808.0) return wrap_integer(d, INT64_MAX);
    if (value < -9223372036854775808.0) return wrap_integer(d, INT64_MIN);
    return wrap_integer(d, static_cast<std::int64_t>(value));
}

} // namespace tenon::core

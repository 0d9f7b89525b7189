// Floating-point numbers as text that reads back to the same bits.
#pragma once

#include <tenon/core/number_format.hpp>
#include <tenon/core/quote.hpp>
#include <tenon/core/text.hpp>

#include <bit>
#include <cstdint>

namespace tenon::core {

namespace detail {

inline constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// A natural number of any size, low limbs first; what decimal fractions beyond the fast path need.
struct natural {
    list<std::uint32_t> limbs;

    constexpr void multiply_add(std::uint32_t factor, std::uint32_t added) {
        std::uint64_t carry = added;
        for (auto& limb : limbs) {
            carry += std::uint64_t{limb} * factor;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) limbs.push_back(static_cast<std::uint32_t>(carry));
    }
    constexpr void shift_left(int by) {
        for (; by >= 31; by -= 31) multiply_add(1u << 31, 0);
        multiply_add(1u << by, 0);
    }
    constexpr int bit_width() const {
        if (limbs.empty()) return 0;
        return static_cast<int>(limbs.size()) * 32 - std::countl_zero(limbs.back());
    }
    constexpr int compare(natural const& other) const {
        if (limbs.size() != other.limbs.size()) return limbs.size() < other.limbs.size() ? -1 : 1;
        for (std::size_t i = limbs.size(); i-- != 0;)
            if (limbs[i] != other.limbs[i]) return limbs[i] < other.limbs[i] ? -1 : 1;
        return 0;
    }
    /// Takes away a number that is not larger.
    constexpr void subtract(natural const& other) {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i != limbs.size(); ++i) {
            std::uint64_t const taken = borrow + (i < other.limbs.size() ? other.limbs[i] : 0);
            borrow = taken > limbs[i] ? 1 : 0;
            limbs[i] = static_cast<std::uint32_t>(limbs[i] - taken);
        }
        while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
    }
};

/// 2^exponent for exponents of normal and subnormal doubles.
constexpr double double_power_of_two(int exponent) {
    return exponent >= -1022
               ? std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52)
               : std::bit_cast<double>(std::uint64_t{1} << (exponent + 1074));
}

/// The double nearest to a quotient, ties to even. Both are positive.
constexpr double nearest_quotient(natural above, natural below) {
    int exponent = above.bit_width() - below.bit_width();
    exponent < 0 ? above.shift_left(-exponent) : below.shift_left(exponent);
    if (above.compare(below) < 0) {
        above.shift_left(1);
        --exponent;
    }
    if (exponent > 1023) return infinity;
    int const digits = exponent >= -1022 ? 53 : exponent + 1075;
    if (digits < 0) return 0;
    std::uint64_t quotient = 0;
    for (int i = 0; i != digits; ++i) {
        quotient <<= 1;
        if (above.compare(below) >= 0) {
            above.subtract(below);
            quotient |= 1;
        }
        above.shift_left(1);
    }
    int const rest = above.compare(below);
    if (rest > 0 || (rest == 0 && (quotient & 1) != 0)) ++quotient;
    if (exponent == 1023 && quotient >> 53 != 0) return infinity;
    return static_cast<double>(quotient) * double_power_of_two(exponent - digits + 1);
}

/// digits * 10^exponent where that is one exact operation away from two exact numbers.
constexpr bool is_easy_decimal(std::uint64_t digits, int exponent) {
    return exponent == 0 || (digits < (1ull << 53) && exponent >= -22 && exponent <= 22);
}
constexpr double easy_decimal(std::uint64_t digits, int exponent) {
    auto const whole = static_cast<double>(digits);
    return exponent < 0 ? whole / powers_of_ten[-exponent] : whole * powers_of_ten[exponent];
}

/// The value of `12.5e-3`, correctly rounded.
constexpr double decimal_value(std::string_view spelling) {
    constexpr int most_digits = 800; // more never decide the nearest double
    std::uint64_t head = 0;
    natural all;
    int count = 0, exponent = 0, written = 0;
    std::size_t i = 0;
    for (bool fraction = false;
         i != spelling.size() && (is(spelling[i], digit) || spelling[i] == '.'); ++i) {
        if (spelling[i] == '.') {
            fraction = true;
            continue;
        }
        if (fraction) --exponent;
        auto const value = static_cast<std::uint32_t>(spelling[i] - '0');
        if (count == 0 && value == 0) continue;
        if (++count <= 19)
            head = head * 10 + value;
        else if (count > most_digits)
            ++exponent;
        if (count == 20) {
            all.limbs = {static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(head >> 32)};
        }
        if (count >= 20 && count <= most_digits) all.multiply_add(10, value);
    }
    if (i < spelling.size()) {
        bool const negative = spelling[++i] == '-';
        if (!is(spelling[i], digit)) ++i;
        for (; i != spelling.size() && written < 100000; ++i)
            written = written * 10 + (spelling[i] - '0');
        exponent += negative ? -written : written;
    }
    if (count == 0) return 0;
    if (count < 20 && is_easy_decimal(head, exponent)) return easy_decimal(head, exponent);
    if (count + exponent > 400) return infinity;
    if (count + exponent < -400) return 0;
    if (count < 20) {
        all.limbs = {static_cast<std::uint32_t>(head)};
        if (head >> 32 != 0) all.limbs.push_back(static_cast<std::uint32_t>(head >> 32));
    }
    natural below{{1}};
    for (int k = 0; k < exponent; ++k) all.multiply_add(10, 0);
    for (int k = exponent; k < 0; ++k) below.multiply_add(10, 0);
    return nearest_quotient(static_cast<natural&&>(all), static_cast<natural&&>(below));
}

/// The value of `0x1.8p-3`; digits beyond the 16th are dropped.
constexpr double hex_value_of(std::string_view spelling) {
    std::uint64_t digits = 0;
    int exponent = 0, written = 0;
    std::size_t i = 2;
    for (bool fraction = false; i != spelling.size() && spelling[i] != 'p'; ++i) {
        if (spelling[i] == '.') {
            fraction = true;
            continue;
        }
        bool const fits = digits >> 60 == 0;
        if (fits) digits = digits * 16 + static_cast<unsigned>(hex_value(spelling[i]));
        if (fits == fraction) exponent += fits ? -4 : 4;
    }
    if (i < spelling.size()) {
        bool const negative = spelling[++i] == '-';
        if (!is(spelling[i], digit)) ++i;
        for (; i != spelling.size() && written < 100000; ++i)
            written = written * 10 + (spelling[i] - '0');
        exponent += negative ? -written : written;
    }
    if (digits == 0) return 0;
    int const magnitude = exponent + static_cast<int>(std::bit_width(digits));
    if (magnitude > 1024) return infinity;
    if (magnitude < -1080) return 0;
    natural above{{static_cast<std::uint32_t>(digits)}}, below{{1}};
    if (digits >> 32 != 0) above.limbs.push_back(static_cast<std::uint32_t>(digits >> 32));
    exponent < 0 ? below.shift_left(-exponent) : above.shift_left(exponent);
    return nearest_quotient(static_cast<natural&&>(above), static_cast<natural&&>(below));
}

constexpr text hex_text(double positive) {
    auto const word = std::bit_cast<std::uint64_t>(positive);
    auto const biased = static_cast<int>(word >> 52);
    text out(biased == 0 ? "0x0" : "0x1");
    std::uint64_t rest = word << 12;
    if (rest != 0) out.push_back('.');
    for (; rest != 0; rest <<= 4) out.push_back(hex_digits[rest >> 60]);
    out += "p";
    out += to_string(std::int64_t{biased == 0 ? -1022 : biased - 1023});
    return out;
}

/// `digits` times 10^exponent: fixed where that is short, else with an exponent.
constexpr text decimal_text(std::uint64_t digits, int exponent) {
    text const all = to_string(static_cast<std::int64_t>(digits));
    auto const size = static_cast<int>(all.size());
    int const point = size + exponent; // where the point is, from the left of the digits
    text out;
    if (point > 16 || point < -3) {
        out += all.view().substr(0, 1);
        if (size > 1) (out += ".") += all.view().substr(1);
        return (out += "e") += to_string(std::int64_t{point - 1});
    }
    if (point <= 0) {
        out += "0.";
        for (int i = point; i != 0; ++i) out.push_back('0');
        return out += all;
    }
    for (int i = 0; i != point; ++i)
        out.push_back(i < size ? all[static_cast<std::size_t>(i)] : '0');
    out += ".";
    return out += point < size ? all.view().substr(static_cast<std::size_t>(point)) : "0";
}

/// The shortest decimal for which `is_same(value)` holds, if at most 15 digits and an easy exponent
/// suffice; hexadecimal otherwise.
template <class IsSame> constexpr text shortest_text(double positive, IsSame&& is_same) {
    if (positive == 0) return "0.0";
    if (positive < 1e-16 || positive >= 1e22) return hex_text(positive);
    int exponent = 0;
    while (exponent < 22 && powers_of_ten[exponent + 1] <= positive) ++exponent;
    while (positive * powers_of_ten[exponent < 0 ? -exponent : 0] < 1) --exponent;
    for (int digits = 1; digits <= 15; ++digits) {
        int const shift = digits - 1 - exponent;
        if (shift > 22 || shift < -22) continue;
        double const scaled =
            shift < 0 ? positive / powers_of_ten[-shift] : positive * powers_of_ten[shift];
        auto const rounded = static_cast<std::uint64_t>(scaled + 0.5);
        if (is_same(easy_decimal(rounded, -shift))) return decimal_text(rounded, -shift);
    }
    return hex_text(positive);
}

} // namespace detail

/// A floating element as text: the shortest decimal or a hexadecimal number that gives the same
/// bits in this dtype; `inf`, `nan`, and `nan(0x7fa0)` for a NaN with unusual bits.
constexpr text real_text(dtype element, std::uint64_t word) {
    double const value = decode_float(element, word);
    if (value != value) {
        if (word == encode_float(element, detail::quiet_nan)) return "nan";
        text out("nan(0x");
        for (int shift = bits(element) < 8 ? 0 : bits(element) - 4; shift >= 0; shift -= 4)
            out.push_back(detail::hex_digits[(word >> shift) & 15]);
        return out += ")";
    }
    bool const negative = std::bit_cast<std::uint64_t>(value) >> 63 != 0;
    double const size = negative ? -value : value;
    text const sign(negative ? "-" : "");
    if (size == detail::infinity) return sign + "inf";
    bool const is_exact = bits(element) <= 8; // else 448 would be 450 in a format of 3 bits
    auto const is_same = [&](double candidate) {
        if (is_exact) return candidate == size;
        return encode_float(element, negative ? -candidate : candidate) == word;
    };
    return sign + detail::shortest_text(size, is_same);
}
constexpr text real_text(double value) {
    return real_text(dtype::f64, std::bit_cast<std::uint64_t>(value));
}

/// The value of an unsigned number as the lexer of the IR accepts it.
constexpr double real_value(std::string_view spelling) {
    bool const is_hex = spelling.size() > 2 && spelling[1] == 'x';
    return is_hex ? detail::hex_value_of(spelling) : detail::decimal_value(spelling);
}

} // namespace tenon::core

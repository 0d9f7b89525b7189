// The arithmetic of symbolic dimensions, for the headers that tenonc writes.
#pragma once

#include <cstdint>

namespace tenon::runtime {

/// Quotient towards minus infinity; 0 for a division by 0.
constexpr std::int64_t floordiv(std::int64_t a, std::int64_t b) {
    if (b == 0) return 0;
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// Quotient towards infinity; 0 for a division by 0.
constexpr std::int64_t ceildiv(std::int64_t a, std::int64_t b) {
    if (b == 0) return 0;
    return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

/// Remainder with the sign of the divisor; 0 for a division by 0.
constexpr std::int64_t mod(std::int64_t a, std::int64_t b) {
    return b == 0 ? 0 : a - floordiv(a, b) * b;
}

constexpr std::int64_t min(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t max(std::int64_t a, std::int64_t b) { return a < b ? b : a; }

/// numpy's rule: b where a is 1, else a.
constexpr std::int64_t broadcast(std::int64_t a, std::int64_t b) { return a == 1 ? b : a; }

} // namespace tenon::runtime

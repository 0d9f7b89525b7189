#include "compare.hpp"

#include "values.hpp"

#include <cmath>
#include <cstdio>

namespace tenon::tenonc {
namespace {

using core::dtype;
using core::tensor;

verdict compare_exactly(tensor const& actual, tensor const& expected) {
    if (expected.element() == dtype::string) {
        bool const same = actual == expected;
        return {same, same ? "equal" : "different strings"};
    }
    for (std::int64_t i = 0; i != expected.size(); ++i)
        if (actual.word(i) != expected.word(i))
            return {false, "element " + std::to_string(i) + " is " +
                               std::to_string(actual.integer(i)) + ", expected " +
                               std::to_string(expected.integer(i))};
    return {true, "equal"};
}

bool same_kind(double a, double b) {
    return std::isfinite(a) == std::isfinite(b) && std::isnan(a) == std::isnan(b) &&
           (!std::isinf(a) || a == b);
}

verdict compare_closely(tensor const& actual, tensor const& expected) {
    double largest = 0, magnitude = 0;
    for (std::int64_t i = 0; i != expected.size(); ++i) {
        double const a = actual.real(i), b = expected.real(i);
        if (!same_kind(a, b))
            return {false, "element " + std::to_string(i) + " is " + std::to_string(a) +
                               ", expected " + std::to_string(b)};
        if (!std::isfinite(b)) continue;
        largest = std::max(largest, std::fabs(a - b));
        magnitude = std::max(magnitude, std::fabs(b));
    }
    double const limit = tolerance(expected.element());
    double const relative = largest == 0 ? 0 : magnitude == 0 ? INFINITY : largest / magnitude;
    char words[160];
    std::snprintf(words, sizeof words,
                  "largest difference %.2g, which is %.2g of the largest magnitude (at most %.2g)",
                  largest, relative, limit);
    return {relative <= limit, words};
}

} // namespace

double tolerance(dtype element) {
    if (core::bits(element) >= 32) return 1e-4;
    if (element == dtype::f16) return 1e-2;
    return element == dtype::bf16 ? 4e-2 : 0.25;
}

verdict compare(tensor const& actual, tensor const& expected) {
    if (actual.element() != expected.element() || actual.shape() != expected.shape())
        return {false, "is " + type_of(actual) + ", expected " + type_of(expected)};
    if (core::is_float(expected.element())) return compare_closely(actual, expected);
    return compare_exactly(actual, expected);
}

} // namespace tenon::tenonc

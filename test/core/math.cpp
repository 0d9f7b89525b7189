#include <tenon/core/math.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace math = tenon::core::math;

namespace {

constexpr int count = 41;
struct results {
    double of[count]{};
};
/// A function at 41 places in [low, high], computed by the compiler.
template <class F> consteval results at_compile_time(F f, double low, double high) {
    results all;
    for (int i = 0; i != count; ++i) all.of[i] = f(low + (high - low) * i / (count - 1));
    return all;
}
double worst_difference(results const& all, double (*f)(double), double low, double high) {
    double worst = 0;
    for (int i = 0; i != count; ++i) {
        double const wanted = f(low + (high - low) * i / (count - 1));
        double const off =
            std::abs(all.of[i] - wanted) / (std::abs(wanted) < 1e-300 ? 1 : std::abs(wanted));
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

} // namespace

#define AGREES(name, low, high)                                                                    \
    static constexpr auto compiled_##name =                                                        \
        at_compile_time([](double x) { return math::name(x); }, low, high);                        \
    CHECK_MESSAGE(worst_difference(                                                                \
                      compiled_##name, [](double x) { return std::name(x); }, low, high) < 2e-13,  \
                  #name)

TEST_CASE("the compiler's functions agree with the C library's") {
    AGREES(sqrt, 0.0, 1e10);
    AGREES(exp, -700.0, 700.0);
    AGREES(log, 1e-3, 1e3);
    AGREES(tanh, -3.0, 3.0);
    AGREES(erf, -2.0, 2.0);
    AGREES(sin, -3.0, 3.1);
    AGREES(cos, -3.0, 3.1);
    AGREES(tan, -1.4, 1.4);
    AGREES(asin, -0.9, 0.9);
    AGREES(acos, -0.9, 0.9);
    AGREES(atan, -9.0, 9.0);
    AGREES(sinh, -5.0, 5.0);
    AGREES(cosh, -5.0, 5.0);
    AGREES(asinh, -5.0, 5.0);
    AGREES(acosh, 1.5, 50.0);
    AGREES(atanh, -0.9, 0.9);
}

TEST_CASE("they agree for small arguments too") {
    AGREES(tanh, 1e-9, 0.4);
    AGREES(sinh, 1e-9, 0.4);
    AGREES(asinh, 1e-9, 0.4);
    AGREES(atanh, 1e-9, 0.4);
    AGREES(atan, 1e-9, 0.4);
    AGREES(sin, 1e-9, 0.4);
    static_assert(math::asin(-1) < -1.5707963 && math::acos(1) == 0);
}

TEST_CASE("rounding") {
    static_assert(math::floor(-1.5) == -2 && math::ceil(-1.5) == -1 && math::trunc(-1.5) == -1);
    static_assert(math::round_even(2.5) == 2 && math::round_even(3.5) == 4);
    static_assert(math::round_even(-0.5) == 0);
    CHECK(std::signbit(math::ceil(-0.5)));
    CHECK(math::remainder_floored(-7, 3) == 2);
    CHECK(math::remainder_truncated(-7, 3) == -1);
}

TEST_CASE("powers") {
    static_assert(math::pow(2, 10) == 1024 && math::pow(2, -2) == 0.25);
    constexpr double root = math::pow(2, 0.5);
    CHECK(std::abs(root - std::sqrt(2.0)) < 1e-14);
}

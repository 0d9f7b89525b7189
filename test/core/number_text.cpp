#include <tenon/core/number_text.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace tenon::core;

namespace {

/// The bits that a printed element has when it is read again, with its sign as the parser takes it.
std::uint64_t read_again(dtype element, text const& printed) {
    std::string_view all = printed;
    bool const negative = all[0] == '-';
    if (negative) all.remove_prefix(1);
    if (all == "inf") return encode_float(element, negative ? -detail::infinity : detail::infinity);
    double const value = real_value(all);
    return encode_float(element, negative ? -value : value);
}
void check_element(dtype element, std::uint64_t word) {
    double const value = decode_float(element, word);
    if (value != value) return;
    text const printed = real_text(element, word);
    if (read_again(element, printed) != word) FAIL_CHECK(std::string(printed.view()));
}

} // namespace

TEST_CASE("short numbers stay short") {
    static_assert(real_text(0.0) == "0.0" && real_text(-0.0) == "-0.0");
    static_assert(real_text(1) == "1.0" && real_text(0.1) == "0.1" && real_text(-2.5) == "-2.5");
    static_assert(real_text(1e-5) == "1e-5" && real_text(1.5e20) == "1.5e20");
    static_assert(real_text(123456789.125) == "123456789.125");
    static_assert(real_text(dtype::f32, encode_float(dtype::f32, 0.1)) == "0.1");
    static_assert(real_text(detail::infinity) == "inf" && real_text(detail::quiet_nan) == "nan");
    CHECK(real_text(dtype::f16, 0x7c01) == "nan(0x7c01)");
    CHECK(real_text(0.1 + 0.2) == "0x1.3333333333334p-2");
    CHECK(real_text(0x1p-1074) == "0x0.0000000000001p-1022");
}

TEST_CASE("what is printed reads back to the same bits") {
    for (dtype d : {dtype::f16, dtype::bf16, dtype::f8e4m3fn, dtype::f8e5m2fnuz, dtype::f8e8m0,
                    dtype::f4e2m1})
        for (std::uint64_t word = 0; word != 1ull << bits(d); ++word) check_element(d, word);
    std::uint64_t state = 1;
    for (int i = 0; i != 20000; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        check_element(dtype::f64, state);
        check_element(dtype::f32, state >> 32);
        check_element(dtype::f64,
                      encode_float(dtype::f64, static_cast<double>(state >> 40) / 1000));
    }
}

TEST_CASE("decimals are rounded as the C library does it") {
    for (char const* spelling :
         {"0.30000000000000004", "3.4028234663852886e38", "1.7976931348623157e308", "5e-324",
          "2.4703282292062327208e-324", "2.4703282292062328e-324", "1e400", "1e-400",
          "2.2250738585072011e-308", "9007199254740993", "9007199254740992.5",
          "123456789012345678901", "0.1000000000000000055511151231257827021181583404541015625",
          "1e23", "8.5e-310"}) {
        CAPTURE(spelling);
        CHECK(real_value(spelling) == std::strtod(spelling, nullptr));
    }
    std::uint64_t state = 7;
    for (int i = 0; i != 5000; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        std::string const spelling =
            std::to_string(state) + "e" + std::to_string(static_cast<int>(state >> 55) - 256);
        if (real_value(spelling) != std::strtod(spelling.c_str(), nullptr)) FAIL_CHECK(spelling);
    }
}

TEST_CASE("hexadecimal numbers are rounded as the C library does it") {
    for (char const* spelling :
         {"0x1p0", "0x1.8p-3", "0x0.0000000000001p-1022", "0x1p-1075", "0x1.8p-1075",
          "0x1.fffffffffffff8p1023", "0x1p99999", "0xfffffffffffffbffp0", "0x1.00000000000008p0"}) {
        CAPTURE(spelling);
        CHECK(real_value(spelling) == std::strtod(spelling, nullptr));
    }
}

#include <tenon/core/number_format.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

namespace {

constexpr dtype narrow[] = {dtype::f16,    dtype::bf16,       dtype::f8e4m3fn, dtype::f8e4m3fnuz,
                            dtype::f8e5m2, dtype::f8e5m2fnuz, dtype::f8e8m0,   dtype::f4e2m1};

} // namespace

TEST_CASE("every narrow number survives decoding and encoding") {
    for (dtype d : narrow) {
        CAPTURE(name(d).data());
        for (std::uint64_t word = 0; word != 1ull << bits(d); ++word) {
            double const value = decode_float(d, word);
            if (value != value) {
                double const again = decode_float(d, encode_float(d, value));
                if (again == again) FAIL_CHECK(word);
            } else if (encode_float(d, value) != word) {
                FAIL_CHECK(word);
            }
        }
    }
}

TEST_CASE("known values of each format") {
    static_assert(decode_float(dtype::f16, 0x7bff) == 65504);
    static_assert(decode_float(dtype::f16, 0x0001) == 0x1p-24);
    static_assert(decode_float(dtype::bf16, 0x3f80) == 1);
    static_assert(decode_float(dtype::f8e4m3fn, 0x7e) == 448);
    static_assert(decode_float(dtype::f8e4m3fnuz, 0x7f) == 240);
    static_assert(decode_float(dtype::f8e5m2, 0x7b) == 57344);
    static_assert(decode_float(dtype::f8e5m2fnuz, 0x7f) == 57344);
    static_assert(decode_float(dtype::f4e2m1, 0x7) == 6);
    static_assert(decode_float(dtype::f8e8m0, 127) == 1);
    CHECK(decode_float(dtype::f8e8m0, 255) != decode_float(dtype::f8e8m0, 255));
}

TEST_CASE("rounding is to the nearest, ties to even, and beyond the range as ONNX says") {
    static_assert(round_to(dtype::f16, 1 + 0x1p-11) == 1);
    static_assert(round_to(dtype::f16, 1 + 0x3p-11) == 1 + 0x1p-9);
    static_assert(encode_float(dtype::f16, 65520) == 0x7c00);
    static_assert(encode_float(dtype::f16, 65519) == 0x7bff);
    static_assert(encode_float(dtype::f8e4m3fn, 1e9) == 0x7f);
    static_assert(encode_float(dtype::f8e4m3fn, 1e9, true) == 0x7e);
    static_assert(encode_float(dtype::f8e4m3fn, -1e9, true) == 0xfe);
    static_assert(encode_float(dtype::f8e4m3fnuz, -0.0) == 0);
    static_assert(encode_float(dtype::f8e5m2, -1e9) == 0xfc);
    CHECK(encode_float(dtype::f4e2m1, 100) == 0x7);
}

TEST_CASE("integers wrap and are extended by their sign") {
    static_assert(decode_integer(dtype::i4, 0x8) == -8 && decode_integer(dtype::u4, 0x8) == 8);
    static_assert(wrap_integer(dtype::i8, 200) == -56 && wrap_integer(dtype::u8, -1) == 255);
    static_assert(wrap_integer(dtype::boolean, 7) == 1);
}

TEST_CASE("a float becomes an integer towards zero, and absurd ones become the same everywhere") {
    static_assert(integer_from_float(dtype::i32, -2.9) == -2);
    static_assert(integer_from_float(dtype::boolean, 0.1) == 1);
    static_assert(integer_from_float(dtype::i64, detail::quiet_nan) == 0);
    static_assert(integer_from_float(dtype::i64, 1e300) == INT64_MAX);
    static_assert(integer_from_float(dtype::i64, -1e300) == INT64_MIN);
    static_assert(static_cast<std::uint64_t>(integer_from_float(dtype::u64, 0x1p63)) == 1ull << 63);
    CHECK(integer_from_float(dtype::u64, 1e300) == -1);
}

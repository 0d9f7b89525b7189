#include <tenon/core/dtype.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("every dtype has a name of its own that leads back to it") {
    static_assert([] {
        for (int i = 1; i != dtype_count; ++i)
            if (dtype_from_name(name(static_cast<dtype>(i))) != static_cast<dtype>(i)) return false;
        return true;
    }());
    CHECK(dtype_from_name("f33") == dtype::none);
    CHECK(name(dtype::c128) == "c128");
}

TEST_CASE("sizes, also of types below a byte") {
    static_assert(bytes_of(dtype::f32, 3) == 12);
    static_assert(bytes_of(dtype::i4, 3) == 2 && bytes_of(dtype::u2, 5) == 2);
    static_assert(bytes_of(dtype::boolean, 3) == 3 && bytes_of(dtype::c128, 1) == 16);
}

TEST_CASE("kinds and sets") {
    static_assert(is_float(dtype::f8e8m0) && !is_float(dtype::c64));
    static_assert(is_signed(dtype::i2) && is_unsigned(dtype::u64) && !is_integer(dtype::boolean));
    static_assert(any_number.has(dtype::i4) && !any_number.has(dtype::boolean));
    static_assert(any_fixed_size.has(dtype::boolean) && !any_fixed_size.has(dtype::string));
    static_assert(any_dtype.has(dtype::string) && !any_dtype.has(dtype::none));
    static_assert((dtype_set(dtype::f32) | dtype_set(dtype::f64)) ==
                  dtype_set(dtype::f64, dtype::f32));
    CHECK(!dtype_set().has(dtype::f32));
}

#include <tenon/core/tensor.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("elements are packed low bits first") {
    constexpr auto packed = [] {
        return tensor::from(dtype::i4, {3}, list<std::int64_t>{-8, 7, 1});
    };
    static_assert(packed().bytes().size() == 2);
    static_assert(packed().bytes().data()[0] == 0x78 && packed().bytes().data()[1] == 0x01);
    static_assert(packed().integer(0) == -8 && packed().integer(1) == 7);
    CHECK(packed().real(0) == -8);
}

TEST_CASE("values are rounded or wrapped into the dtype") {
    auto const half = tensor::from(dtype::f16, {2}, list<double>{0.1, 1e9});
    CHECK(half.real(0) == round_to(dtype::f16, 0.1));
    CHECK(half.word(1) == 0x7c00);
    CHECK(tensor::from(dtype::u8, {1}, list<std::int64_t>{-1}).integer(0) == 255);
    CHECK(tensor::from(dtype::u64, {1}, list<std::uint64_t>{~0ull}).real(0) ==
          18446744073709551616.0);
    CHECK(tensor::from(dtype::boolean, {1}, list<double>{0.5}).integer(0) == 1);
}

TEST_CASE("equality is of bits") {
    auto const zero = tensor::from(dtype::f32, {1}, list<double>{0.0});
    CHECK_FALSE(zero == tensor::from(dtype::f32, {1}, list<double>{-0.0}));
    CHECK_FALSE(zero == zero.reshaped({1, 1}));
    CHECK(zero.reshaped({1, 1}).size() == 1);
    auto const nan = tensor::from(dtype::f32, {1}, list<double>{detail::quiet_nan});
    CHECK(nan == tensor::from(dtype::f32, {1}, list<double>{detail::quiet_nan}));
    CHECK(tensor({2}, {"a", "b"}) == tensor({2}, {"a", "b"}));
    CHECK_FALSE(tensor({2}, {"a", "b"}) == tensor({2}, {"a", "c"}));
}

TEST_CASE("bytes are shared, and borrowed ones are released once") {
    int released = 0;
    unsigned char const borrowed[] = {1, 2};
    {
        shared_bytes a(borrowed, 2, [](void* count) { ++*static_cast<int*>(count); }, &released);
        shared_bytes b = a, c;
        c = b;
        a = shared_bytes();
        CHECK(c.data() == borrowed);
        CHECK(c.size() == 2);
        CHECK(released == 0);
    }
    CHECK(released == 1);
    static_assert([] {
        shared_bytes a(list<unsigned char>{7});
        shared_bytes const b = a;
        a = shared_bytes();
        return b.data()[0] == 7;
    }());
}

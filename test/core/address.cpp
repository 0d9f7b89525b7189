#include <tenon/core/address.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("an element's place follows order and halo") {
    static_assert([] {
        auto t = type::tensor(dtype::f32, {dim::symbol("n"), 3, 8, 8});
        dim const i = dim::symbol("i");
        if (!(stride(t, 0) == dim(192)) || !(address(t, {i, 1, 0, 2}) == dim(192) * i + dim(66)))
            return false;
        t.order = {0, 2, 3, 1};
        t.halo = {{0, 0}, {0, 0}, {1, 1}, {1, 1}};
        return stride(t, 1) == dim(1) && stride(t, 3) == dim(3) && stride(t, 2) == dim(30) &&
               address(t, {0, 2, 0, 0}) == dim(35) && storage(t) == dim(300) * dim::symbol("n");
    }());
    CHECK(address(type::scalar(dtype::f32), {}) == dim(0));
}

TEST_CASE("an index that was taken apart is put together again") {
    static_assert([] {
        dim const i = dim::symbol("i"), n = dim::symbol("n");
        auto const t = type::tensor(dtype::f32, {n, 30, 40, 12});
        dim const whole = dim(4) * i + dim::symbol("j");
        list<dim> const apart{floordiv(whole, 14400), mod(floordiv(whole, 480), 30),
                              mod(floordiv(whole, 12), 40), mod(whole, 12)};
        return address(t, apart) == whole;
    }());
    // only a part of the digits: nothing to put together
    auto const t = type::tensor(dtype::f32, {4, 12});
    dim const i = dim::symbol("i");
    CHECK(address(t, {0, mod(i, 12)}) == mod(i, 12));
}

#include <tenon/core/type.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("types as text") {
    static_assert(to_string(type::scalar(dtype::f32)) == "f32[]");
    static_assert(to_string(type::unranked(dtype::i64)) == "i64[*]");
    static_assert(to_string(type()) == "none");
    auto t = type::tensor(dtype::f16, {dim::symbol("n"), 3});
    t.order = {1, 0};
    t.halo = {{0, 0}, {1, 2}};
    CHECK(to_string(t) == "f16[n, 3]{1,0} halo(0:0, 1:2)");
    CHECK(to_string(type::sequence(type::optional(type::scalar(dtype::string)))) ==
          "sequence<optional<string[]>>");
}

TEST_CASE("what lies where in memory") {
    auto t = type::tensor(dtype::f32, {2, 3, 4});
    CHECK(t.is_static());
    CHECK(t.is_row_major());
    CHECK(t.elements() == dim(24));
    CHECK(t.dimension_at(1) == 1);
    t.order = {0, 2, 1};
    t.halo = {{0, 0}, {1, 1}, {0, 2}};
    CHECK_FALSE(t.is_row_major());
    CHECK(t.dimension_at(1) == 2);
    CHECK(t.extent(1) == dim(5));
    CHECK(t.extent(2) == dim(6));
    CHECK_FALSE(type::tensor(dtype::f32, {dim::symbol("n")}).is_static());
}

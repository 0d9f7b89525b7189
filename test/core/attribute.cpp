#include <tenon/core/attribute.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("an attribute has the kind of what it is made from") {
    static_assert(attribute(3).kind == attribute_kind::integer);
    static_assert(attribute(true) == attribute(1));
    static_assert(attribute(0.5).kind == attribute_kind::real);
    static_assert(attribute("x").kind == attribute_kind::text);
    static_assert(attribute(dtype::f32).kind == attribute_kind::dtype);
    static_assert(attribute(list<dim>{1}).kind == attribute_kind::dims);
    CHECK_FALSE(attribute().is_set());
}

TEST_CASE("equality tells kinds apart, and reals by their bits") {
    CHECK_FALSE(attribute(1) == attribute(1.0));
    CHECK_FALSE(attribute(0.0) == attribute(-0.0));
    CHECK(attribute(detail::quiet_nan) == attribute(detail::quiet_nan));
    list<double> const odd{detail::quiet_nan, -0.0}, even{detail::quiet_nan, 0.0};
    CHECK(attribute(odd) == attribute(odd));
    CHECK_FALSE(attribute(odd) == attribute(even));
    CHECK_FALSE(attribute(list<std::int64_t>{1}) == attribute(list<std::int64_t>{2}));
}

TEST_CASE("declarations say how an attribute starts") {
    constexpr attribute_facts facts[]{attr<"i"> = 3,
                                      attr<"r"> = 0.5,
                                      attr<"t"> = "sum",
                                      attr<"d"> = dtype::i64,
                                      attr<"e">.empty(attribute_kind::integers),
                                      attr<"o">.optional(attribute_kind::tensor),
                                      attr<"q">.required(attribute_kind::integer)};
    CHECK(facts[0].initial() == attribute(3));
    CHECK(facts[1].initial() == attribute(0.5));
    CHECK(facts[2].initial() == attribute("sum"));
    CHECK(facts[3].initial() == attribute(dtype::i64));
    CHECK(facts[4].initial() == attribute(list<std::int64_t>()));
    CHECK_FALSE(facts[5].initial().is_set());
    CHECK_FALSE(facts[6].initial().is_set());
    CHECK(facts[6].required);
    CHECK(facts[6].name == "q");
}

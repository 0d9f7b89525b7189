#include <tenon/graph/trigonometry.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

static_assert(nearly_gives<graph::cos>(f32({2}, {1, 0.5403023059}), on(f32({2}, {0, 1}))));

TEST_CASE("each function undoes its inverse") {
    list<tensor> const x{f32({3}, {-0.5, 0, 0.75})}, above{f32({2}, {1, 3})};
    CHECK(nearly_gives<graph::sin>(x[0], {run<graph::asin>(x, 1)[0]}));
    CHECK(nearly_gives<graph::cos>(x[0], {run<graph::acos>(x, 1)[0]}));
    CHECK(nearly_gives<graph::tan>(x[0], {run<graph::atan>(x, 1)[0]}));
    CHECK(nearly_gives<graph::sinh>(x[0], {run<graph::asinh>(x, 1)[0]}));
    CHECK(nearly_gives<graph::cosh>(above[0], {run<graph::acosh>(above, 1)[0]}));
}

TEST_CASE("values") {
    list<tensor> const x{f32({2}, {0, 0.5})};
    CHECK(nearly_gives<graph::sin>(f32({2}, {0, 0.4794255386}), x));
    CHECK(nearly_gives<graph::tan>(f32({2}, {0, 0.5463024898}), x));
    CHECK(nearly_gives<graph::sinh>(f32({2}, {0, 0.5210953055}), x));
    CHECK(nearly_gives<graph::cosh>(f32({2}, {1, 1.1276259652}), x));
    CHECK(nearly_gives<graph::atanh>(f32({2}, {0, 0.5493061443}), x));
}

#include <tenon/graph/scattering.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
tensor const zeros = f32({3, 2}, {0, 0, 0, 0, 0, 0});
} // namespace

static_assert(gives<graph::scatter_elements>(f32({3}, {7, 2, 9}),
                                             on(f32({3}, {1, 2, 3}), i64({2}, {-1, 0}),
                                                f32({2}, {9, 7}))));

TEST_CASE("elements along an axis") {
    CHECK(gives<graph::scatter_elements>(
        f32({1, 5}, {1, 1.1, 3, 2.1, 5}),
        {f32({1, 5}, {1, 2, 3, 4, 5}), i64({1, 2}, {1, -2}), f32({1, 2}, {1.1, 2.1})},
        attr<"axis"> = 1));
    list<tensor> const twice{f32({2}, {5, 5}), i64({3}, {0, 0, 1}), f32({3}, {2, 8, 3})};
    CHECK(gives<graph::scatter_elements>(f32({2}, {8, 3}), twice));
    CHECK(gives<graph::scatter_elements>(f32({2}, {15, 8}), twice, attr<"reduction"> = "add"));
    CHECK(gives<graph::scatter_elements>(f32({2}, {80, 15}), twice, attr<"reduction"> = "mul"));
    CHECK(gives<graph::scatter_elements>(f32({2}, {8, 5}), twice, attr<"reduction"> = "max"));
    CHECK(gives<graph::scatter_elements>(f32({2}, {2, 3}), twice, attr<"reduction"> = "min"));
}

TEST_CASE("slices at coordinates, BR-26") {
    CHECK(gives<graph::scatter_nd>(f32({3, 2}, {5, 6, 0, 0, 1, 2}),
                                   {zeros, i64({2, 1}, {-1, 0}), f32({2, 2}, {1, 2, 5, 6})}));
    CHECK(gives<graph::scatter_nd>(f32({3, 2}, {0, 0, 0, 9, 0, 0}),
                                   {zeros, i64({1, 2}, {1, 1}), f32({1}, {9})}));
    CHECK(gives<graph::scatter_nd>(f32({3, 2}, {0, 0, 4, 6, 0, 0}),
                                   {zeros, i64({2, 1}, {1, 1}), f32({2, 2}, {1, 2, 3, 4})},
                                   attr<"reduction"> = "add"));
}

TEST_CASE("what does not fit, BR-73") {
    auto const x = f32({3}, {1, 2, 3}), one = f32({1}, {9});
    CHECK_FALSE(run<graph::scatter_elements>({x, i64({1}, {3}), one}, 1).problems.empty());
    CHECK_FALSE(run<graph::scatter_nd>({x, i64({1, 1}, {-4}), one}, 1).problems.empty());
    CHECK_FALSE(
        run<graph::scatter_nd>({x, i64({1, 1}, {0}), f32({2}, {1, 2})}, 1).problems.empty());
    CHECK_FALSE(run<graph::scatter_elements>({x, i64({1}, {0}), one}, 1, attr<"reduction"> = "sub")
                    .problems.empty());
}

#include <tenon/graph/selection.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

static_assert(gives<graph::clip>(f32({3}, {-1, 0, 2}),
                                 on(f32({3}, {-5, 0, 9}), f32({}, {-1}), f32({}, {2}))));

TEST_CASE("where broadcasts all three") {
    CHECK(gives<graph::where>(i64({2, 2}, {1, 9, 1, 9}), {typed(dtype::boolean, {2}, {1, 0}),
                                                          i64({2, 1}, {1, 1}), i64({}, {9})}));
    CHECK_FALSE(
        run<graph::where>({typed(dtype::boolean, {2}, {1, 0}), i64({1}, {1}), f32({}, {9})}, 1)
            .problems.empty());
}

TEST_CASE("clip has optional limits") {
    auto const x = f32({3}, {-5, 0.5, 11});
    CHECK(gives<graph::clip>(f32({3}, {-5, 0.5, 6}), {x, absent(), f32({}, {6})})); // BR-61
    CHECK(gives<graph::clip>(f32({3}, {0, 0.5, 11}), {x, f32({1}, {0})}));
    CHECK(gives<graph::clip>(x, {x}));
    CHECK(gives<graph::clip>(i64({2}, {2, 2}), {i64({2}, {1, 5}), i64({}, {3}), i64({}, {2})}));
    CHECK_FALSE(run<graph::clip>({x, i64({}, {0})}, 1).problems.empty());
}

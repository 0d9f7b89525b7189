#include <tenon/graph/gathering.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
tensor const counted = i64({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
list<dim> depth(std::int64_t d) { return {dim(d)}; }
} // namespace

static_assert(gives<graph::gather>(f32({3}, {5, 3, 1}),
                                   on(f32({5}, {1, 2, 3, 4, 5}), i64({3}, {-1, -3, 0}))));

TEST_CASE("gather puts the indices' shape in the axis' place") {
    CHECK(gives<graph::gather>(i64({3, 1, 2}, {3, 0, 7, 4, 11, 8}), {counted, i64({1, 2}, {-1, 0})},
                               attr<"axis"> = 1));
    CHECK(gives<graph::gather>(i64({}, {8}), {i64({2}, {8, 3}), i64({}, {-2})}));
    CHECK(gives<graph::gather>(i64({0, 4}, {}), {counted, i64({0}, {})}));
}

TEST_CASE("coordinates, BR-26") {
    CHECK(gives<graph::gather_nd>(i64({2}, {11, 2}), {counted, i64({2, 2}, {-1, -1, 0, -2})}));
    CHECK(gives<graph::gather_nd>(i64({1, 4}, {8, 9, 10, 11}), {counted, i64({1, 1}, {2})}));
    CHECK(gives<graph::gather_nd>(i64({3}, {1, 6, 8}), {counted, i64({3, 1}, {1, 2, 0})},
                                  attr<"batch_dims"> = 1));
    CHECK(gives<graph::gather_elements>(i64({2, 2}, {3, 0, 5, 5}),
                                        {counted, i64({2, 2}, {-1, 0, 1, 1})}, attr<"axis"> = 1));
    CHECK(
        gives<graph::gather_elements>(i64({1, 3}, {8, 1, 6}), {counted, i64({1, 3}, {2, 0, -2})}));
}

TEST_CASE("indices outside fail, BR-73") {
    auto const x = f32({3}, {1, 2, 3});
    CHECK_FALSE(run<graph::gather>({x, i64({1}, {1000000})}, 1).problems.empty());
    CHECK_FALSE(run<graph::gather_elements>({x, i64({1}, {3})}, 1).problems.empty());
    CHECK_FALSE(run<graph::gather_nd>({x, i64({1, 1}, {-4})}, 1).problems.empty());
}

TEST_CASE("one hot, BR-26") {
    CHECK(gives<graph::one_hot>(
        f32({4, 5}, {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}),
        {i64({4}, {0, 4, -1, 5}), f32({2}, {0, 1})}, attr<"depth"> = depth(5)));
    CHECK(gives<graph::one_hot>(i64({2, 2}, {9, 7, 7, 9}), {i64({2}, {0, 1}), i64({2}, {7, 9})},
                                attr<"depth"> = depth(2), attr<"axis"> = 0));
    CHECK(gives<graph::one_hot>(i64({1, 4}, {0, 0, 0, 0}),
                                {typed(dtype::u8, {1}, {254}), i64({2}, {0, 1})},
                                attr<"depth"> = depth(4)));
}

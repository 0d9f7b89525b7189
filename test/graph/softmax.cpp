#include <tenon/graph/softmax.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

static_assert(nearly_gives<graph::softmax>(f32({2}, {0.5, 0.5}), on(f32({2}, {3, 3}))));

TEST_CASE("large operands, BR-20") {
    CHECK(nearly_gives<graph::softmax>(f32({3}, {0.2689414213, 0.7310585786, 0}),
                                       {f32({3}, {1000, 1001, -inf})}));
    CHECK(nearly_gives<graph::log_softmax>(f32({3}, {-1671, 0, -2124}),
                                           {f32({3}, {-781, 890, -1234})}));
}

TEST_CASE("the axis, BR-31") {
    auto const zeros = f32({1, 2, 2}, {0, 0, 0, 0});
    CHECK(gives<graph::softmax>(f32({1, 2, 2}, {0.5, 0.5, 0.5, 0.5}), {zeros}, attr<"axis"> = 1));
    CHECK(gives<graph::softmax>(f32({1, 2, 2}, {1, 1, 1, 1}), {zeros}, attr<"axis"> = 0));
    CHECK(gives<graph::hardmax>(f32({1, 2, 2}, {1, 1, 0, 0}), {zeros}, attr<"axis"> = 1));
    CHECK(
        gives<graph::hardmax>(f32({2, 3}, {0, 1, 0, 1, 0, 0}), {f32({2, 3}, {1, 3, 3, 2, 1, 0})}));
    CHECK_FALSE(run<graph::softmax>({zeros}, 1, attr<"axis"> = 3).problems.empty());
}

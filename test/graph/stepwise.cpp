#include <tenon/graph/stepwise.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
tensor const matrix = i64({2, 2}, {1, 2, 3, 4});
} // namespace

static_assert(gives<graph::cum_sum>(i64({3}, {1, 3, 6}), on(i64({3}, {1, 2, 3}))));

TEST_CASE("running sums, BR-47") {
    auto const exclusive = attr<"exclusive"> = 1;
    auto const reverse = attr<"reverse"> = 1;
    CHECK(gives<graph::cum_sum>(f32({1, 2}, {0, 0}), {f32({1, 2}, {1, 2})}, attr<"axis"> = -2,
                                attr<"exclusive"> = 1));
    CHECK(gives<graph::cum_sum>(i64({4}, {9, 7, 4, 0}), {i64({4}, {1, 2, 3, 4})}, exclusive,
                                attr<"reverse"> = 1));
    CHECK(gives<graph::cum_sum>(i64({2, 2}, {1, 2, 4, 6}), {matrix}, attr<"axis"> = 0));
    CHECK(gives<graph::cum_sum>(i64({2, 2}, {1, 3, 3, 7}), {matrix}, attr<"axis"> = 1));
    CHECK(gives<graph::cum_sum>(i64({2, 2}, {3, 2, 7, 4}), {matrix}, attr<"axis"> = 1,
                                attr<"reverse"> = 1));
    CHECK(gives<graph::cum_sum>(f32({0}, {}), {f32({0}, {})}, reverse));
}

TEST_CASE("running products") {
    CHECK(gives<graph::cum_prod>(f32({4}, {1, 2, 6, 24}), {f32({4}, {1, 2, 3, 4})}));
    CHECK(gives<graph::cum_prod>(f32({4}, {1, 1, 2, 6}), {f32({4}, {1, 2, 3, 4})},
                                 attr<"exclusive"> = 1));
}

TEST_CASE("what is not zero") {
    CHECK(gives<graph::non_zero>(i64({2, 3}, {0, 1, 1, 0, 0, 1}),
                                 {typed(dtype::boolean, {2, 2}, {1, 0, 1, 1})}));
    CHECK(gives<graph::non_zero>(i64({1, 0}, {}), {f32({3}, {0, -0.0, 0})}));
    CHECK(gives<graph::non_zero>(i64({0, 1}, {}), {f32({}, {nan})}));
}

TEST_CASE("compress") {
    auto const x = i64({3, 2}, {1, 2, 3, 4, 5, 6});
    auto const where = [](list<double> values) {
        return typed(dtype::boolean, {static_cast<std::int64_t>(values.size())}, values);
    };
    CHECK(
        gives<graph::compress>(i64({2, 2}, {3, 4, 5, 6}), {x, where({0, 1, 1})}, attr<"axis"> = 0));
    CHECK(gives<graph::compress>(i64({3, 1}, {2, 4, 6}), {x, where({0, 1})}, attr<"axis"> = -1));
    CHECK(gives<graph::compress>(i64({2}, {2, 5}), {x, where({0, 1, 0, 0, 1})}));
    CHECK(gives<graph::compress>(i64({0}, {}), {x, where({})}));
}

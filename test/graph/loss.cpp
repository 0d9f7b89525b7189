#include <tenon/graph/loss.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
tensor const x = f32({2, 3}, {-1, -2, -3, -4, -5, -6});
tensor const target = i64({2}, {2, 0});
constexpr auto none = attr<"reduction"> = "none";
constexpr auto sum = attr<"reduction"> = "sum";
} // namespace

static_assert(gives<graph::negative_log_likelihood_loss>(f32({}, {2}),
                                                         on(f32({1, 2}, {-1, -2}), i64({1}, {1}))));

TEST_CASE("the loss of each target, and of all") {
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({2}, {3, 4}), {x, target}, none));
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({}, {7}), {x, target}, sum));
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({}, {3.5}), {x, target}));
    auto const image = f32({1, 2, 1, 2}, {-1, -2, -3, -4});
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({1, 1, 2}, {3, 2}),
                                                     {image, i64({1, 1, 2}, {1, 0})}, none));
}

TEST_CASE("weights, and targets that do not count") {
    auto const weights = f32({3}, {2, 3, 0.5});
    CHECK(
        gives<graph::negative_log_likelihood_loss>(f32({2}, {1.5, 8}), {x, target, weights}, none));
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({}, {3.8}), {x, target, weights}));
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({}, {3}), {x, i64({2}, {2, -100})},
                                                     attr<"ignore_index"> = -100));
    CHECK(gives<graph::negative_log_likelihood_loss>(f32({2}, {0, 8}), {x, target, weights}, none,
                                                     attr<"ignore_index"> = 2));
}

TEST_CASE("a target that is no class fails") {
    CHECK_FALSE(
        run<graph::negative_log_likelihood_loss>({x, i64({2}, {0, 3})}, 1).problems.empty());
}

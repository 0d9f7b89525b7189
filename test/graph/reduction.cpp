#include <tenon/graph/reduction.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
constexpr list<std::int64_t> integers(std::initializer_list<std::int64_t> i) { return i; }
auto const axis_1 = attr<"axes"> = integers({1});
auto const flat = attr<"keepdims"> = 0;
tensor const x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
} // namespace

static_assert(gives<graph::reduce_sum>(i64({2, 1}, {3, 7}), on(i64({2, 2}, {1, 2, 3, 4})),
                                       attr<"axes"> = integers({1})));

TEST_CASE("sums") {
    CHECK(gives<graph::reduce_sum>(f32({2}, {6, 15}), {x}, axis_1, flat));
    CHECK(gives<graph::reduce_sum>(f32({1, 1}, {21}), {x}, attr<"axes"> = integers({0, -1})));
    CHECK(gives<graph::reduce_sum>(x, {x}));
    CHECK(gives<graph::reduce_sum>(f32({2}, {0, 0}), {f32({2, 0}, {})}, axis_1, flat));
    CHECK(gives<graph::reduce_mean>(f32({1, 2}, {1.5, 4.5}), {f32({1, 2, 2}, {1, 2, 3, 6})},
                                    attr<"axes"> = integers({2}), flat)); // BR-32
    CHECK(gives<graph::reduce_mean>(i64({1}, {-1}), {i64({1, 2}, {-1, -2})}, axis_1, flat));
    CHECK(gives<graph::reduce_sum_square>(f32({2}, {14, 77}), {x}, axis_1, flat));
    CHECK(gives<graph::reduce_l1>(f32({1}, {3}), {f32({1, 2}, {-1, 2})}, axis_1, flat));
    CHECK(gives<graph::reduce_l2>(f32({1}, {5}), {f32({1, 2}, {-3, 4})}, axis_1, flat));
    CHECK(gives<graph::reduce_l2>(i64({1}, {3}), {i64({1, 3}, {1, 2, 3})}, axis_1, flat));
    CHECK(gives<graph::reduce_prod>(f32({2}, {6, 120}), {x}, axis_1, flat));
    CHECK(gives<graph::reduce_prod>(f32({2}, {1, 1}), {f32({2, 0}, {})}, axis_1, flat));
    CHECK_FALSE(run<graph::reduce_sum>({x}, 1, attr<"axes"> = integers({2})).problems.empty());
}

TEST_CASE("half sums do not stall, BR-23") {
    CHECK(gives<graph::reduce_sum>(typed(dtype::f16, {1}, {4096}),
                                   {typed(dtype::f16, {1, 4096}, list<double>(4096, 1.0))}, axis_1,
                                   flat));
    CHECK(gives<graph::reduce_mean>(typed(dtype::f16, {1}, {64}),
                                    {typed(dtype::f16, {1, 2048}, list<double>(2048, 64.0))},
                                    axis_1, flat));
}

TEST_CASE("logarithms of sums, BR-20") {
    CHECK(nearly_gives<graph::reduce_log_sum>(f32({2}, {1.7917594692, 2.7080502011}), {x}, axis_1,
                                              flat));
    CHECK(nearly_gives<graph::reduce_log_sum_exp>(f32({1}, {101.0986122887}),
                                                  {f32({1, 3}, {100, 100, 100})}, axis_1, flat));
    CHECK(nearly_gives<graph::reduce_log_sum_exp>(
        f32({2}, {-inf, inf}), {f32({2, 2}, {-inf, -inf, inf, 1})}, axis_1, flat));
    CHECK(gives<graph::reduce_log_sum_exp>(f32({1}, {-inf}), {f32({1, 0}, {})}, axis_1, flat));
}

TEST_CASE("extremes keep NaNs, BR-17") {
    auto const holes = f32({2, 2}, {nan, 1, 2, nan});
    CHECK(nearly_gives<graph::reduce_max>(f32({2}, {nan, nan}), {holes}, axis_1, flat));
    CHECK(nearly_gives<graph::reduce_min>(f32({2}, {nan, nan}), {holes}, axis_1, flat));
    CHECK(gives<graph::reduce_max>(f32({2}, {3, 6}), {x}, axis_1, flat));
    CHECK(gives<graph::reduce_min>(f32({2}, {1, 4}), {x}, axis_1, flat));
    CHECK(gives<graph::reduce_max>(f32({1}, {-inf}), {f32({1, 0}, {})}, axis_1, flat));
    CHECK(gives<graph::reduce_max>(typed(dtype::i8, {1}, {-128}), {typed(dtype::i8, {1, 0}, {})},
                                   axis_1, flat));
    CHECK(gives<graph::reduce_min>(tensor::from(dtype::u64, {1}, list<std::uint64_t>{~0ull}),
                                   {typed(dtype::u64, {1, 0}, {})}, axis_1, flat));
    CHECK(gives<graph::reduce_max>(typed(dtype::boolean, {2}, {1, 0}),
                                   {typed(dtype::boolean, {2, 2}, {0, 1, 0, 0})}, axis_1, flat));
}

TEST_CASE("places of extremes, BR-46") {
    auto const ties = i64({4}, {1, 3, 3, 0});
    CHECK(gives<graph::arg_max>(i64({1}, {2}), {ties}, attr<"select_last_index"> = 1));
    CHECK(gives<graph::arg_max>(i64({}, {1}), {ties}, flat));
    CHECK(gives<graph::arg_min>(i64({2}, {0, 1}), {i64({2, 2}, {1, 1, 5, 4})}, attr<"axis"> = -1,
                                flat));
    CHECK(gives<graph::arg_min>(i64({1}, {1}), {f32({3}, {1, nan, nan})}));
    CHECK(gives<graph::arg_max>(i64({1}, {0}), {f32({2}, {-inf, -inf})}));
}

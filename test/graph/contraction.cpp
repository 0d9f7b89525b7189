#include <tenon/graph/contraction.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
constexpr list<dim> dims(std::initializer_list<std::int64_t> sizes) {
    list<dim> all;
    for (auto s : sizes) all.push_back(s);
    return all;
}
constexpr list<std::int64_t> integers(std::initializer_list<std::int64_t> i) { return i; }
} // namespace

static_assert(gives<graph::mat_mul>(i64({2, 1}, {5, 11}),
                                    on(i64({2, 2}, {1, 2, 3, 4}), i64({2, 1}, {1, 2}))));

TEST_CASE("mat_mul is numpy's") {
    auto const a = f32({2, 2}, {1, 2, 3, 4});
    CHECK(gives<graph::mat_mul>(f32({2}, {5, 11}), {a, f32({2}, {1, 2})}));
    CHECK(gives<graph::mat_mul>(f32({2}, {7, 10}), {f32({2}, {1, 2}), a}));
    CHECK(gives<graph::mat_mul>(f32({}, {11}), {f32({2}, {1, 2}), f32({2}, {3, 4})}));
    CHECK(gives<graph::mat_mul>(f32({2, 1, 2}, {7, 10, 15, 22}),
                                {f32({2, 1, 2}, {1, 2, 3, 4}), f32({1, 2, 2}, {1, 2, 3, 4})}));
    CHECK(gives<graph::mat_mul>(f32({2, 2}, {1, 2, 3, 4}),
                                {f32({2, 1, 2}, {1, 0, 0, 1}).reshaped({2, 2}), a}));
    CHECK_FALSE(run<graph::mat_mul>({a, f32({3}, {1, 2, 3})}, 1).problems.empty());
    CHECK_FALSE(run<graph::mat_mul>({a, f32({}, {1})}, 1).problems.empty());
}

TEST_CASE("an inner dimension of 0, BR-29") {
    CHECK(
        gives<graph::mat_mul>(f32({2, 3}, {0, 0, 0, 0, 0, 0}), {f32({2, 0}, {}), f32({0, 3}, {})}));
    CHECK(gives<graph::gemm>(f32({2, 3}, {2, 4, 6, 2, 4, 6}),
                             {f32({2, 0}, {}), f32({0, 3}, {}), f32({3}, {1, 2, 3})},
                             attr<"beta"> = 2.0));
    CHECK(gives<graph::mat_mul>(f32({0}, {}), {f32({0, 2}, {}), f32({2}, {1, 2})}));
    CHECK(gives<graph::mat_mul>(f32({1, 0, 2}, {}),
                                {f32({1, 0, 3}, {}), f32({3, 2}, {1, 2, 3, 4, 5, 6})}));
}

TEST_CASE("gemm, BR-37") {
    auto const a = f32({2, 2}, {1, 2, 3, 4}), b = f32({3, 2}, {1, 0, 0, 1, 1, 1});
    CHECK(gives<graph::gemm>(f32({2, 3}, {11, 22, 33, 13, 24, 37}), {a, b, f32({3}, {10, 20, 30})},
                             attr<"transB"> = 1));
    CHECK(gives<graph::gemm>(f32({2, 3}, {20.5, 21, 21.5, 41.5, 42, 43.5}),
                             {a, b, f32({2, 1}, {10, 20})}, attr<"transB"> = 1, attr<"alpha"> = 0.5,
                             attr<"beta"> = 2.0));
    CHECK(gives<graph::gemm>(f32({2, 3}, {2, 3, 4, 4, 5, 8}), {a, b, f32({}, {1})},
                             attr<"transB"> = 1));
    CHECK(gives<graph::gemm>(f32({2, 2}, {7, 10, 10, 14}).reshaped({2, 2}),
                             {f32({2, 2}, {1, 2, 2, 2}), f32({2, 2}, {3, 4, 2, 3})},
                             attr<"transA"> = 1));
}

TEST_CASE("conv, BR-13, BR-14") {
    auto const line = [](list<double> values) {
        return f32({1, 1, static_cast<std::int64_t>(values.size())}, values);
    };
    CHECK(gives<graph::conv>(line({21, 32, 43, 4}), {line({1, 2, 3, 4}), line({1, 10})},
                             attr<"pads"> = dims({0, 1})));
    CHECK(gives<graph::conv>(f32({1, 1, 2, 3}, {10, 21, 32, 0, 0, 0}),
                             {f32({1, 1, 1, 3}, {1, 2, 3}), f32({1, 1, 1, 2}, {1, 10})},
                             attr<"pads"> = dims({0, 1, 1, 0})));
    CHECK(gives<graph::conv>(line({32, 54}), {line({1, 2, 3, 4, 5}), line({1, 10}), f32({1}, {1})},
                             attr<"strides"> = integers({2}), attr<"dilations"> = integers({2}),
                             attr<"kernel_shape"> = integers({2})));
    CHECK(gives<graph::conv>(f32({1, 4, 1}, {1, 2, 6, 8}),
                             {f32({1, 2, 1}, {1, 2}), f32({4, 1, 1}, {1, 2, 3, 4})},
                             attr<"group"> = 2));
    CHECK_FALSE(run<graph::conv>({line({1, 2}), line({1, 2, 3})}, 1).problems.empty());
    CHECK_FALSE(run<graph::conv>({f32({1, 3, 1}, {1, 2, 3}), f32({4, 1, 1}, {1, 2, 3, 4})}, 1,
                                 attr<"group"> = 2)
                    .problems.empty());
}

TEST_CASE("conv_transpose, BR-13, BR-14") {
    auto const line = [](list<double> values) {
        return f32({1, 1, static_cast<std::int64_t>(values.size())}, values);
    };
    CHECK(gives<graph::conv_transpose>(line({1, 10, 102, 20}), {line({1, 2}), line({1, 10, 100})},
                                       attr<"strides"> = integers({2}),
                                       attr<"pads"> = dims({0, 1})));
    CHECK(gives<graph::conv_transpose>(line({0, 2, 10, 3, 20, 0}), {line({1, 2, 3}), line({1, 10})},
                                       attr<"strides"> = integers({2}),
                                       attr<"dilations"> = integers({3}),
                                       attr<"pads"> = dims({1, 1})));
    CHECK(gives<graph::conv_transpose>(f32({1, 4, 1}, {1, 2, 6, 8}),
                                       {f32({1, 2, 1}, {1, 2}), f32({2, 2, 1}, {1, 2, 3, 4})},
                                       attr<"group"> = 2));
    CHECK(gives<graph::conv_transpose>(line({1, 10, 2, 20, 0}), {line({1, 2}), line({1, 10})},
                                       attr<"strides"> = integers({2}),
                                       attr<"output_padding"> = integers({1})));
    CHECK(gives<graph::conv_transpose>(
        f32({1, 1, 2, 2}, {49, 63, 91, 105}),
        {f32({1, 1, 2, 2}, {2, 3, 4, 5}), f32({1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10})},
        attr<"pads"> = dims({1, 1, 1, 1})));
}

#include <tenon/graph/normalization.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
tensor const image = f32({1, 2, 1, 3}, {-1, 0, 1, 2, 3, 4});
tensor const scale = f32({2}, {1, 1.5}), bias = f32({2}, {0, 1});
auto const exact = attr<"epsilon"> = 0.0;
constexpr double unit = 1.2247448713915890; // 1 / sqrt(2/3)
} // namespace

TEST_CASE("per channel") {
    CHECK(nearly_gives<graph::batch_normalization>(
        f32({1, 2, 1, 3}, {-1, 0, 1, -0.0606601718, 1, 2.0606601718}),
        {image, scale, bias, f32({2}, {0, 3}), f32({2}, {1, 2})}, exact));
    CHECK(nearly_gives<graph::instance_normalization>(
        f32({1, 2, 1, 3}, {-unit, 0, unit, 1 - 1.5 * unit, 1, 1 + 1.5 * unit}),
        {image, scale, bias}, exact));
    CHECK_FALSE(
        run<graph::instance_normalization>({image, f32({3}, {1, 1, 1}), bias}, 1).problems.empty());
}

TEST_CASE("groups of channels, with parameters per channel or group") {
    auto const x = f32({1, 4, 1}, {1, 3, 10, 30});
    CHECK(nearly_gives<graph::group_normalization>(
        f32({1, 4, 1}, {-1, 2, -2.5, 4.5}), {x, f32({4}, {1, 2, 3, 4}), f32({4}, {0, 0, 0.5, 0.5})},
        attr<"num_groups"> = 2, exact));
    CHECK(nearly_gives<graph::group_normalization>(f32({1, 4, 1}, {-1, 1, -1.5, 2.5}),
                                                   {x, f32({2}, {1, 2}), f32({2}, {0, 0.5})},
                                                   attr<"num_groups"> = 2, exact));
}

TEST_CASE("layers, with what they were normalised by") {
    auto const x = f32({2, 3}, {-1, 0, 1, 2, 4, 6});
    auto const out =
        run<graph::layer_normalization>({x, f32({3}, {1, 2, 3}), f32({3}, {0, 1, 0})}, 3, exact);
    REQUIRE(out.problems.empty());
    CHECK(out.agrees);
    CHECK(near(out[0], f32({2, 3}, {-unit, 1, 3 * unit, -unit, 1, 3 * unit})));
    CHECK(near(out[1], f32({2, 1}, {0, 4})));
    CHECK(near(out[2], f32({2, 1}, {unit, unit / 2})));
    CHECK(nearly_gives<graph::layer_normalization>(
        typed(dtype::f16, {1, 2}, {-1, 1}),
        {typed(dtype::f16, {1, 2}, {100, 300}), typed(dtype::f16, {2}, {1, 1})}, attr<"axis"> = 0,
        exact));
    CHECK(nearly_gives<graph::layer_normalization>(
        typed(dtype::f16, {1, 2}, {-1, 1}),
        {typed(dtype::f16, {1, 2}, {100, 300}), typed(dtype::f16, {1, 2}, {1, 1})},
        attr<"axis"> = 0, exact));
    CHECK(nearly_gives<graph::rms_normalization>(f32({1, 2}, {3 / 3.5355339059, 8 / 3.5355339059}),
                                                 {f32({1, 2}, {3, 4}), f32({2}, {1, 2})}, exact));
}

TEST_CASE("norms") {
    CHECK(nearly_gives<graph::lp_normalization>(f32({2, 2}, {0.6, 0.8, 0, 0}),
                                                {f32({2, 2}, {3, 4, 0, 0})}));
    CHECK(nearly_gives<graph::lp_normalization>(f32({1, 2}, {-0.25, 0.75}), {f32({1, 2}, {-1, 3})},
                                                attr<"p"> = 1));
    CHECK(nearly_gives<graph::mean_variance_normalization>(
        f32({1, 2, 1, 3}, {-unit, 0, unit, -unit, 0, unit}), {image},
        attr<"axes"> = list<std::int64_t>{0, 2, 3}));
    CHECK(nearly_gives<graph::lrn>(f32({1, 3, 1}, {1.0 / 6, 2.0 / 15, 3.0 / 14}),
                                   {f32({1, 3, 1}, {1, 2, 3})}, attr<"size"> = 3,
                                   attr<"alpha"> = 3.0, attr<"beta"> = 1.0));
}

#include <tenon/graph/cast.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

// BR-19
static_assert(gives<graph::cast>(typed(dtype::i8, {3}, {-1, 50, -50}),
                                 on(f32({3}, {-1.9, 50.9, -50.9})), attr<"to"> = dtype::i8));

TEST_CASE("narrow floats have an end, or not") {
    list<tensor> const x{f32({4}, {1e6, -inf, nan, 1.25})};
    auto const to = attr<"to"> = dtype::f8e4m3fn;
    CHECK(near(run<graph::cast>(x, 1, to)[0], typed(dtype::f8e4m3fn, {4}, {448, -448, nan, 1.25})));
    CHECK(near(run<graph::cast>(x, 1, to, attr<"saturate"> = 0)[0],
               typed(dtype::f8e4m3fn, {4}, {nan, nan, nan, 1.25})));
    CHECK(near(run<graph::cast>(x, 1, attr<"to"> = dtype::f8e5m2, attr<"saturate"> = 0)[0],
               typed(dtype::f8e5m2, {4}, {inf, -inf, nan, 1.25})));
}

TEST_CASE("casts, BR-19") {
    CHECK(gives<graph::cast>(typed(dtype::i8, {4}, {-56, -1, 0, 44}),
                             {typed(dtype::i32, {4}, {200, -1, 256, 300})},
                             attr<"to"> = dtype::i8));
    CHECK(gives<graph::cast>(typed(dtype::boolean, {5}, {0, 0, 1, 1, 1}),
                             {f32({5}, {0, -0.0, 0.5, nan, -2})}, attr<"to"> = dtype::boolean));
    CHECK(gives<graph::cast>(typed(dtype::f16, {3}, {65504, 65504, inf}),
                             {f32({3}, {65504, 65519, 65520})}, attr<"to"> = dtype::f16));
    CHECK(gives<graph::cast>(f32({2}, {1, 0}), {typed(dtype::boolean, {2}, {1, 0})},
                             attr<"to"> = dtype::f32));
    auto const undefined = run<graph::cast>({f32({3}, {300, nan, inf})}, 1, attr<"to"> = dtype::i8);
    CHECK(undefined[0] ==
          run<graph::cast>({f32({3}, {300, nan, inf})}, 1, attr<"to"> = dtype::i8)[0]);
}

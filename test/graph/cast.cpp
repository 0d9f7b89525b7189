#include <tenon/graph/cast.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

// BR-19
static_assert(gives<graph::cast>(typed(dtype::i8, {3}, {-1, 50, -50}),
                                 on(f32({3}, {-1.9, 50.9, -50.9})), attr<"to"> = dtype::i8));

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

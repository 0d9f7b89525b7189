#include <tenon/graph/einsum.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

TEST_CASE("einsum, BR-41") {
    auto const square = f32({2, 2}, {1, 2, 3, 4}), wide = f32({2, 3}, {0, 1, 2, 3, 4, 5});
    CHECK(gives<graph::einsum>(f32({2}, {1, 4}), {square}, attr<"equation"> = "ii->i"));
    CHECK(gives<graph::einsum>(f32({}, {5}), {square}, attr<"equation"> = "ii"));
    CHECK(gives<graph::einsum>(f32({3, 2}, {0, 3, 1, 4, 2, 5}), {wide}, attr<"equation"> = "ba"));
    CHECK(gives<graph::einsum>(wide, {f32({}, {1}), wide}, attr<"equation"> = "...,...->..."));
    CHECK(gives<graph::einsum>(f32({1, 2, 3}, {6, 9, 12, 12, 19, 26}),
                               {square.reshaped({1, 2, 2}), wide},
                               attr<"equation"> = "...ij, jk -> ...ik"));
    CHECK(gives<graph::einsum>(f32({2}, {10, 50}), {square, square, f32({}, {2})},
                               attr<"equation"> = "ij,ij,->i"));
    CHECK_FALSE(run<graph::einsum>({square}, 1, attr<"equation"> = "ijk").problems.empty());
    CHECK_FALSE(run<graph::einsum>({square}, 1, attr<"equation"> = "ij,jk").problems.empty());
    CHECK_FALSE(run<graph::einsum>({square}, 1, attr<"equation"> = "ij->k").problems.empty());
    CHECK_FALSE(
        run<graph::einsum>({square, wide}, 1, attr<"equation"> = "ij,kj->i").problems.empty());
}

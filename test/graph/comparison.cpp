#include <tenon/graph/comparison.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
constexpr tensor booleans(list<double> values) {
    return typed(dtype::boolean, {static_cast<std::int64_t>(values.size())}, values);
}
} // namespace

static_assert(gives<graph::less>(booleans({1, 0, 0}), on(i64({3}, {1, 2, 3}), i64({1}, {2}))));

TEST_CASE("comparisons, a NaN being unlike everything") {
    list<tensor> const operands{f32({4}, {1, 2, 3, nan}), f32({4}, {2, 2, 2, nan})};
    CHECK(gives<graph::equal>(booleans({0, 1, 0, 0}), operands));
    CHECK(gives<graph::less>(booleans({1, 0, 0, 0}), operands));
    CHECK(gives<graph::less_or_equal>(booleans({1, 1, 0, 0}), operands));
    CHECK(gives<graph::greater>(booleans({0, 0, 1, 0}), operands));
    CHECK(gives<graph::greater_or_equal>(booleans({0, 1, 1, 0}), operands));
    CHECK(gives<graph::equal>(booleans({1, 0}), {booleans({0, 1}), booleans({0, 0})}));
    CHECK(gives<graph::less>(
        booleans({1}),
        {typed(dtype::u64, {1}, {5}), tensor::from(dtype::u64, {1}, list<std::uint64_t>{~0ull})}));
}

TEST_CASE("logic") {
    list<tensor> const operands{booleans({0, 0, 1, 1}), booleans({0, 1, 0, 1})};
    CHECK(gives<graph::and_>(booleans({0, 0, 0, 1}), operands));
    CHECK(gives<graph::or_>(booleans({0, 1, 1, 1}), operands));
    CHECK(gives<graph::xor_>(booleans({0, 1, 1, 0}), operands));
    CHECK(gives<graph::not_>(booleans({1, 0}), {booleans({0, 1})}));
}

TEST_CASE("what is not finite") {
    list<tensor> const x{f32({4}, {nan, inf, -inf, 1})};
    CHECK(gives<graph::is_nan>(booleans({1, 0, 0, 0}), x));
    CHECK(gives<graph::is_inf>(booleans({0, 1, 1, 0}), x));
    CHECK(gives<graph::is_inf>(booleans({0, 1, 0, 0}), x, attr<"detect_negative"> = 0));
    CHECK(gives<graph::is_inf>(booleans({0, 0, 1, 0}), x, attr<"detect_positive"> = 0));
    CHECK(gives<graph::is_inf>(booleans({0, 0, 0, 0}), x, attr<"detect_positive"> = 0,
                               attr<"detect_negative"> = 0));
}

#include <tenon/graph/arithmetic.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
tensor i32(list<double> values) {
    return typed(dtype::i32, {static_cast<std::int64_t>(values.size())}, values);
}
} // namespace

// BR-01
static_assert(gives<graph::div>(typed(dtype::i32, {4}, {-3, -3, 3, 3}),
                                on(typed(dtype::i32, {4}, {-7, 7, -7, 7}),
                                   typed(dtype::i32, {4}, {2, -2, -2, 2}))));

TEST_CASE("the sign of a remainder, BR-02") {
    CHECK(gives<graph::mod>(i32({1, -1, -2, 2}), {i32({-5, 5, -5, 5}), i32({3, -3, -3, 3})}));
    CHECK(gives<graph::mod>(i32({-2, 2, -2, 2}), {i32({-5, 5, -5, 5}), i32({3, -3, -3, 3})},
                            attr<"fmod"> = 1));
    CHECK(gives<graph::mod>(f32({2}, {-2.5, 2.5}), {f32({2}, {-5.5, 5.5}), f32({2}, {3, -3})},
                            attr<"fmod"> = 1));
}

TEST_CASE("integers wrap, BR-04") {
    CHECK(gives<graph::mul>(
        typed(dtype::u8, {4}, {64, 44, 44, 44}),
        {typed(dtype::u8, {4}, {200, 100, 50, 10}), typed(dtype::u8, {4}, {200, 3, 6, 30})}));
    CHECK(gives<graph::add>(typed(dtype::i8, {4}, {-56, -119, 118, 106}),
                            {typed(dtype::i8, {4}, {100, 127, -128, -100}),
                             typed(dtype::i8, {4}, {100, 10, -10, -50})}));
}

TEST_CASE("operands broadcast, and must agree") {
    CHECK(gives<graph::add>(f32({2, 3}, {11, 12, 13, 21, 22, 23}),
                            {f32({2, 1}, {10, 20}), f32({3}, {1, 2, 3})}));
    CHECK_FALSE(run<graph::add>({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}, 1).problems.empty());
    CHECK_FALSE(run<graph::add>({f32({2}, {1, 2}), i64({2}, {1, 2})}, 1).problems.empty());
}

TEST_CASE("powers keep the dtype of the base") {
    CHECK(gives<graph::pow>(f32({3}, {1, 8, 81}), {f32({3}, {1, 2, 3}), i64({3}, {5, 3, 4})}));
    CHECK(gives<graph::pow>(i64({2}, {8, 3}), {i64({2}, {4, 9}), f32({2}, {1.5, 0.5})}));
    CHECK(gives<graph::pow>(i64({1}, {1853020188851841}), {i64({1}, {3}), i64({1}, {32})}));
}

TEST_CASE("rounding goes to even, BR-22") {
    CHECK(gives<graph::round>(f32({8}, {0, 2, 2, -0.0, -2, -2, 0, nan}),
                              {f32({8}, {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, nan})}));
}

TEST_CASE("a NaN stays, BR-17") {
    CHECK(near(run<graph::sign>({f32({3}, {nan, 9, -9})}, 1)[0], f32({3}, {nan, 1, -1})));
    CHECK(near(run<graph::max>({f32({2}, {nan, 1}), f32({2}, {1, nan})}, 1)[0],
               f32({2}, {nan, nan})));
    CHECK(near(run<graph::min>({f32({2}, {nan, 1}), f32({2}, {1, nan})}, 1)[0],
               f32({2}, {nan, nan})));
}

TEST_CASE("signs and neighbours") {
    list<tensor> const x{f32({4}, {-1.5, -0.5, 0.5, 2})};
    CHECK(gives<graph::neg>(f32({4}, {1.5, 0.5, -0.5, -2}), x));
    CHECK(gives<graph::abs>(f32({4}, {1.5, 0.5, 0.5, 2}), x));
    CHECK(gives<graph::floor>(f32({4}, {-2, -1, 0, 2}), x));
    CHECK(gives<graph::ceil>(f32({4}, {-1, -0.0, 1, 2}), x));
    CHECK(gives<graph::abs>(typed(dtype::i8, {2}, {-128, 5}), {typed(dtype::i8, {2}, {-128, -5})}));
    CHECK(gives<graph::sub>(typed(dtype::u8, {1}, {255}),
                            {typed(dtype::u8, {1}, {1}), typed(dtype::u8, {1}, {2})}));
}

TEST_CASE("elementary functions") {
    CHECK(nearly_gives<graph::exp>(f32({3}, {1, 2.718281828, 0}), {f32({3}, {0, 1, -inf})}));
    CHECK(nearly_gives<graph::erf>(f32({3}, {0, 0.8427007929, -1}), {f32({3}, {0, 1, -9})}));
    CHECK(nearly_gives<graph::reciprocal>(f32({2}, {0.25, -inf}), {f32({2}, {4, -0.0})}));
    CHECK(nearly_gives<graph::log>(f32({3}, {0, 1, -inf}), {f32({3}, {1, 2.718281828459045, 0})}));
    CHECK(nearly_gives<graph::sqrt>(f32({2}, {3, nan}), {f32({2}, {9, -1})}));
}

TEST_CASE("bits") {
    auto const u8 = [](double a, double b) { return typed(dtype::u8, {2}, {a, b}); };
    CHECK(gives<graph::bit_shift>(u8(128, 6), {u8(64, 3), u8(1, 1)}, attr<"direction"> = "LEFT"));
    CHECK(gives<graph::bit_shift>(u8(0, 1), {u8(129, 3), u8(9, 1)}, attr<"direction"> = "RIGHT"));
    CHECK(gives<graph::bit_shift>(
        typed(dtype::i32, {3}, {-1, 0, -1}),
        {typed(dtype::i32, {3}, {-8, 4, -1}), typed(dtype::i32, {3}, {-1, 32, 64})},
        attr<"direction"> = "RIGHT"));
    CHECK(gives<graph::bitwise_and>(u8(4, 1), {u8(5, 3), u8(6, 1)}));
    CHECK(gives<graph::bitwise_or>(u8(7, 3), {u8(5, 3), u8(6, 1)}));
    CHECK(gives<graph::bitwise_xor>(u8(3, 2), {u8(5, 3), u8(6, 1)}));
    CHECK(gives<graph::bitwise_not>(u8(250, 252), {u8(5, 3)}));
}

#include <tenon/graph/attention.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace one_node;

namespace {
/// Scores ln 1, ln 2, ... are weights 1, 2, ...
double const ln2 = std::log(2.0), ln3 = std::log(3.0);

tensor const one_query = f32({1, 1, 1, 2}, {1, 1});
tensor const keys = f32({1, 1, 3, 2}, {0, 0, ln2, 0, ln3, 0}); // scores 0, ln 2, ln 3
tensor const values = f32({1, 1, 3, 2}, {6, 0, 12, 0, 6, 6});

tensor boolean(list<std::int64_t> shape, list<double> held) {
    return typed(dtype::boolean, shape, held);
}
bool is_refused(list<tensor> const& operands, std::string_view why) {
    auto const out = run<graph::attention>(operands, 1);
    return std::string_view(out.problems.to_text().view()).find(why) != std::string_view::npos;
}
} // namespace

TEST_CASE("attention is a mean by the softmax of scores") {
    // (1 v0 + 2 v1 + 3 v2) / 6
    CHECK(nearly_gives<graph::attention>(f32({1, 1, 1, 2}, {8, 3}), {one_query, keys, values}));
    CHECK(nearly_gives<graph::attention>(f32({1, 1, 1, 2}, {8, 3}),
                                         {f32({1, 1, 1, 2}, {4, 0}), keys, values},
                                         attr<"scale"> = 0.25));
}
TEST_CASE("a bias is added to scores, a mask hides keys") {
    auto const bias = f32({3}, {ln2, -ln2, -inf}); // scores ln 2, 0, -inf
    CHECK(
        nearly_gives<graph::attention>(f32({1, 1, 1, 2}, {8, 0}), {one_query, keys, values, bias}));
    auto const seen = boolean({1, 3}, {1, 0, 1}); // (1 v0 + 3 v2) / 4
    CHECK(nearly_gives<graph::attention>(f32({1, 1, 1, 2}, {6, 4.5}),
                                         {one_query, keys, values, absent(), seen}));
    CHECK(gives<graph::attention>(f32({1, 1, 1, 2}, {0, 0}),
                                  {one_query, keys, values, absent(), boolean({3}, {0, 0, 0})}));
    auto const poisoned = f32({1, 1, 3, 2}, {0, 0, one_node::nan, 0, ln3, 0});
    CHECK(nearly_gives<graph::attention>(f32({1, 1, 1, 2}, {6, 4.5}),
                                         {one_query, poisoned, values, absent(), seen}));
}
TEST_CASE("causal attention sees keys up to its own place") {
    auto const queries = f32({1, 1, 2, 2}, {1, 1, 1, 1});
    CHECK(nearly_gives<graph::attention>(f32({1, 1, 2, 2}, {6, 0, 10, 0}), {queries, keys, values},
                                         attr<"is_causal"> = 1));
    CHECK(nearly_gives<graph::attention>(f32({1, 1, 2, 2}, {0, 0, 12, 0}),
                                         {queries, keys, values, absent(), boolean({3}, {0, 1, 1})},
                                         attr<"is_causal"> = 1));
}
TEST_CASE("a soft cap comes before the bias") {
    double const capped = 2 * std::tanh(ln2 / 2), last = 2 * std::tanh(ln3 / 2);
    double const a = std::exp(1.0), b = std::exp(capped), c = std::exp(last), all = a + b + c;
    CHECK(nearly_gives<graph::attention>(
        f32({1, 1, 1, 2}, {(6 * a + 12 * b + 6 * c) / all, 6 * c / all}),
        {one_query, keys, values, f32({3}, {1, 0, 0})}, attr<"softcap"> = 2.0));
}
TEST_CASE("heads of queries share those of keys in groups") {
    auto const queries = f32({1, 4, 1, 1}, {0, 0, 0, 0});
    auto const two = f32({1, 2, 1, 1}, {1, 1}), held = f32({1, 2, 1, 1}, {5, 7});
    CHECK(gives<graph::attention>(f32({1, 4, 1, 1}, {5, 5, 7, 7}), {queries, two, held}));
    CHECK(is_refused({f32({1, 3, 1, 1}, {0, 0, 0}), two, held}, "beyond whole groups"));
}
TEST_CASE("half precision with a softmax in single") {
    auto const half = [](tensor const& t) {
        list<double> held;
        for (std::int64_t i = 0; i != t.size(); ++i) held.push_back(t.real(i));
        return typed(dtype::f16, t.shape(), held);
    };
    auto const out = run<graph::attention>({half(one_query), half(keys), half(values)}, 1,
                                           attr<"softmax_precision"> = dtype::f32);
    REQUIRE(out.problems.empty());
    CHECK(out.agrees);
    CHECK(near(out[0], typed(dtype::f16, {1, 1, 1, 2}, {8, 3}), 2e-3));
}
TEST_CASE("operands that do not fit are refused") {
    CHECK(is_refused({one_query, f32({1, 3, 2}, {0, 0, 0, 0, 0, 0}), values},
                     "operand 1 has rank 3, expected 4"));
    CHECK(is_refused({one_query, keys, f32({1, 1, 2, 2}, {0, 0, 0, 0})}, "keys and values"));
    CHECK(is_refused({f32({1, 1, 1, 1}, {1}), keys, values}, "sizes of queries and of keys"));
    CHECK(is_refused({one_query, keys, values, f32({2, 3}, {0, 0, 0, 0, 0, 0})},
                     "dimensions of a mask and of the scores"));
    CHECK(is_refused({one_query, keys, values, f32({1, 1, 1, 1, 3}, {0, 0, 0})},
                     "more dimensions than the scores"));
    CHECK_FALSE(
        run<graph::attention>({one_query, keys, values}, 1, attr<"softmax_precision"> = dtype::i32)
            .problems.empty());
}

#include <tenon/graph/recurrence.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {

list<core::text> names(std::initializer_list<char const*> given) {
    list<core::text> all;
    for (auto n : given) all.push_back(n);
    return all;
}
list<double> reals(std::size_t count, double value) { return list<double>(count, value); }

/// A network with these activation functions, whose alpha is 1 and whose beta is 0.
template <class Op, class... Attributes>
outcome net(list<tensor> const& operands, int results, std::initializer_list<char const*> functions,
            Attributes... attributes) {
    auto out = run<Op>(operands, results, attr<"activations"> = names(functions),
                       attr<"alphas"> = reals(functions.size(), 1),
                       attr<"betas"> = reals(functions.size(), 0), attributes...);
    REQUIRE(out.problems.empty());
    CHECK(out.agrees);
    return out;
}
constexpr auto reverse = attr<"direction"> = "reverse";

} // namespace

TEST_CASE("sequences of different lengths, both ways, BR-44") {
    auto const x = f32({3, 2, 1}, {1, 10, 2, 20, 3, 30});
    auto const one = f32({1, 1, 1}, {1});
    auto const lens = typed(dtype::i32, {2}, {3, 2});
    auto const forward = net<graph::rnn>({x, one, one, absent(), lens}, 2, {"affine"});
    CHECK((forward[0] == f32({3, 1, 2, 1}, {1, 10, 3, 30, 6, 0})));
    CHECK((forward[1] == f32({1, 2, 1}, {6, 30})));
    auto const backward = net<graph::rnn>({x, one, one, absent(), lens}, 2, {"affine"}, reverse);
    CHECK((backward[0] == f32({3, 1, 2, 1}, {6, 30, 5, 20, 3, 0})));
    CHECK((backward[1] == f32({1, 2, 1}, {6, 30})));
    auto const two = f32({2, 1, 1}, {1, 1});
    auto const both = net<graph::rnn>({x, two, two}, 2, {"affine", "affine"},
                                      attr<"direction"> = "bidirectional");
    CHECK((both[0] == f32({3, 2, 2, 1}, {1, 10, 6, 60, 3, 30, 5, 50, 6, 60, 3, 30})));
    CHECK((both[1] == f32({2, 2, 1}, {6, 60, 6, 60})));
}

TEST_CASE("biases, an initial state, clipping") {
    auto const x = f32({1, 1, 2}, {1, 2});
    auto const w = f32({1, 2, 2}, {1, 1, -1, 1}), r = f32({1, 2, 2}, {0.5, 0, 0, 2});
    auto const b = f32({1, 4}, {0.25, 0, 0.5, -4}), h = f32({1, 1, 2}, {2, 3});
    auto const out = net<graph::rnn>({x, w, r, b, absent(), h}, 2, {"affine"});
    CHECK((out[0] == f32({1, 1, 1, 2}, {4.75, 3})));
    auto const clipped =
        net<graph::rnn>({x, w, r, b, absent(), h}, 2, {"affine"}, attr<"clip"> = 3.5);
    CHECK((clipped[0] == f32({1, 1, 1, 2}, {3.5, 3})));
}

TEST_CASE("LSTM, BR-61") {
    auto const zeros = [](list<std::int64_t> shape, std::size_t count) {
        return f32(shape, list<double>(count, 0.0));
    };
    list<tensor> const operands{
        f32({1, 1, 1}, {0}), zeros({1, 4, 1}, 4), zeros({1, 4, 1}, 4), absent(), absent(),
        f32({1, 1, 1}, {0}), f32({1, 1, 1}, {1})};
    auto const out = net<graph::lstm>(operands, 3, {"sigmoid", "tanh", "tanh"});
    CHECK(near(out[0], f32({1, 1, 1, 1}, {0.2310586})));
    CHECK(near(out[1], f32({1, 1, 1}, {0.2310586})));
    CHECK(near(out[2], f32({1, 1, 1}, {0.5})));

    // gates in the order input, output, forget, cell: all affine, so that they are seen
    auto const x = f32({2, 1, 1}, {1, 1});
    auto const w = f32({1, 4, 1}, {1, 2, 3, 4}), r = zeros({1, 4, 1}, 4);
    auto const seen = net<graph::lstm>({x, w, r}, 3, {"affine", "affine", "affine"});
    CHECK((seen[2] == f32({1, 1, 1}, {16}))); // 4, then 3 * 4 + 4
    CHECK((seen[0] == f32({2, 1, 1, 1}, {8, 32})));
    auto const p = f32({1, 3}, {0, 1, 0});
    auto const peeped = net<graph::lstm>({x, w, r, absent(), absent(), absent(), absent(), p}, 3,
                                         {"affine", "affine", "affine"});
    CHECK((peeped[0] == f32({2, 1, 1, 1}, {24, 288}))); // the output gate sees the new memory
    auto const coupled =
        net<graph::lstm>({x, w, r}, 3, {"affine", "affine", "affine"}, attr<"input_forget"> = 1);
    CHECK((coupled[2] == f32({1, 1, 1}, {4})));
}

TEST_CASE("GRU applies the reset gate before or after the weights, BR-43") {
    list<tensor> const operands{f32({1, 1, 1}, {1}),
                                f32({1, 3, 1}, {0.5, 0.25, 1}),
                                f32({1, 3, 1}, {0.1, 0.2, 0.7}),
                                f32({1, 6}, {0, 0, 0, 0, 0, 1}),
                                absent(),
                                f32({1, 1, 1}, {2})};
    auto const early = net<graph::gru>(operands, 2, {"sigmoid", "tanh"});
    CHECK(near(early[0], f32({1, 1, 1, 1}, {1.666262})));
    auto const late =
        net<graph::gru>(operands, 2, {"sigmoid", "tanh"}, attr<"linear_before_reset"> = 1);
    CHECK(near(late[0], f32({1, 1, 1, 1}, {1.664375})));
}

TEST_CASE("what does not fit is refused") {
    auto const x = f32({1, 1, 2}, {1, 2}), w = f32({1, 1, 2}, {1, 1}), r = f32({1, 1, 1}, {1});
    auto const refused = [&](std::initializer_list<char const*> functions, tensor const& weights) {
        return !run<graph::rnn>({x, weights, r}, 2, attr<"activations"> = names(functions),
                                attr<"alphas"> = reals(functions.size(), 1),
                                attr<"betas"> = reals(functions.size(), 0))
                    .problems.empty();
    };
    CHECK_FALSE(refused({"tanh"}, w));
    CHECK(refused({"tan"}, w));
    CHECK(refused({"tanh", "tanh"}, w));
    CHECK(refused({"tanh"}, f32({1, 1, 3}, {1, 1, 1})));
}

#include <tenon/graph/activation.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
list<tensor> const x{f32({3}, {-1, 0, 1})};
} // namespace

static_assert(gives<graph::relu>(f32({2}, {0, 3}), on(f32({2}, {-2, 3}))));
static_assert(nearly_gives<graph::sigmoid>(f32({1}, {0.7310585786}), on(f32({1}, {1}))));

TEST_CASE("relu and its kin") {
    CHECK(near(run<graph::relu>({f32({4}, {nan, 1, -2, -0.0})}, 1)[0], f32({4}, {nan, 1, 0, 0})));
    CHECK(nearly_gives<graph::leaky_relu>(f32({3}, {-0.1, 0, 1}), x, attr<"alpha"> = 0.1));
    CHECK(nearly_gives<graph::prelu>(f32({3}, {-2, 0, 1}), {x[0], f32({1}, {2})}));
    CHECK(nearly_gives<graph::elu>(f32({3}, {-1.2642411, 0, 1}), x, attr<"alpha"> = 2.0));
    CHECK(nearly_gives<graph::selu>(f32({3}, {-3.7927232, 0, 3}), x, attr<"alpha"> = 2.0,
                                    attr<"gamma"> = 3.0));
    CHECK(nearly_gives<graph::celu>(f32({3}, {-0.7869386806, 0, 1}), x, attr<"alpha"> = 2.0));
    CHECK(nearly_gives<graph::thresholded_relu>(f32({3}, {0, 0, 1}), x, attr<"alpha"> = 0.5));
    CHECK(nearly_gives<graph::shrink>(f32({3}, {0.5, 0, -0.5}), x, attr<"bias"> = 1.5,
                                      attr<"lambd"> = 0.5));
}

TEST_CASE("smooth ones") {
    CHECK(nearly_gives<graph::hard_sigmoid>(f32({3}, {0.1, 0.6, 1}), x, attr<"alpha"> = 0.5,
                                            attr<"beta"> = 0.6));
    CHECK(nearly_gives<graph::hard_swish>(f32({3}, {-1.0 / 3, 0, 2.0 / 3}), x));
    CHECK(nearly_gives<graph::softplus>(f32({3}, {0.3132616875, 0.6931471806, 1.3132616875}), x));
    CHECK(nearly_gives<graph::softplus>(f32({2}, {1000, 0}), {f32({2}, {1000, -1000})}));
    CHECK(nearly_gives<graph::softsign>(f32({3}, {-0.5, 0, 0.5}), x));
    CHECK(nearly_gives<graph::tanh>(f32({3}, {-0.7615941560, 0, 0.7615941560}), x));
    CHECK(nearly_gives<graph::gelu>(f32({3}, {-0.1586552539, 0, 0.8413447461}), x));
    CHECK(nearly_gives<graph::gelu>(f32({3}, {-0.1588080094, 0, 0.8411919906}), x,
                                    attr<"approximate"> = "tanh"));
    CHECK(nearly_gives<graph::mish>(f32({3}, {-0.3034014613, 0, 0.8650983883}), x));
    CHECK(nearly_gives<graph::swish>(f32({3}, {-0.1192029220, 0, 0.8807970780}), x,
                                     attr<"alpha"> = 2.0));
}

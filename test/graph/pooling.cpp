#include <tenon/graph/pooling.hpp>

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
constexpr tensor line(list<double> values) {
    return f32({1, 1, static_cast<std::int64_t>(values.size())}, values);
}
auto const kernel_3 = attr<"kernel_shape"> = integers({3});
auto const pads_1 = attr<"pads"> = dims({1, 1});
auto const ceil = attr<"ceil_mode"> = 1;
} // namespace

static_assert(gives<graph::max_pool>(line({2, 3}), on(line({1, 2, 3})),
                                     attr<"kernel_shape"> = integers({2})));

TEST_CASE("no window begins in the end padding, BR-10") {
    list<tensor> const x{line({1, 2, 3, 4, 5})};
    auto const strides = attr<"strides"> = integers({3});
    CHECK(gives<graph::max_pool>(line({2, 5}), x, kernel_3, strides, pads_1, ceil));
    CHECK(gives<graph::average_pool>(line({1.5, 4}), x, kernel_3, strides, pads_1, ceil));
    CHECK(gives<graph::max_pool>(line({1}), {line({1, 2})}, attr<"kernel_shape"> = integers({1}),
                                 attr<"strides"> = integers({2}), ceil));
}

TEST_CASE("what an average counts, BR-11") {
    list<tensor> const x{line({1, 2, 3, 4, 5, 6, 7, 8})};
    auto const strides = attr<"strides"> = integers({2});
    CHECK(gives<graph::average_pool>(line({1, 3, 5, 7, 4}), x, kernel_3, strides, pads_1, ceil,
                                     attr<"count_include_pad"> = 1));
    CHECK(gives<graph::average_pool>(line({1.5, 3, 5, 7, 8}), x, kernel_3, strides, pads_1, ceil));
    CHECK(gives<graph::average_pool>(line({1.5, 3.5, 5}), {line({1, 2, 3, 4, 5})},
                                     attr<"kernel_shape"> = integers({2}), strides, ceil));
    CHECK(gives<graph::average_pool>(
        line({2, 2, 3, 3}), {line({1, 2, 3, 4})}, attr<"kernel_shape"> = integers({2}),
        attr<"dilations"> = integers({2}), attr<"pads"> = dims({1, 1})));
}

TEST_CASE("pads are not elements, BR-50") {
    CHECK(gives<graph::max_pool>(line({-2, -2, -4, -6}), {line({-2, -4, -6})},
                                 attr<"kernel_shape"> = integers({2}), pads_1));
    CHECK(gives<graph::max_pool>(typed(dtype::u8, {1, 1, 2}, {3, 3}),
                                 {typed(dtype::u8, {1, 1, 1}, {3})},
                                 attr<"kernel_shape"> = integers({2}), pads_1));
}

TEST_CASE("where the largest lies") {
    auto const x = f32({1, 1, 3, 3}, {1, 2, 9, 4, 5, 6, 9, 8, 7});
    auto const kernel = attr<"kernel_shape"> = integers({2, 2});
    auto const both = run<graph::max_pool>({x}, 2, kernel);
    CHECK(both.agrees);
    CHECK((both[0] == f32({1, 1, 2, 2}, {5, 9, 9, 8})));
    CHECK((both[1] == i64({1, 1, 2, 2}, {4, 2, 6, 7})));
    CHECK((run<graph::max_pool>({x}, 2, kernel, attr<"storage_order"> = 1)[1] ==
           i64({1, 1, 2, 2}, {4, 6, 2, 5})));
    auto const padded = run<graph::max_pool>({f32({1, 2, 1, 2}, {1, -inf, -inf, -inf})}, 2, kernel,
                                             attr<"pads"> = dims({1, 0, 0, 0}));
    CHECK((padded[1] == i64({1, 2, 1, 1}, {0, 2})));
}

TEST_CASE("norms of windows") {
    CHECK(nearly_gives<graph::lp_pool>(line({5, 4}), {line({3, -4, 0})},
                                       attr<"kernel_shape"> = integers({2})));
    CHECK(nearly_gives<graph::lp_pool>(line({7, 4}), {line({3, -4, 0})},
                                       attr<"kernel_shape"> = integers({2}), attr<"p"> = 1));
    CHECK_FALSE(run<graph::lp_pool>({f32({1, 2}, {1, 2})}, 1, attr<"kernel_shape"> = integers({}))
                    .problems.empty());
}

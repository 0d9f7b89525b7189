#include <tenon/graph/constant.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
constexpr list<dim> dims(std::initializer_list<std::int64_t> sizes) {
    list<dim> all;
    for (auto s : sizes) all.push_back(s);
    return all;
}
} // namespace

static_assert(gives<graph::size_values>(i64({3}, {2, 7, 4}), on(),
                                        attr<"values"> = dims({2, 7, 4})));

TEST_CASE("sizes") {
    CHECK(gives<graph::size_values>(i64({}, {5}), {}, attr<"values"> = dims({5}),
                                    attr<"scalar"> = 1));
    CHECK(gives<graph::size_values>(i64({0}, {}), {}, attr<"values"> = dims({})));
    CHECK_FALSE(run<graph::size_values>({}, 1, attr<"values"> = dims({5, 6}), attr<"scalar"> = 1)
                    .problems.empty());
}

TEST_CASE("ranges, BR-40") {
    CHECK(gives<graph::iota>(f32({4}, {5, 3.5, 2, 0.5}), {f32({}, {5}), f32({}, {-1.5})},
                             attr<"length"> = dims({4})));
    CHECK(gives<graph::iota>(i64({2}, {10, 6}), {i64({}, {10}), i64({}, {-4})},
                             attr<"length"> = dims({2})));
}

TEST_CASE("diagonals") {
    CHECK(gives<graph::eye_like>(f32({2, 3}, {0, 1, 0, 0, 0, 1}), {i64({2, 3}, {1, 2, 3, 4, 5, 6})},
                                 attr<"k"> = 1, attr<"dtype"> = dtype::f32));
    CHECK(gives<graph::eye_like>(i64({2, 2}, {0, 0, 1, 0}), {i64({2, 2}, {0, 0, 0, 0})},
                                 attr<"k"> = -1));
}

TEST_CASE("a constant has its tensor's type") {
    core::program p;
    core::diagnostics found;
    auto const n = p.add_node(p.add_block(), core::facts_of<graph::constant>, {}, 1);
    p.set(n, "value", f32({2, 0}, {}));
    core::inference c(p, n, found);
    graph::constant::infer(c);
    CHECK((p[p[n].results[0]].type == core::type::tensor(dtype::f32, dims({2, 0}))));
}

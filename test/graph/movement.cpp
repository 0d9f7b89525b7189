#include <tenon/graph/movement.hpp>

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
tensor const matrix = i64({2, 3}, {0, 1, 2, 3, 4, 5});
} // namespace

static_assert(gives<graph::transpose>(i64({3, 2}, {0, 3, 1, 4, 2, 5}),
                                      on(i64({2, 3}, {0, 1, 2, 3, 4, 5})),
                                      attr<"perm"> = integers({1, 0})));

TEST_CASE("reshape keeps row-major order") {
    CHECK(gives<graph::reshape>(i64({3, 1, 2}, {0, 1, 2, 3, 4, 5}), {matrix},
                                attr<"shape"> = dims({3, 1, 2})));
    CHECK(gives<graph::reshape>(i64({}, {7}), {i64({1, 1}, {7})}, attr<"shape"> = dims({})));
    CHECK(gives<graph::reshape>(i64({0, 5}, {}), {i64({2, 0}, {})}, attr<"shape"> = dims({0, 5})));
    CHECK_FALSE(run<graph::reshape>({matrix}, 1, attr<"shape"> = dims({4})).problems.empty());
}

TEST_CASE("identity") { CHECK(gives<graph::identity>(matrix, {matrix})); }

TEST_CASE("transpose") {
    CHECK(gives<graph::transpose>(i64({3, 2}, {0, 3, 1, 4, 2, 5}), {matrix}));
    CHECK(gives<graph::transpose>(i64({3, 1, 2}, {0, 3, 1, 4, 2, 5}), {matrix.reshaped({2, 3, 1})},
                                  attr<"perm"> = integers({1, 2, 0})));
    CHECK_FALSE(
        run<graph::transpose>({matrix}, 1, attr<"perm"> = integers({1, 1})).problems.empty());
}

TEST_CASE("expand goes both ways") {
    CHECK(gives<graph::expand>(i64({2, 2, 1}, {1, 2, 1, 2}), {i64({2, 1}, {1, 2})},
                               attr<"shape"> = dims({2, 1, 1})));
}

TEST_CASE("concat, with empty parts, BR-28") {
    CHECK(
        gives<graph::concat>(f32({2}, {1, 2}), {f32({0}, {}), f32({2}, {1, 2})}, attr<"axis"> = 0));
    CHECK(gives<graph::concat>(matrix, {i64({2, 0}, {}), matrix}, attr<"axis"> = 1));
    CHECK(gives<graph::concat>(matrix, {matrix, i64({2, 0}, {})}, attr<"axis"> = -1));
    CHECK(gives<graph::concat>(i64({2, 5}, {0, 1, 2, 7, 8, 3, 4, 5, 9, 10}),
                               {matrix, i64({2, 1}, {7, 9}), i64({2, 1}, {8, 10})},
                               attr<"axis"> = 1));
    CHECK_FALSE(
        run<graph::concat>({matrix, i64({1, 3}, {1, 2, 3})}, 1, attr<"axis"> = 1).problems.empty());
}

TEST_CASE("slice, BR-52") {
    CHECK(gives<graph::slice>(i64({1, 2}, {4, 5}), {matrix}, attr<"starts"> = dims({1, 1}),
                              attr<"sizes"> = dims({1, 2})));
    CHECK(gives<graph::slice>(i64({4, 2}, {0, 0, 0, 0, 3, 4, 1, 2}),
                              {i64({4, 2}, {1, 2, 3, 4, 0, 0, 0, 0})},
                              attr<"starts"> = dims({3, 0}), attr<"sizes"> = dims({4, 2}),
                              attr<"steps"> = integers({-1, 1})));
}

TEST_CASE("pad in all modes, and with negative widths") {
    auto const x = f32({3}, {1, 2, 3});
    auto const padded = [&](char const* mode, std::int64_t before, std::int64_t after) {
        return run<graph::pad>({x}, 1, attr<"begins"> = dims({before}),
                               attr<"ends"> = dims({after}), attr<"mode"> = mode)[0];
    };
    CHECK((padded("constant", 1, 2) == f32({6}, {0, 1, 2, 3, 0, 0})));
    CHECK((padded("constant", -1, 1) == f32({3}, {2, 3, 0})));
    CHECK((padded("edge", 2, 1) == f32({6}, {1, 1, 1, 2, 3, 3})));
    CHECK((padded("reflect", 4, 4) == f32({11}, {1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3})));
    CHECK((padded("wrap", 2, 4) == f32({9}, {2, 3, 1, 2, 3, 1, 2, 3, 1})));
    CHECK(gives<graph::pad>(f32({1, 3}, {9, 5, 9}), {f32({1, 1}, {5}), f32({}, {9})},
                            attr<"begins"> = dims({0, 1}), attr<"ends"> = dims({0, 1})));
    CHECK(gives<graph::pad>(f32({3}, {5, 5, 5}), {f32({1}, {5})}, attr<"begins"> = dims({1}),
                            attr<"ends"> = dims({1}), attr<"mode"> = "reflect"));
    CHECK_FALSE(run<graph::pad>({x}, 1, attr<"begins"> = dims({-2}), attr<"ends"> = dims({-2}))
                    .problems.empty());
}

TEST_CASE("tile") {
    CHECK(gives<graph::tile>(i64({2, 4}, {1, 2, 1, 2, 1, 2, 1, 2}), {i64({1, 2}, {1, 2})},
                             attr<"repeats"> = dims({2, 2})));
    CHECK(gives<graph::tile>(i64({0}, {}), {i64({2}, {1, 2})}, attr<"repeats"> = dims({0})));
}

TEST_CASE("depth and space") {
    auto const x = i64({1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(gives<graph::depth_to_space>(i64({1, 2, 2, 2}, {0, 2, 4, 6, 1, 3, 5, 7}), {x},
                                       attr<"blocksize"> = 2));
    auto const inside = i64({1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(gives<graph::depth_to_space>(inside, {x}, attr<"blocksize"> = 2, attr<"mode"> = "CRD"));
    CHECK(gives<graph::space_to_depth>(x, {inside}, attr<"blocksize"> = 2, attr<"mode"> = "CRD"));
    CHECK(gives<graph::space_to_depth>(x, {i64({1, 2, 2, 2}, {0, 2, 4, 6, 1, 3, 5, 7})},
                                       attr<"blocksize"> = 2));
}

TEST_CASE("triangles") {
    auto const lower = [&](std::int64_t k) {
        return run<graph::trilu>({matrix, i64({}, {k})}, 1, attr<"upper"> = 0)[0];
    };
    CHECK(gives<graph::trilu>(i64({2, 3}, {0, 1, 2, 0, 4, 5}), {matrix}));
    CHECK((lower(0) == i64({2, 3}, {0, 0, 0, 3, 4, 0})));
    CHECK((lower(-1) == i64({2, 3}, {0, 0, 0, 3, 0, 0})));
}

TEST_CASE("reversed sequences") {
    auto const x = i64({2, 3}, {0, 1, 2, 3, 4, 5});
    CHECK(gives<graph::reverse_sequence>(i64({2, 3}, {1, 0, 2, 5, 4, 3}), {x, i64({2}, {2, 3})},
                                         attr<"batch_axis"> = 0, attr<"time_axis"> = 1));
    CHECK_FALSE(run<graph::reverse_sequence>({x, i64({2}, {4, 3})}, 1, attr<"batch_axis"> = 0,
                                             attr<"time_axis"> = 1)
                    .problems.empty());
}

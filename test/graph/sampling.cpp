#include <tenon/graph/sampling.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {

tensor const image = f32({1, 1, 3, 2}, {0, 1, 2, 3, 4, 5});

/// The image at places (x, y).
template <class... Attributes> tensor at(list<double> places, Attributes... attributes) {
    auto const n = static_cast<std::int64_t>(places.size()) / 2;
    auto const out = run<graph::grid_sample>({image, f32({1, 1, n, 2}, places)}, 1, attributes...);
    REQUIRE(out.problems.empty());
    CHECK(out.agrees);
    return out[0].reshaped({n});
}
constexpr auto corners = attr<"align_corners"> = 1;
constexpr auto nearest = attr<"mode"> = "nearest";
constexpr auto cubic = attr<"mode"> = "cubic";
constexpr auto border = attr<"padding_mode"> = "border";
constexpr auto reflection = attr<"padding_mode"> = "reflection";

} // namespace

TEST_CASE("places between elements") {
    CHECK((at({0, 0, -1, -1, 1, 1}, corners) == f32({3}, {2.5, 0, 5})));
    CHECK((at({-0.5, 0, 0.5, 0, 0, 0}) == f32({3}, {2, 3, 2.5})));
    CHECK((at({-1, -1}) == f32({1}, {0})));
    CHECK((at({1, 1}) == f32({1}, {1.25})));
    CHECK((at({0.4, 0.9, -0.6, -0.1}, nearest) == f32({2}, {5, 2})));
}

TEST_CASE("places outside") {
    CHECK((at({5, 0, 0, 1e30}) == f32({2}, {0, 0})));
    CHECK((at({5, 0, -1, 1}, border) == f32({2}, {3, 4})));
    CHECK((at({2, -1, 3, -1}, corners, reflection) == f32({2}, {0.5, 0})));
    CHECK((at({1.5, -0.5}, nearest, reflection) == f32({1}, {1})));
    CHECK((at({2, 0}, nearest) == f32({1}, {0})));
}

TEST_CASE("cubic") {
    CHECK((at({-1, 0}, corners, cubic) == f32({1}, {2})));
    CHECK(near(at({0, 0}, corners, cubic, border), f32({1}, {2.5})));
    CHECK(near(at({0, 0}, cubic), f32({1}, {0.59375 * 5})));
}

TEST_CASE("affine grids") {
    list<dim> size;
    for (int n : {1, 1, 2, 2}) size.push_back(n);
    auto const theta = f32({1, 2, 3}, {1, 0, 0.25, 0, 2, 0});
    CHECK(gives<graph::affine_grid>(f32({1, 2, 2, 2}, {-0.25, -1, 0.75, -1, -0.25, 1, 0.75, 1}),
                                    {theta}, attr<"size"> = size));
    CHECK(gives<graph::affine_grid>(f32({1, 2, 2, 2}, {-0.75, -2, 1.25, -2, -0.75, 2, 1.25, 2}),
                                    {theta}, attr<"size"> = size, corners));
}

#include <tenon/graph/resize.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
constexpr list<dim> dims(std::initializer_list<std::int64_t> sizes) {
    list<dim> all;
    for (auto s : sizes) all.push_back(s);
    return all;
}
constexpr list<double> reals(std::initializer_list<double> r) { return r; }

/// 1, 2, ... resized to `size`, by `scale` where that is not 0.
template <class... Attributes>
tensor line(std::int64_t length, std::int64_t size, double scale, Attributes... attributes) {
    list<double> values;
    for (std::int64_t k = 0; k != length; ++k) values.push_back(static_cast<double>(k + 1));
    auto const out = run<graph::resize>({f32({length}, values)}, 1, attr<"sizes"> = dims({size}),
                                        attr<"scales"> = reals({scale}), attributes...);
    REQUIRE(out.problems.empty());
    CHECK(out.agrees);
    return out[0];
}
constexpr auto asymmetric = attr<"coordinate_transformation_mode"> = "asymmetric";
constexpr auto align_corners = attr<"coordinate_transformation_mode"> = "align_corners";
constexpr auto linear = attr<"mode"> = "linear";
constexpr auto cubic = attr<"mode"> = "cubic";
} // namespace

static_assert(gives<graph::resize>(f32({4}, {1, 1, 2, 2}), on(f32({2}, {1, 2})),
                                   attr<"sizes"> = dims({4}), asymmetric,
                                   attr<"nearest_mode"> = "floor"));

TEST_CASE("fractions") {
    auto const is = [](graph::detail::fraction f, std::int64_t over, std::int64_t under) {
        return f.over == over && f.under == under;
    };
    CHECK(is(graph::detail::simple_fraction(2), 2, 1));
    CHECK(is(graph::detail::simple_fraction(0.5), 1, 2));
    CHECK(is(graph::detail::simple_fraction(7.0 / 3), 7, 3));
    CHECK(is(graph::detail::simple_fraction(-0.25), -1, 4));
    CHECK(is(graph::detail::simple_fraction(0.6f, dtype::f32), 3, 5));
    CHECK(is(graph::detail::simple_fraction(640.0f / 427, dtype::f32), 640, 427));
}

TEST_CASE("the nearest element, BR-16") {
    auto const nearest = [](double scale, char const* how) {
        return line(4, static_cast<std::int64_t>(4 * scale), scale, asymmetric,
                    attr<"nearest_mode"> = how);
    };
    CHECK((nearest(3, "floor") == f32({12}, {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4})));
    CHECK((nearest(3, "round_prefer_floor") == f32({12}, {1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4})));
    CHECK((nearest(2, "round_prefer_floor") == f32({8}, {1, 1, 2, 2, 3, 3, 4, 4})));
    CHECK((nearest(2, "round_prefer_ceil") == f32({8}, {1, 2, 2, 3, 3, 4, 4, 4})));
    CHECK((line(4, 2, 0.6) == f32({2}, {1, 3})));
    CHECK((line(4, 8, 0, align_corners, attr<"nearest_mode"> = "floor") ==
           f32({8}, {1, 1, 1, 2, 2, 3, 3, 4})));
    CHECK((line(4, 8, 0, attr<"nearest_mode"> = "ceil") == f32({8}, {1, 2, 2, 3, 3, 4, 4, 4})));
}

TEST_CASE("linear") {
    CHECK((line(2, 4, 2, linear) == f32({4}, {1, 1.25, 1.75, 2})));
    CHECK(near(line(2, 4, 2, linear, align_corners), f32({4}, {1, 4.0 / 3, 5.0 / 3, 2})));
    CHECK((line(4, 1, 0, linear, align_corners) == f32({1}, {1})));
    CHECK(near(line(4, 2, 0.6, linear), f32({2}, {4.0 / 3, 3})));
    CHECK(near(
        line(4, 2, 0.6, linear, attr<"coordinate_transformation_mode"> = "half_pixel_symmetric"),
        f32({2}, {5.0 / 3, 10.0 / 3})));
    CHECK((line(4, 1, 0, linear, attr<"coordinate_transformation_mode"> = "pytorch_half_pixel") ==
           f32({1}, {1})));
    CHECK(gives<graph::resize>(i64({2, 3}, {0, 5, 10, -4, 3, 10}), {i64({2, 2}, {0, 10, -4, 10})},
                               attr<"sizes"> = dims({2, 3}), linear));
    auto const wide =
        run<graph::resize>({f32({2, 2}, {1, 2, 3, 4})}, 1, attr<"sizes"> = dims({4, 4}), linear);
    CHECK((wide[0] == f32({4, 4}, {1, 1.25, 1.75, 2, 1.5, 1.75, 2.25, 2.5, 2.5, 2.75, 3.25, 3.5, 3,
                                   3.25, 3.75, 4})));
}

TEST_CASE("cubic") {
    CHECK(near(line(4, 8, 2, cubic), f32({8}, {0.89453125, 1.19140625, 1.66796875, 2.296875,
                                               2.703125, 3.33203125, 3.80859375, 4.10546875})));
    CHECK((line(4, 4, 0, cubic) == f32({4}, {1, 2, 3, 4})));
    CHECK(near(line(4, 3, 0.8, cubic), f32({3}, {1.09423828, 2.40429688, 3.70556641})));
    CHECK(near(line(4, 3, 0.8, cubic, attr<"cubic_coeff_a"> = -0.5, attr<"exclude_outside"> = 1),
               f32({3}, {1.07362535, 2.375, 3.7188353})));
}

TEST_CASE("crops show what is outside as they are told") {
    auto const crop = attr<"coordinate_transformation_mode"> = "tf_crop_and_resize";
    CHECK(near(line(4, 3, 0, linear, crop, attr<"roi"> = reals({0.4, 0.6})),
               f32({3}, {2.2, 2.5, 2.8})));
    CHECK((line(3, 3, 0, linear, crop, attr<"roi"> = reals({0.5, 1.5}),
                attr<"extrapolation_value"> = 10.0) == f32({3}, {2, 3, 10})));
    CHECK((line(3, 1, 0, linear, crop, attr<"roi"> = reals({0.5, 1.0})) == f32({1}, {2.5})));
}

TEST_CASE("antialiasing averages what an element covers") {
    auto const smooth = attr<"antialias"> = 1;
    CHECK(near(line(4, 2, 0.5, linear, smooth), f32({2}, {1.625, 3.375})));
    CHECK((line(2, 4, 2, linear, smooth) == f32({4}, {1, 1.25, 1.75, 2})));
    CHECK(near(line(8, 4, 0.5, cubic, smooth),
               f32({4}, {1.47265625, 3.48242188, 5.51757812, 7.52734375})));
}

TEST_CASE("bad attributes are named") {
    auto const x = f32({2}, {1, 2});
    auto const refused = [](outcome const& out) { return !out.problems.empty(); };
    CHECK(refused(run<graph::resize>({x}, 1, attr<"sizes"> = dims({4, 4}))));
    CHECK(
        refused(run<graph::resize>({x}, 1, attr<"sizes"> = dims({4}), attr<"mode"> = "bilinear")));
    CHECK(refused(run<graph::resize>({i64({2}, {1, 2})}, 1, attr<"sizes"> = dims({4}), cubic)));
    CHECK(refused(run<graph::resize>({f32({0}, {})}, 1, attr<"sizes"> = dims({4}))));
}

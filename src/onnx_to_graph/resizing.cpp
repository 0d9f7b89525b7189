// Resize and Upsample.
#include <tenon/graph/resize.hpp>

#include "onnx_to_graph/families.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::onnx_to_graph {

namespace {

/// What the result's shape is made of, an entry per axis of the operand.
struct stretch {
    list<dim> sizes;
    list<double> scales; ///< empty where the sizes say everything
    list<double> roi;
};

/// floor(n scale), where a scale that is a short fraction also fits symbolic sizes.
dim scaled(dim const& n, double scale) {
    if (n.is_constant())
        return static_cast<std::int64_t>(std::floor(static_cast<double>(n.constant()) * scale));
    auto const exact = floor(graph::shape_number(n).cast(dtype::f32) * scale).cast(dtype::i64);
    if (exact.known()) return exact.value();
    auto const fraction = graph::detail::simple_fraction(scale, dtype::f32);
    return floordiv(n * dim(fraction.over), fraction.under);
}

void require_count(importing& c, std::string_view what, std::size_t count, std::size_t wanted) {
    if (count != wanted)
        c.fail(text("its ") + what + " have " + core::to_string(static_cast<std::int64_t>(count)) +
               " entries, expected " + core::to_string(static_cast<std::int64_t>(wanted)));
}

/// The axes that sizes, scales and the region are given for: all, or those that are named.
list<std::int64_t> axes_of(importing& c) {
    auto axes = c.integers("axes");
    if (c.attribute("axes") == nullptr)
        for (int d = 0; d != c.rank(0); ++d) axes.push_back(d);
    for (auto& a : axes) a = c.axis(a, c.rank(0));
    return axes;
}

stretch by_scales(importing& c, list<double> const& scales, list<std::int64_t> const& axes) {
    require_count(c, "scales", scales.size(), axes.size());
    auto const& shape = c.shape(0);
    stretch s{shape, list<double>(shape.size(), 1.0), {}};
    for (std::size_t k = 0; k != axes.size(); ++k) {
        auto const d = static_cast<std::size_t>(axes[k]);
        if (!(scales[k] > 0) || scales[k] > 1e9) c.fail("one of its scales is not positive");
        s.scales[d] = scales[k];
        s.sizes[d] = scaled(shape[d], scales[k]);
    }
    return s;
}

/// One scale for all axes, so that nothing is larger, or smaller, than the sizes say.
stretch keeping_aspect_ratio(importing& c, list<dim> const& sizes, list<std::int64_t> const& axes,
                             bool not_larger) {
    auto const& shape = c.shape(0);
    double scale = 0;
    for (std::size_t k = 0; k != axes.size(); ++k) {
        auto const& n = shape[static_cast<std::size_t>(axes[k])];
        if (!n.is_constant() || !sizes[k].is_constant() || n.constant() == 0)
            c.fail("it keeps the aspect ratio of symbolic dimensions, expected fixed ones",
                   "fix them with --dim");
        double const own =
            static_cast<double>(sizes[k].constant()) / static_cast<double>(n.constant());
        scale = k == 0 ? own : not_larger ? std::min(scale, own) : std::max(scale, own);
    }
    stretch s{shape, list<double>(shape.size(), 1.0), {}};
    for (auto const axis : axes) {
        auto const d = static_cast<std::size_t>(axis);
        s.scales[d] = scale;
        s.sizes[d] = static_cast<std::int64_t>(
            std::floor(scale * static_cast<double>(shape[d].constant()) + 0.5));
    }
    return s;
}

stretch by_sizes(importing& c, list<dim> const& sizes, list<std::int64_t> const& axes) {
    require_count(c, "sizes", sizes.size(), axes.size());
    auto const policy = c.words("keep_aspect_ratio_policy", "stretch");
    if (policy == "not_larger" || policy == "not_smaller")
        return keeping_aspect_ratio(c, sizes, axes, policy == "not_larger");
    if (policy != "stretch")
        c.fail(text("keep_aspect_ratio_policy is \"") + policy +
               "\", expected stretch, not_larger or not_smaller");
    stretch s{c.shape(0), {}, {}};
    for (std::size_t k = 0; k != axes.size(); ++k)
        s.sizes[static_cast<std::size_t>(axes[k])] = sizes[k];
    return s;
}

/// The part that a crop shows: begins of all axes, then ends.
list<double> read_roi(importing& c, list<std::int64_t> const& axes) {
    auto const given = c.reals_of(1);
    require_count(c, "regions", given.size(), 2 * axes.size());
    auto const rank = static_cast<std::size_t>(c.rank(0));
    list<double> roi(2 * rank, 0.0);
    for (std::size_t d = 0; d != rank; ++d) roi[rank + d] = 1;
    for (std::size_t k = 0; k != axes.size(); ++k) {
        roi[static_cast<std::size_t>(axes[k])] = given[k];
        roi[rank + static_cast<std::size_t>(axes[k])] = given[axes.size() + k];
    }
    return roi;
}

/// An input that is there and has elements.
bool is_given(importing& c, int i) {
    return c.has(i) && !(c.shape(i).size() == 1 && c.shape(i)[0] == dim(0));
}

void import_resize_11(importing& c) {
    auto const axes = axes_of(c);
    if (is_given(c, 2) == is_given(c, 3))
        c.fail("it has both scales and sizes or neither, expected one of them");
    stretch s;
    if (is_given(c, 2))
        s = by_scales(c, c.reals_of(2), axes);
    else
        s = by_sizes(c, c.dims(3), axes);
    auto const coordinates = c.words("coordinate_transformation_mode", "half_pixel");
    if (coordinates == "tf_crop_and_resize") s.roi = read_roi(c, axes);
    c.output(0, c.add<graph::resize>(c[0], attr<"sizes"> = s.sizes, attr<"scales"> = s.scales,
                                     attr<"roi"> = s.roi, attr<"mode"> = c.words("mode", "nearest"),
                                     attr<"coordinate_transformation_mode"> = coordinates,
                                     attr<"nearest_mode"> =
                                         c.words("nearest_mode", "round_prefer_floor"),
                                     attr<"cubic_coeff_a"> = c.real("cubic_coeff_a", -0.75),
                                     attr<"exclude_outside"> = c.integer("exclude_outside", 0),
                                     attr<"extrapolation_value"> = c.real("extrapolation_value", 0),
                                     attr<"antialias"> = c.integer("antialias", 0)));
}

/// What came before version 11 knows scales and two modes, and counts from the corner.
void resize_from_the_corner(importing& c, list<double> const& scales) {
    auto const s = by_scales(c, scales, axes_of(c));
    auto mode = c.words("mode", "nearest");
    if (mode == "bilinear") mode = "linear";
    c.output(0, c.add<graph::resize>(c[0], attr<"sizes"> = s.sizes, attr<"scales"> = s.scales,
                                     attr<"mode"> = mode,
                                     attr<"coordinate_transformation_mode"> = "asymmetric",
                                     attr<"nearest_mode"> = "floor"));
}
void import_resize_10(importing& c) { resize_from_the_corner(c, c.reals_of(1)); }
void import_upsample_7(importing& c) {
    auto const* scales = c.attribute("scales");
    resize_from_the_corner(c, scales->reals);
}

constexpr importer table[] = {
    {"Resize", 10, 10, import_resize_10},
    {"Resize", 11, 28, import_resize_11},
    {"Upsample", 7, 8, import_upsample_7},
    {"Upsample", 9, 9, import_resize_10},
};

} // namespace

constinit importer_table const resizing_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

// Normalisations, softmax and norms in terms of sums and arithmetic.
#pragma once

#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
#include <tenon/graph/reduction.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/graph/softmax.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

namespace detail {

/// In the dtype in which means are computed, which half precision is too narrow for; and back.
template <class Value> constexpr auto widened(Value const& value) {
    return cast(
        value, core::attr<"to"> = [](auto const& m) {
            return graph::detail::wide_enough(m.root().type().element);
        });
}
template <class Value> constexpr auto narrowed(Value const& value) {
    return cast(value, core::attr<"to"> = [](auto const& m) { return m.root().type().element; });
}
/// The attribute "epsilon" in the wide dtype.
inline constexpr auto wide_epsilon = constant_from([](auto const& m) {
    return core::tensor::from(graph::detail::wide_enough(m.root().type().element), {},
                              core::list<double>{m.root()[core::attr<"epsilon">].real});
});
/// One number per channel, widened, in a shape that broadcasts to the root along dimension 1.
template <class Vector> constexpr auto wide_along_channels(Vector const& vector) {
    return reshape(
        widened(vector), core::attr<"shape"> = [](auto const& m) {
            auto const& root = m.root().type();
            core::list<core::dim> shape(root.shape.size() - 1, core::dim(1));
            shape[0] = root.shape[1];
            return shape;
        });
}

/// Axes of the root: the one in its attribute; those from there on; those behind `First`.
inline constexpr auto own_axis = core::attr<"axes"> = [](auto const& m) {
    return core::list<std::int64_t>{m.root()[core::attr<"axis">].integer};
};
inline constexpr auto axes_from_own = core::attr<"axes"> = [](auto const& m) {
    int const rank = m.root().type().rank();
    core::list<std::int64_t> axes;
    for (int d = graph::detail::axis_of(m.root()[core::attr<"axis">].integer, rank); d < rank; ++d)
        axes.push_back(d);
    return axes;
};
inline constexpr auto axes_behind_channels = core::attr<"axes"> = [](auto const& m) {
    core::list<std::int64_t> axes;
    for (int d = 2; d < m.root().type().rank(); ++d) axes.push_back(d);
    return axes;
};
/// Behind the groups of [batch, groups, channels of a group, ...].
inline constexpr auto axes_behind_groups = core::attr<"axes"> = [](auto const& m) {
    core::list<std::int64_t> axes;
    for (int d = 2; d <= m.root().type().rank(); ++d) axes.push_back(d);
    return axes;
};
inline constexpr auto keeping_dims = core::attr<"keepdims"> = 1;

/// What is left of a value without its mean over `axes`, and that over its standard deviation.
template <class Value, class Axes> constexpr auto centred(Value const& value, Axes axes) {
    return sub(value, reduce_mean(value, axes, keeping_dims));
}
template <class Value, class Axes> constexpr auto normalized(Value const& value, Axes axes) {
    auto const gap = centred(value, axes);
    return div(gap, sqrt(add(reduce_mean(mul(gap, gap), axes, keeping_dims), wide_epsilon)));
}
inline constexpr auto split_into_groups = core::attr<"shape"> = [](auto const& m) {
    auto shape = m.root().type().shape;
    auto const groups = m.root()[core::attr<"num_groups">].integer;
    shape[1] = floordiv(shape[1], core::dim(groups));
    shape.insert(1, core::dim(groups));
    return shape;
};
inline constexpr auto shape_of_root =
    core::attr<"shape"> = [](auto const& m) { return m.root().type().shape; };

} // namespace detail

/// For targets and tools without these ops; the standard pipeline keeps them, since each is a few
/// loops to it as it stands.
inline constexpr auto normalization_rules = [] {
    using namespace detail;
    using core::attr;
    constexpr auto x = any<"x">;
    constexpr auto s = any<"s">;
    constexpr auto b = any<"b">;
    constexpr auto largest = reduce_max(x, own_axis, keeping_dims);
    constexpr auto over_own = normalized(widened(x), axes_from_own);
    constexpr auto over_space = normalized(widened(x), axes_behind_channels);
    constexpr auto over_groups = reshape(
        normalized(reshape(widened(x), split_into_groups), axes_behind_groups), shape_of_root);
    constexpr auto root_mean_square = sqrt(
        add(reduce_mean(mul(widened(x), widened(x)), axes_from_own, keeping_dims), wide_epsilon));
    constexpr auto is_per_channel =
        where([](auto const& m) { return m["s"].dim(0) == m["x"].dim(1); });
    constexpr auto has_axes =
        where([](auto const& m) { return !m.attribute("axes").integers.empty(); });
    constexpr auto over_axes = attr<"axes"> = any<"axes">;
    return rules(
        // clang-format off
        // softmax(x) = e / sum(e), where e = exp(x - max(x))
        match::library_rule<"softmax">(softmax(x) >> div(exp(sub(x, largest)), reduce_sum(exp(sub(x, largest)), own_axis, keeping_dims))),
        // log softmax(x) = x - max(x) - log(sum(exp(x - max(x))))
        match::library_rule<"log-softmax">(log_softmax(x) >> sub(sub(x, largest), log(reduce_sum(exp(sub(x, largest)), own_axis, keeping_dims)))),
        // ln(x, s) = s (x - mean) / sqrt(variance + epsilon)
        match::library_rule<"layer-normalization">(layer_normalization(x, s) >> mul(narrowed(over_own), s)),
        // ln(x, s, b) = s (x - mean) / sqrt(variance + epsilon) + b
        match::library_rule<"layer-normalization-with-bias">(layer_normalization(x, s, b) >> add(mul(narrowed(over_own), s), b)),
        // rms(x, s) = s x / sqrt(mean of x x + epsilon)
        match::library_rule<"rms-normalization">(rms_normalization(x, s) >> mul(narrowed(div(widened(x), root_mean_square)), s)),
        // in(x, s, b) = s (x - mean) / sqrt(variance + epsilon) + b, per channel
        match::library_rule<"instance-normalization">(instance_normalization(x, s, b) >>
            narrowed(add(mul(over_space, wide_along_channels(s)), wide_along_channels(b)))),
        // gn(x, s, b) = s (x - mean) / sqrt(variance + epsilon) + b, per group of channels
        match::library_rule<"group-normalization">(group_normalization(x, s, b) >>
            narrowed(add(mul(over_groups, wide_along_channels(s)), wide_along_channels(b))), is_per_channel),
        // x / |x|, but 0 where |x| is
        match::library_rule<"lp-normalization-1">(lp_normalization(x, attr<"p"> = 1) >>
            where_(equal(reduce_l1(x, own_axis, keeping_dims), 0.0), 0.0, div(x, reduce_l1(x, own_axis, keeping_dims)))),
        match::library_rule<"lp-normalization-2">(lp_normalization(x, attr<"p"> = 2) >>
            where_(equal(sqrt(reduce_sum_square(x, own_axis, keeping_dims)), 0.0), 0.0, div(x, sqrt(reduce_sum_square(x, own_axis, keeping_dims))))),
        // (x - mean) / (sqrt(variance) + 1e-9)
        match::library_rule<"mean-variance-normalization">(mean_variance_normalization(x, over_axes) >>
            narrowed(div(centred(widened(x), over_axes),
                         add(sqrt(reduce_mean(mul(centred(widened(x), over_axes), centred(widened(x), over_axes)), over_axes, keeping_dims)), constant_from([](auto const& m) {
                             return core::tensor::from(graph::detail::wide_enough(m.root().type().element), {}, core::list<double>{1e-9});
                         })))), has_axes)
        // clang-format on
    );
}();

/// Norms of parts of a tensor.
inline constexpr auto norm_rules = [] {
    using core::attr;
    constexpr auto x = any<"x">;
    constexpr auto axes = attr<"axes"> = any<"axes">;
    constexpr auto keep = attr<"keepdims"> = any<"keep">;
    constexpr auto is_float = where([](auto const& m) { return core::is_float(m["x"].element()); });
    return rules(
        // clang-format off
        // |x| = sum of |x|
        match::library_rule<"reduce-l1">(reduce_l1(x, axes, keep) >> reduce_sum(abs(x), axes, keep)),
        // ||x|| = sqrt(sum of x x)
        match::library_rule<"reduce-l2">(reduce_l2(x, axes, keep) >> sqrt(reduce_sum_square(x, axes, keep)), is_float),
        // sum of squares = sum of x x
        match::library_rule<"reduce-sum-square">(reduce_sum_square(x, axes, keep) >> reduce_sum(mul(x, x), axes, keep)),
        // log of a sum
        match::library_rule<"reduce-log-sum">(reduce_log_sum(x, axes, keep) >> log(reduce_sum(x, axes, keep)), is_float)
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

// Normalisation by means, variances and norms of parts of a tensor.
#pragma once

#include <tenon/graph/meaning.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

/// In which dtype means and variances are computed: half precision is too narrow for sums.
constexpr core::dtype wide_enough(core::dtype d) {
    return core::bits(d) < 32 ? core::dtype::f32 : d;
}
/// The product of extents, as an element.
constexpr auto count_as(auto& m, auto const& extents, core::dtype d) {
    auto count = index_of(m, 1);
    for (auto const& e : extents) count = count * e;
    return m.value(count, d);
}
template <class Scalar> struct moments {
    Scalar mean, variance;
};
/// Mean and variance of what `read(k)` gives for k below `extents`, in dtype `d`.
template <class Reading>
constexpr auto moments_of(Reading& m, indices_in<Reading> const& extents, core::dtype d,
                          auto read) {
    using scalar = typename Reading::scalar;
    auto const count = count_as(m, extents, d);
    scalar const mean = m.sum(extents, read) / count;
    scalar const variance = m.sum(extents, [&](auto const& k) {
        auto const gap = read(k) - mean;
        return gap * gap;
    }) / count;
    return moments<scalar>{mean, variance};
}
/// The index with positions from `first` on replaced by `k`.
template <class Indices> constexpr Indices with_tail(Indices i, int first, Indices const& k) {
    for (int d = 0; d != k.size(); ++d) i[first + d] = k[d];
    return i;
}
/// Operands with one element per channel.
constexpr void require_per_channel(inference& c, int first, int last) {
    if (c.rank(0) < 2)
        return c.fail("operand 0 has rank below 2, expected batch, channels and more");
    for (int k = first; k <= last; ++k) {
        if (!c.has(k) || !require_rank(c, k, 1)) continue;
        c.require_equal(c.dim_of(k, 0), c.dim_of(0, 1), "parameters and channels");
    }
}
inline constexpr operand_facts image_scale_and_bias[]{
    {"x", presence::required, core::any_float},
    {"scale", presence::required, core::any_float},
    {"b", presence::required, core::any_float}};

} // namespace detail

/// ONNX BatchNormalization (7, 9, 14, 15) at inference: (x - mean) scale / sqrt(var + epsilon) + b
/// per channel.
struct batch_normalization : indexed<"batch_normalization"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float},
                                              {"scale", presence::required, core::any_float},
                                              {"b", presence::required, core::any_float},
                                              {"mean", presence::required, core::any_float},
                                              {"var", presence::required, core::any_float}};
    static constexpr std::string_view sample_shapes = "NCHW,C,C,C,C|NCH,C,C,C,C|NC,C,C,C,C";
    static constexpr attribute_facts attributes[]{attr<"epsilon"> = 1e-5};
    static constexpr void infer(inference& c) {
        detail::require_per_channel(c, 1, 4);
        if (!c.failed()) detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const wide = detail::wide_enough(in[3].dtype());
        auto const of_channel = [&](int k) { return m.cast(in[k]({i[1]}), wide); };
        auto const slope = of_channel(1) / core::sqrt(of_channel(4) + a[attr<"epsilon">]);
        auto const gap = m.cast(in[0](i), wide) - of_channel(3);
        return m.cast(gap * slope + of_channel(2), in[0].dtype());
    };
};
/// ONNX InstanceNormalization (6, 22): per batch and channel, (x - mean) / sqrt(variance + epsilon)
/// times scale plus b.
struct instance_normalization : indexed<"instance_normalization"> {
    static constexpr std::string_view sample_shapes = "NC22,C,C|NC3,C,C";
    static constexpr auto& operands = detail::image_scale_and_bias;
    static constexpr attribute_facts attributes[]{attr<"epsilon"> = 1e-5};
    static constexpr void infer(inference& c) {
        detail::require_per_channel(c, 1, 2);
        if (!c.failed()) detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        auto const wide = detail::wide_enough(x.dtype());
        auto const part = detail::moments_of(
            m, detail::shape_of(m, x).slice(2, x.rank()), wide,
            [&](auto const& k) { return m.cast(x(detail::with_tail(i, 2, k)), wide); });
        auto const normal =
            (m.cast(x(i), wide) - part.mean) / core::sqrt(part.variance + a[attr<"epsilon">]);
        return m.cast(normal * m.cast(in[1]({i[1]}), wide) + m.cast(in[2]({i[1]}), wide),
                      x.dtype());
    };
};
/// ONNX GroupNormalization (18, 21): as InstanceNormalization, over groups of channels. Scale and b
/// have an entry per channel, or (18) per group.
struct group_normalization : indexed<"group_normalization"> {
    static constexpr std::string_view sample_shapes = "142,4,4|N62,6,6|N42,2,2|1422,4,4";
    static constexpr auto& operands = detail::image_scale_and_bias;
    static constexpr attribute_facts attributes[]{
        attr<"num_groups">.required(attribute_kind::integer), attr<"epsilon"> = 1e-5};
    static constexpr void infer(inference& c) {
        if (c.rank(0) < 2)
            return c.fail("operand 0 has rank below 2, expected batch, channels and more");
        if (c[attr<"num_groups">].integer < 1)
            return c.fail("attribute \"num_groups\" is not positive");
        c.require_equal(core::mod(c.dim_of(0, 1), c[attr<"num_groups">].integer), 0,
                        "channels beyond whole groups and 0");
        if (!c.failed()) detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        auto const wide = detail::wide_enough(x.dtype());
        auto const channels = x.dim(1) / a[attr<"num_groups">];
        auto const group = i[1] / channels;
        auto const part = detail::moments_of(
            m, detail::shape_of(m, x).slice(1, x.rank()).with(0, channels), wide,
            [&](auto const& k) {
                return m.cast(x(detail::with_tail(i, 1, k.with(0, group * channels + k[0]))), wide);
            });
        auto const normal =
            (m.cast(x(i), wide) - part.mean) / core::sqrt(part.variance + a[attr<"epsilon">]);
        auto const place = m.certainly(in[1].dim(0) == x.dim(1)) ? i[1] : group;
        return m.cast(normal * m.cast(in[1]({place}), wide) + m.cast(in[2]({place}), wide),
                      x.dtype());
    };
};
/// ONNX LayerNormalization (17): over the dimensions from `axis` on, (x - mean) / sqrt(variance +
/// epsilon), times scale plus b. The other results are the mean and the reciprocal of that root.
struct layer_normalization : indexed<"layer_normalization"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float},
                                              {"scale", presence::required, core::any_float},
                                              {"b", presence::optional, core::any_float}};
    static constexpr std::string_view sample_shapes = "NMK,K,K|MK,MK,MK";
    static constexpr operand_facts results[]{{"y", presence::required, core::any_float},
                                             {"mean", presence::optional, core::any_float},
                                             {"inv_std_dev", presence::optional, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"axis"> = -1, attr<"epsilon"> = 1e-5};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        if (c.failed()) return;
        for (int k = 1; k != 3; ++k)
            if (c.has(k)) {
                auto const both = c.broadcast_shapes(c.operand(0).shape, c.operand(k).shape);
                if (both.size() != c.operand(0).shape.size())
                    return c.fail("a parameter has more dimensions than the input");
            }
        detail::infer_same(c);
        auto shape = c.operand(0).shape;
        for (int d = axis; d != c.rank(0); ++d) shape[static_cast<std::size_t>(d)] = 1;
        c.result(1, detail::wide_enough(c.element(0)), shape);
        c.result(2, detail::wide_enough(c.element(0)), shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        int const axis = detail::axis_of(a[attr<"axis">], x.rank());
        auto const wide = detail::wide_enough(x.dtype());
        auto const part = detail::moments_of(
            m, detail::shape_of(m, x).slice(axis, x.rank()), wide,
            [&](auto const& k) { return m.cast(x(detail::with_tail(i, axis, k)), wide); });
        auto const deviation = core::sqrt(part.variance + a[attr<"epsilon">]);
        if (m.result() == 1) return part.mean;
        if (m.result() == 2) return 1 / deviation;
        auto const normal = m.cast((m.cast(x(i), wide) - part.mean) / deviation, x.dtype());
        auto const scaled = normal * in[1](m.broadcast(i, in[1]));
        if (!in[2].present()) return scaled;
        return scaled + in[2](m.broadcast(i, in[2]));
    };
};
/// ONNX RMSNormalization (23): over the dimensions from `axis` on, x / sqrt(mean of squares +
/// epsilon) times scale.
struct rms_normalization : indexed<"rms_normalization"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float},
                                              {"scale", presence::required, core::any_float}};
    static constexpr std::string_view sample_shapes = "NMK,K|MK,MK";
    static constexpr attribute_facts attributes[]{attr<"axis"> = -1, attr<"epsilon"> = 1e-5};
    static constexpr void infer(inference& c) {
        c.axis(c[attr<"axis">].integer, c.rank(0));
        c.broadcast_shapes(c.operand(0).shape, c.operand(1).shape);
        if (!c.failed()) detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        int const axis = detail::axis_of(a[attr<"axis">], x.rank());
        auto const wide = detail::wide_enough(x.dtype());
        auto const extents = detail::shape_of(m, x).slice(axis, x.rank());
        auto const squares = m.sum(extents, [&](auto const& k) {
            auto const element = m.cast(x(detail::with_tail(i, axis, k)), wide);
            return element * element;
        });
        auto const mean = squares / detail::count_as(m, extents, wide);
        auto const normal = m.cast(x(i), wide) / core::sqrt(mean + a[attr<"epsilon">]);
        return m.cast(normal, x.dtype()) * in[1](m.broadcast(i, in[1]));
    };
};
/// ONNX LpNormalization (1, 22): x over the p-norm along `axis`; 0 where that is 0.
struct lp_normalization : indexed<"lp_normalization"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"axis"> = -1, attr<"p"> = 2};
    static constexpr void infer(inference& c) {
        c.axis(c[attr<"axis">].integer, c.rank(0));
        if (!c.failed()) detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        auto const p = a[attr<"p">];
        auto const norm = detail::root(m.sum({in[0].dim(axis)},
                                             [&](auto const& k) {
                                                 auto const x = in[0](i.with(axis, k[0]));
                                                 return detail::to_power(core::abs(x), p);
                                             }),
                                       p);
        return core::select(norm == 0, 0, in[0](i) / norm);
    };
};
/// ONNX MeanVarianceNormalization (9, 13): over `axes`, (x - mean) / (sqrt(variance) + 1e-9).
struct mean_variance_normalization : indexed<"mean_variance_normalization"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"axes">.empty(attribute_kind::integers)};
    static constexpr void infer(inference& c) {
        for (auto axis : c[attr<"axes">].integers) c.axis(axis, c.rank(0));
        if (!c.failed()) detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        auto const& axes = a[attr<"axes">];
        auto const wide = detail::wide_enough(x.dtype());
        detail::indices_in<decltype(m)> extents;
        for (auto axis : axes) extents.push(x.dim(detail::axis_of(axis, i.size())));
        auto const part = detail::moments_of(m, extents, wide, [&](auto const& k) {
            auto at = i;
            for (int r = 0; r != k.size(); ++r)
                at[detail::axis_of(axes[static_cast<std::size_t>(r)], i.size())] = k[r];
            return m.cast(x(at), wide);
        });
        auto const normal = (m.cast(x(i), wide) - part.mean) / (core::sqrt(part.variance) + 1e-9);
        return m.cast(normal, x.dtype());
    };
};
/// ONNX LRN (1, 13): x over (bias + alpha / size times the sum of squares of the `size` channels
/// around its own) to the power of beta.
struct lrn : indexed<"lrn"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"size">.required(attribute_kind::integer),
                                                  attr<"alpha"> = 0.0001, attr<"beta"> = 0.75,
                                                  attr<"bias"> = 1.0};
    static constexpr void infer(inference& c) {
        if (c.rank(0) < 2)
            return c.fail("operand 0 has rank below 2, expected batch, channels and more");
        if (c[attr<"size">].integer < 1) return c.fail("attribute \"size\" is not positive");
        detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        auto const size = a[attr<"size">];
        auto const zero = m.literal(0, x.dtype());
        auto const squares = m.sum({detail::index_of(m, size)}, [&](auto const& k) {
            auto const near = m.padded(x, i.with(1, i[1] + k[0] - (size - 1) / 2), zero);
            return near * near;
        });
        auto const scale = a[attr<"alpha">] / static_cast<double>(size);
        return x(i) / core::pow(squares * scale + a[attr<"bias">], a[attr<"beta">]);
    };
};

using normalization_ops = core::dialect<batch_normalization, instance_normalization,
                                        group_normalization, layer_normalization, rms_normalization,
                                        lp_normalization, mean_variance_normalization, lrn>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::batch_normalization> batch_normalization;
inline constexpr match::call<graph::instance_normalization> instance_normalization;
inline constexpr match::call<graph::group_normalization> group_normalization;
inline constexpr match::call<graph::layer_normalization> layer_normalization;
inline constexpr match::call<graph::rms_normalization> rms_normalization;
inline constexpr match::call<graph::lp_normalization> lp_normalization;
inline constexpr match::call<graph::mean_variance_normalization> mean_variance_normalization;
inline constexpr match::call<graph::lrn> lrn;
} // namespace tenon

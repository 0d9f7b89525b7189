// Numbers on a grid of few bits: q stands for (q - zero point) scale.
#pragma once

#include <tenon/graph/contraction.hpp>

namespace tenon::graph {

namespace detail {

inline constexpr core::dtype_set quantized_dtypes =
    core::any_integer | core::dtype_set(core::dtype::f8e4m3fn, core::dtype::f8e4m3fnuz,
                                        core::dtype::f8e5m2, core::dtype::f8e5m2fnuz,
                                        core::dtype::f4e2m1);
inline constexpr core::dtype_set byte_dtypes(core::dtype::i8, core::dtype::u8);

/// The dtype in which scales are multiplied.
constexpr core::dtype work_dtype(core::dtype scale) {
    return scale == core::dtype::f64 ? core::dtype::f64 : core::dtype::f32;
}
/// A floating value as an element of `to`: what is beyond its range becomes its nearest end.
template <class Reading> constexpr auto saturated(Reading& m, auto const& value, core::dtype to) {
    if (core::is_float(to)) {
        double const most = greatest_finite(to);
        return m.cast(core::clamp(value, -most, most), to);
    }
    int const bits = core::bits(to);
    double const span = core::detail::power_of_two(core::is_signed(to) ? bits - 1 : bits);
    double const least = core::is_signed(to) ? -span : 0;
    return m.cast(core::clamp(value, least, span - 1), to);
}
/// An element of `x`, which may be one for all, one per place along an axis (or per block of
/// places), or one for each place.
template <class Reading>
constexpr auto parameter_at(Reading& m, auto const& x, indices_in<Reading> const& at, int axis,
                            std::int64_t block = 0) {
    bool single = true;
    for (int d = 0; d != x.rank(); ++d) single = single && m.certainly(x.dim(d) == 1);
    if (single) return only_element(m, x);
    if (x.rank() == 1) return x({at[axis]});
    auto place = at;
    if (block > 0)
        place[axis] = at[axis] / block;
    else
        for (int d = 0; d != x.rank(); ++d) place[d] = core::select(x.dim(d) == 1, 0, at[d]);
    return x(place);
}
/// `parameter` must be a single element, a list along `axis` of operand 0, or blocks along it.
constexpr void require_parameter(inference& c, int parameter, std::string_view what) {
    if (!c.has(parameter) || c.operand(parameter).elements() == dim(1)) return;
    std::int64_t const block = c[attr<"block_size">].integer;
    if (block < 0) return c.fail("attribute \"block_size\" is negative");
    int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
    if (c.failed()) return;
    if (block == 0) {
        if (!require_rank(c, parameter, 1)) return;
        return c.require_equal(c.dim_of(parameter, 0), c.dim_of(0, axis), what);
    }
    if (!require_rank(c, parameter, c.rank(0))) return;
    for (int d = 0; d != c.rank(0); ++d) {
        dim wanted = c.dim_of(0, d);
        if (d == axis) wanted = ceildiv(wanted, block);
        c.require_equal(c.dim_of(parameter, d), wanted, what);
    }
}
/// A product of quantized tensors has one zero point, or one per row (or column).
constexpr void require_single_or_list(inference& c, int parameter, dim const& length,
                                      std::string_view what) {
    if (!c.has(parameter) || c.operand(parameter).elements() == dim(1)) return;
    if (c.rank(parameter) == 0) return;
    c.require_equal(c.operand(parameter).elements(), length, what);
}

/// The element of operand `k` minus its zero point in operand `zero`, in 32 bits, where the
/// difference of two 8-bit numbers fits.
template <class Reading>
constexpr auto centered(Reading& m, auto const& element, auto const& zero,
                        indices_in<Reading> const& at, int axis) {
    auto const wide = m.cast(element, core::dtype::i32);
    if (!zero.present()) return wide;
    return wide - m.cast(parameter_at(m, zero, at, axis), core::dtype::i32);
}
template <class Reading>
constexpr auto integer_mat_mul(Reading& m, indices_in<Reading> const& i, auto const& a,
                               auto const& b, auto const& a_zero, auto const& b_zero) {
    return mat_mul_sum(
        m, i, a, b,
        [&](auto const& at) { return centered(m, a(at), a_zero, at, a.rank() > 1 ? -2 : 0); },
        [&](auto const& at) { return centered(m, b(at), b_zero, at, -1); });
}
/// Padding stands for 0, which is the zero point.
template <class Reading, class Attributes>
constexpr auto integer_conv(Reading& m, indices_in<Reading> const& i, auto const& x, auto const& w,
                            Attributes const& a, auto const& bias, auto const& x_zero,
                            auto const& w_zero) {
    auto const outside = x_zero.present() ? only_element(m, x_zero) : m.literal(0, x.dtype());
    bool const unpadded = is_unpadded(m, a);
    auto const total = conv_sum(
        m, i, w, a,
        [&](auto const& at) {
            return centered(m, unpadded ? x(at) : m.padded(x, at, outside), x_zero, at, 0);
        },
        [&](auto const& at) { return centered(m, w(at), w_zero, at, 0); });
    if (!bias.present()) return total;
    return total + bias({i[1]});
}
/// round(total scale) + zero, in the dtype of the result.
template <class Reading>
constexpr auto requantized(Reading& m, auto const& total, auto const& scale, auto const& zero) {
    auto const value =
        core::round_even(m.cast(m.cast(total, core::dtype::f32) * scale, core::dtype::f32));
    return saturated(m, value + m.cast(only_element(m, zero), core::dtype::f32), m.result_dtype());
}
/// What the sum of products of quantized numbers is multiplied with.
template <class Reading>
constexpr auto product_scale(Reading& m, auto const& a, auto const& b, auto const& y) {
    constexpr auto f32 = core::dtype::f32;
    return m.cast(m.cast(m.cast(a, f32) * m.cast(b, f32), f32) / m.cast(only_element(m, y), f32),
                  f32);
}

} // namespace detail

/// ONNX QuantizeLinear (10, 13, 19, 21, 23, 24, 25): round(x / scale) + zero point, ties to even,
/// limited to the range of `to`. One scale for all elements, one per place along `axis`, or one per
/// `block_size` places. `precision`, if not none, is what the division is rounded to.
struct quantize_linear : indexed<"quantize_linear"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, core::any_float | core::dtype_set(core::dtype::i32)},
        {"scale", presence::required, core::any_float},
        {"zero_point", presence::optional, detail::quantized_dtypes}};
    static constexpr std::string_view sample_shapes = "*,,|NC,C,C";
    static constexpr attribute_facts attributes[]{
        attr<"to">.required(attribute_kind::dtype), attr<"axis"> = 1, attr<"block_size"> = 0,
        attr<"saturate"> = 1, attr<"precision"> = core::dtype::none};
    static constexpr void infer(inference& c) {
        auto const to = c[attr<"to">].dtype, precision = c[attr<"precision">].dtype;
        if (!detail::quantized_dtypes.has(to) || core::bits(to) > 16)
            return c.fail(text("attribute \"to\" is ") + core::name(to) +
                          ", expected an integer of at most 16 bits or an 8-bit floating dtype");
        if (precision != core::dtype::none && !core::is_float(precision))
            return c.fail(text("attribute \"precision\" is ") + core::name(precision) +
                          ", expected a floating dtype");
        if (c.has(2) && c.element(2) != to)
            return c.fail(text("operand 2 is ") + core::name(c.element(2)) + ", expected " +
                          core::name(to) + " like the result");
        detail::require_parameter(c, 1, "scales and what they belong to");
        detail::require_parameter(c, 2, "zero points and what they belong to");
        if (!c.failed()) c.result(0, to, c.operand(0).shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto precision = a[attr<"precision">];
        if (precision == core::dtype::none) precision = in[1].dtype();
        auto const to = m.result_dtype();
        int const axis = detail::axis_of(a[attr<"axis">], in[0].rank());
        auto const block = a[attr<"block_size">];
        auto const scale = m.cast(detail::parameter_at(m, in[1], i, axis, block), precision);
        auto const work = detail::work_dtype(precision);
        auto value = m.cast(m.cast(m.cast(in[0](i), precision) / scale, precision), work);
        if (core::is_integer(to)) value = core::round_even(value);
        if (in[2].present() && (core::is_integer(to) || to == core::dtype::f4e2m1))
            value = value + m.cast(detail::parameter_at(m, in[2], i, axis, block), work);
        if (core::is_float(to) && a[attr<"saturate">] == 0) return m.cast(value, to);
        return detail::saturated(m, value, to);
    };
};
/// ONNX DequantizeLinear (10, 13, 19, 21, 23, 24, 25): (q - zero point) scale, in the dtype `to`.
struct dequantize_linear : indexed<"dequantize_linear"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, detail::quantized_dtypes},
        {"scale", presence::required, core::any_float},
        {"zero_point", presence::optional, detail::quantized_dtypes}};
    static constexpr std::string_view sample_shapes = "*,,|NC,C,C";
    static constexpr attribute_facts attributes[]{attr<"to">.required(attribute_kind::dtype),
                                                  attr<"axis"> = 1, attr<"block_size"> = 0};
    static constexpr void infer(inference& c) {
        auto const to = c[attr<"to">].dtype;
        if (!core::is_float(to))
            return c.fail(text("attribute \"to\" is ") + core::name(to) +
                          ", expected a floating dtype");
        detail::require_same_dtype(c, 0, 2);
        detail::require_parameter(c, 1, "scales and what they belong to");
        detail::require_parameter(c, 2, "zero points and what they belong to");
        if (!c.failed()) c.result(0, to, c.operand(0).shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], in[0].rank());
        auto const block = a[attr<"block_size">];
        auto const work = detail::work_dtype(in[1].dtype());
        auto const scale = m.cast(detail::parameter_at(m, in[1], i, axis, block), work);
        auto const wide = core::is_integer(in[0].dtype()) ? core::dtype::i32 : work;
        auto x = m.cast(in[0](i), wide);
        if (in[2].present()) x = x - m.cast(detail::parameter_at(m, in[2], i, axis, block), wide);
        return m.cast(m.cast(x, work) * scale, m.result_dtype());
    };
};
/// ONNX DynamicQuantizeLinear (11): x in 8 bits, with the scale and the zero point at which its
/// range, and 0, just fit.
struct dynamic_quantize_linear : indexed<"dynamic_quantize_linear"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, core::dtype_set(core::dtype::f32)}};
    static constexpr operand_facts results[]{{"y"}, {"scale"}, {"zero_point"}};
    static constexpr void infer(inference& c) {
        c.result(0, core::dtype::u8, c.operand(0).shape);
        c.result(1, core::dtype::f32, {});
        c.result(2, core::dtype::u8, {});
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        constexpr auto f32 = core::dtype::f32;
        auto const x = in[0];
        auto const shape = detail::shape_of(m, x);
        auto const zero = m.literal(0, f32);
        auto const read = [&](auto const& k) { return x(k); };
        auto const high = core::max(m.largest(shape, zero, read), 0);
        auto const low = core::min(m.smallest(shape, zero, read), 0);
        auto const range = core::select(high == low, 1, m.cast(high - low, f32));
        auto const scale = m.cast(range / 255, f32);
        if (m.result() == 1) return scale;
        auto const base = core::round_even(core::clamp(m.cast(-low / scale, f32), 0, 255));
        if (m.result() == 2) return m.cast(base, core::dtype::u8);
        return detail::saturated(m, core::round_even(m.cast(x(i) / scale, f32)) + base,
                                 core::dtype::u8);
    };
};
/// ONNX MatMulInteger (10): the product of 8-bit matrices less their zero points, in 32 bits.
struct mat_mul_integer : indexed<"mat_mul_integer"> {
    static constexpr operand_facts operands[]{
        {"a", presence::required, detail::byte_dtypes},
        {"b", presence::required, detail::byte_dtypes},
        {"a_zero_point", presence::optional, detail::byte_dtypes},
        {"b_zero_point", presence::optional, detail::byte_dtypes}};
    static constexpr void infer(inference& c) {
        detail::require_same_dtype(c, 0, 2);
        detail::require_same_dtype(c, 1, 3);
        auto shape = detail::infer_mat_mul(c);
        if (c.failed()) return;
        detail::require_single_or_list(c, 2, c.dim_of(0, c.rank(0) > 1 ? -2 : 0),
                                       "zero points and rows");
        detail::require_single_or_list(c, 3, c.dim_of(1, -1), "zero points and columns");
        if (!c.failed()) c.result(0, core::dtype::i32, static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        return detail::integer_mat_mul(m, i, in[0], in[1], in[2], in[3]);
    };
};
/// ONNX ConvInteger (10), with a bias: a convolution of 8-bit numbers less their zero points, in 32
/// bits.
struct conv_integer : indexed<"conv_integer"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, detail::byte_dtypes},
        {"w", presence::required, detail::byte_dtypes},
        {"b", presence::optional, core::dtype_set(core::dtype::i32)},
        {"x_zero_point", presence::optional, detail::byte_dtypes},
        {"w_zero_point", presence::optional, detail::byte_dtypes}};
    static constexpr std::string_view sample_shapes = "NCHW,OC33,O,,O|NCH,OC3,O,1,";
    static constexpr auto& attributes = detail::conv_attributes;
    static constexpr void infer(inference& c) {
        detail::require_same_dtype(c, 0, 3);
        detail::require_same_dtype(c, 1, 4);
        auto shape = detail::infer_conv(c);
        if (c.failed()) return;
        detail::require_single_or_list(c, 3, 1, "zero points and 1");
        detail::require_single_or_list(c, 4, c.dim_of(1, 0), "zero points and filters");
        if (!c.failed()) c.result(0, core::dtype::i32, static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::integer_conv(m, i, in[0], in[1], a, in[2], in[3], in[4]);
    };
};
/// ONNX QLinearMatMul (10, 21): the product of quantized matrices, quantized.
struct q_linear_mat_mul : indexed<"q_linear_mat_mul"> {
    static constexpr operand_facts operands[]{
        {"a", presence::required, detail::byte_dtypes},
        {"b", presence::required, detail::byte_dtypes},
        {"a_scale", presence::required, core::any_float},
        {"a_zero_point", presence::required, detail::byte_dtypes},
        {"b_scale", presence::required, core::any_float},
        {"b_zero_point", presence::required, detail::byte_dtypes},
        {"y_scale", presence::required, core::any_float},
        {"y_zero_point", presence::required, detail::byte_dtypes}};
    static constexpr void infer(inference& c) {
        detail::require_same_dtype(c, 0, 3);
        detail::require_same_dtype(c, 1, 5);
        auto shape = detail::infer_mat_mul(c);
        if (c.failed()) return;
        for (int k : {2, 3})
            detail::require_single_or_list(c, k, c.dim_of(0, c.rank(0) > 1 ? -2 : 0),
                                           "scales or zero points and rows");
        for (int k : {4, 5})
            detail::require_single_or_list(c, k, c.dim_of(1, -1),
                                           "scales or zero points and columns");
        for (int k : {6, 7})
            detail::require_single_or_list(c, k, 1, "scales or zero points of the result and 1");
        if (!c.failed()) c.result(0, c.element(7), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        auto const total = detail::integer_mat_mul(m, i, in[0], in[1], in[3], in[5]);
        auto const row = in[1].rank() > 1 ? -2 : -1;
        auto const scale = detail::product_scale(m, detail::parameter_at(m, in[2], i, row),
                                                 detail::parameter_at(m, in[4], i, -1), in[6]);
        return detail::requantized(m, total, scale, in[7]);
    };
};
/// ONNX QLinearConv (10): a convolution of quantized numbers, quantized. The bias is in units of
/// the scales of x and w.
struct q_linear_conv : indexed<"q_linear_conv"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, detail::byte_dtypes},
        {"w", presence::required, detail::byte_dtypes},
        {"b", presence::optional, core::dtype_set(core::dtype::i32)},
        {"x_scale", presence::required, core::any_float},
        {"x_zero_point", presence::required, detail::byte_dtypes},
        {"w_scale", presence::required, core::any_float},
        {"w_zero_point", presence::required, detail::byte_dtypes},
        {"y_scale", presence::required, core::any_float},
        {"y_zero_point", presence::required, detail::byte_dtypes}};
    static constexpr std::string_view sample_shapes = "NCHW,OC33,O,,,O,O,,|NCH,OC3,O,,1,,,,1";
    static constexpr auto& attributes = detail::conv_attributes;
    static constexpr void infer(inference& c) {
        detail::require_same_dtype(c, 0, 4);
        detail::require_same_dtype(c, 1, 6);
        auto shape = detail::infer_conv(c);
        if (c.failed()) return;
        for (int k : {3, 4, 7, 8})
            detail::require_single_or_list(c, k, 1, "scales or zero points and 1");
        for (int k : {5, 6})
            detail::require_single_or_list(c, k, c.dim_of(1, 0),
                                           "scales or zero points and filters");
        if (!c.failed()) c.result(0, c.element(8), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const total = detail::integer_conv(m, i, in[0], in[1], a, in[2], in[4], in[6]);
        auto const scale = detail::product_scale(m, detail::only_element(m, in[3]),
                                                 detail::parameter_at(m, in[5], i, 1), in[7]);
        return detail::requantized(m, total, scale, in[8]);
    };
};

using quantization_ops =
    core::dialect<quantize_linear, dequantize_linear, dynamic_quantize_linear, mat_mul_integer,
                  conv_integer, q_linear_mat_mul, q_linear_conv>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::quantize_linear> quantize_linear;
inline constexpr match::call<graph::dequantize_linear> dequantize_linear;
inline constexpr match::call<graph::dynamic_quantize_linear> dynamic_quantize_linear;
inline constexpr match::call<graph::mat_mul_integer> mat_mul_integer;
inline constexpr match::call<graph::conv_integer> conv_integer;
inline constexpr match::call<graph::q_linear_mat_mul> q_linear_mat_mul;
inline constexpr match::call<graph::q_linear_conv> q_linear_conv;
} // namespace tenon

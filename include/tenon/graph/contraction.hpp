// Sums of products: MatMul, Gemm, Conv, ConvTranspose.
#pragma once

#include <tenon/graph/window.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

/// The leading dimensions of a stack of matrices; none for a vector.
constexpr list<dim> stack_of(core::type const& t) {
    if (t.rank() < 3) return {};
    return {t.shape.begin(), t.shape.end() - 2};
}
/// numpy's matmul: vectors are a row on the left and a column on the right, stacks broadcast.
constexpr list<dim> infer_mat_mul(inference& c) {
    if (c.rank(0) == 0 || c.rank(1) == 0) {
        c.fail("an operand is a scalar, expected vectors, matrices or stacks of them");
        return {};
    }
    c.require_equal(c.dim_of(0, -1), c.dim_of(1, c.rank(1) == 1 ? 0 : -2), "inner dimensions");
    auto shape = c.broadcast_shapes(stack_of(c.operand(0)), stack_of(c.operand(1)));
    if (c.rank(0) > 1) shape.push_back(c.dim_of(0, -2));
    if (c.rank(1) > 1) shape.push_back(c.dim_of(1, -1));
    return shape;
}
/// Where the matrix of operand `x` begins in its stack, for the result element at `i`, of whose
/// index `stack` positions are of the stack.
template <class Reading>
constexpr indices_in<Reading> place_in_stack(Reading& m, indices_in<Reading> const& i, int stack,
                                             auto const& x) {
    indices_in<Reading> at;
    for (int d = 0; d < x.rank() - 2; ++d) {
        int const r = stack - (x.rank() - 2) + d;
        at.push(stretched(m, i[r], x.dim(d), m.result_dim(r)));
    }
    return at;
}
/// The sum of the products of `read_x` and `read_y` along the inner dimension.
template <class Reading>
constexpr auto mat_mul_sum(Reading& m, indices_in<Reading> const& i, auto const& x, auto const& y,
                           auto read_x, auto read_y) {
    int const stack = i.size() - (x.rank() > 1) - (y.rank() > 1);
    auto row = place_in_stack(m, i, stack, x), column = place_in_stack(m, i, stack, y);
    if (x.rank() > 1) row.push(i[stack]);
    int const x_inner = row.size(), y_inner = column.size();
    row.push(index_of(m, 0));
    column.push(index_of(m, 0));
    if (y.rank() > 1) column.push(i[-1]);
    return m.sum({x.dim(-1)}, [&](auto const& k) {
        return read_x(row.with(x_inner, k[0])) * read_y(column.with(y_inner, k[0]));
    });
}

inline constexpr attribute_facts conv_attributes[]{
    attr<"strides">.empty(attribute_kind::integers),
    attr<"dilations">.empty(attribute_kind::integers),
    attr<"pads">.empty(attribute_kind::dims),
    attr<"kernel_shape">.empty(attribute_kind::integers),
    attr<"group"> = 1,
};
/// Whether operands 0 and 1 are an image and filters of one spatial rank, at least 1.
constexpr bool require_image_and_filters(inference& c) {
    if (c.rank(0) < 3) {
        c.fail("operand 0 has rank below 3, expected batch, channels and spatial dimensions");
        return false;
    }
    if (c[attr<"group">].integer < 1) {
        c.fail("attribute \"group\" is not positive");
        return false;
    }
    if (!require_rank(c, 1, c.rank(0))) return false;
    auto const& kernel = c[attr<"kernel_shape">].integers;
    if (kernel.empty()) return true;
    auto const spatial = static_cast<std::size_t>(c.rank(0) - 2);
    if (!require_length(c, "kernel_shape", kernel.size(), spatial)) return false;
    for (std::size_t d = 0; d != spatial; ++d)
        c.require_equal(dim(kernel[d]), c.dim_of(1, static_cast<int>(d) + 2),
                        "kernel_shape and the filters' extents");
    return true;
}
constexpr list<dim> infer_conv(inference& c) {
    if (!require_image_and_filters(c)) return {};
    dim const group = c[attr<"group">].integer;
    c.require_equal(c.dim_of(0, 1), c.dim_of(1, 1) * group,
                    "channels of the input and of the filters of all groups");
    c.require_equal(core::mod(c.dim_of(1, 0), group), 0, "filters beyond whole groups and 0");
    if (c.has(2)) c.require_equal(c.operand(2).elements(), c.dim_of(1, 0), "biases and filters");
    list<dim> shape{c.dim_of(0, 0), c.dim_of(1, 0)};
    list<dim> const kernel(c.operand(1).shape.begin() + 2, c.operand(1).shape.end());
    infer_windows(c, kernel, false, shape);
    return shape;
}
/// The sum over a window and the channels of its group of `read_x(index)` times `read_w(index)`.
template <class Reading, class Attributes>
constexpr auto conv_sum(Reading& m, indices_in<Reading> const& i, auto const& w,
                        Attributes const& a, auto read_x, auto read_w) {
    auto first_channel = index_of(m, 0);
    if (auto const groups = a[attr<"group">]; groups != 1)
        first_channel = i[1] / (w.dim(0) / groups) * w.dim(1);
    auto const extents = without(shape_of(m, w), 0);
    return m.sum(extents, [&](auto const& k) {
        auto const window = k.slice(1, k.size());
        return read_x(window_element(m, a, i, first_channel + k[0], window)) *
               read_w(inserted(k, 0, i[1]));
    });
}

} // namespace detail

/// ONNX MatMul (1, 9, 13): numpy's matmul; an inner dimension of 0 gives zeros.
struct mat_mul : indexed<"mat_mul"> {
    static constexpr operand_facts operands[]{{"a", presence::required, core::any_number},
                                              {"b", presence::required, core::any_number}};
    static constexpr std::string_view sample_shapes = "MK,KN|BMK,BKN|BMK,KN|K,KN|MK,K";
    static constexpr void infer(inference& c) {
        detail::require_same_dtype(c, 0, 1);
        auto shape = detail::infer_mat_mul(c);
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        auto const a = in[0], b = in[1];
        return detail::mat_mul_sum(
            m, i, a, b, [&](auto const& at) { return a(at); },
            [&](auto const& at) { return b(at); });
    };
};
/// ONNX Gemm (7, 9, 11, 13): alpha A B + beta C, with A and B transposed where wanted and C
/// broadcast.
struct gemm : indexed<"gemm"> {
    static constexpr operand_facts operands[]{{"a", presence::required, core::any_number},
                                              {"b", presence::required, core::any_number},
                                              {"c", presence::optional, core::any_number}};
    static constexpr std::string_view sample_shapes =
        "MK,KN,N|MK,KN,MN|KM,KN,|MK,NK,N|KM,NK,M1|22,22,2";
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 1.0, attr<"beta"> = 1.0,
                                                  attr<"transA"> = 0, attr<"transB"> = 0};
    static constexpr void infer(inference& c) {
        for (int k = 1; k != 3; ++k) detail::require_same_dtype(c, 0, k);
        if (!detail::require_rank(c, 0, 2) || !detail::require_rank(c, 1, 2)) return;
        int const a = c[attr<"transA">].integer != 0, b = c[attr<"transB">].integer != 0;
        c.require_equal(c.dim_of(0, 1 - a), c.dim_of(1, b), "inner dimensions");
        list<dim> shape{c.dim_of(0, a), c.dim_of(1, 1 - b)};
        if (c.has(2)) {
            if (c.rank(2) > 2)
                return c.fail("operand 2 has rank above 2, expected it to broadcast");
            shape = c.broadcast_shapes(shape, c.operand(2).shape);
        }
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        bool const a_is_turned = a[attr<"transA">] != 0, b_is_turned = a[attr<"transB">] != 0;
        auto const x = in[0], y = in[1];
        using indices = detail::indices_in<decltype(m)>;
        auto total = m.sum({x.dim(a_is_turned ? 0 : 1)}, [&](auto const& k) {
            return x(a_is_turned ? indices{k[0], i[0]} : indices{i[0], k[0]}) *
                   y(b_is_turned ? indices{i[1], k[0]} : indices{k[0], i[1]});
        });
        auto const alpha = a[attr<"alpha">], beta = a[attr<"beta">];
        if (alpha != 1) total = total * alpha;
        if (!in[2].present()) return total;
        auto const added = in[2](m.broadcast(i, in[2]));
        return total + (beta == 1 ? added : added * beta);
    };
};
/// ONNX Conv (1, 11, 22): each filter against the window at each place, plus the filter's bias.
/// `pads` are all begins, then all ends.
struct conv : indexed<"conv"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float},
                                              {"w", presence::required, core::any_float},
                                              {"b", presence::optional, core::any_float}};
    static constexpr std::string_view sample_shapes =
        "NCHW,OC33,O|NCH,OC3,O|NCHW,OC11,O|14HW,4222,4";
    static constexpr auto& attributes = detail::conv_attributes;
    static constexpr void infer(inference& c) {
        for (int k = 1; k != 3; ++k) detail::require_same_dtype(c, 0, k);
        auto shape = detail::infer_conv(c);
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0], w = in[1];
        bool const unpadded = detail::is_unpadded(m, a);
        auto const total = detail::conv_sum(
            m, i, w, a,
            [&](auto const& at) {
                if (unpadded) return x(at);
                return m.padded(x, at, m.literal(0, x.dtype()));
            },
            [&](auto const& at) { return w(at); });
        if (!in[2].present()) return total;
        return total + in[2]({i[1]});
    };
};
/// ONNX ConvTranspose (1, 11, 22): what Conv does to its input's gradient. The filters are
/// [channels in, channels out / group, ...].
struct conv_transpose : indexed<"conv_transpose"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float},
                                              {"w", presence::required, core::any_float},
                                              {"b", presence::optional, core::any_float}};
    static constexpr std::string_view sample_shapes = "NCHW,CO33,O|NCH,CO3,O";
    static constexpr attribute_facts attributes[]{
        attr<"strides">.empty(attribute_kind::integers),
        attr<"dilations">.empty(attribute_kind::integers),
        attr<"pads">.empty(attribute_kind::dims),
        attr<"kernel_shape">.empty(attribute_kind::integers),
        attr<"output_padding">.empty(attribute_kind::integers),
        attr<"group"> = 1,
    };
    static constexpr void infer(inference& c) {
        for (int k = 1; k != 3; ++k) detail::require_same_dtype(c, 0, k);
        auto const spatial = static_cast<std::size_t>(c.rank(0) - 2);
        if (!detail::require_image_and_filters(c) || !detail::require_window_lengths(c, spatial))
            return;
        c.require_equal(c.dim_of(0, 1), c.dim_of(1, 0), "channels of the input and the filters");
        list<dim> shape{c.dim_of(0, 0), c.dim_of(1, 1) * dim(c[attr<"group">].integer)};
        if (c.has(2)) c.require_equal(c.operand(2).elements(), shape[1], "biases and channels");
        for (std::size_t d = 0; d != spatial; ++d) {
            int const axis = static_cast<int>(d) + 2;
            auto const& extra = c[attr<"output_padding">].integers;
            auto const stride = detail::entry_or_one(c[attr<"strides">].integers, axis - 2);
            auto const dilation = detail::entry_or_one(c[attr<"dilations">].integers, axis - 2);
            shape.push_back(dim(stride) * (c.dim_of(0, axis) - dim(1)) +
                            dim(dilation) * (c.dim_of(1, axis) - dim(1)) +
                            dim(extra.empty() ? 1 : extra[d] + 1) - detail::pad_before(c, d) -
                            detail::pad_after(c, d));
            c.require_at_least(shape.back(), 0, "dimension of the result");
        }
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    /// Element o of the result meets filter element k where o + pad - dilation k is a multiple of
    /// the stride s. Without dilation those k are (o + pad) mod s + s k', so the sum runs over k'.
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0], w = in[1];
        using indices = detail::indices_in<decltype(m)>;
        auto const groups = a[attr<"group">];
        auto const own_channels = x.dim(1) / groups;
        auto const group = groups == 1 ? detail::index_of(m, 0) : i[1] / w.dim(1);
        auto const filter = groups == 1 ? i[1] : i[1] % w.dim(1);
        auto const pads = a[attr<"pads">];
        auto const stride = [&](int d) { return detail::entry_or_one(a[attr<"strides">], d); };
        auto const dilation = [&](int d) { return detail::entry_or_one(a[attr<"dilations">], d); };
        indices extents{own_channels};
        for (int d = 0; d != x.rank() - 2; ++d)
            extents.push(dilation(d) == 1 ? (w.dim(d + 2) + (stride(d) - 1)) / stride(d)
                                          : w.dim(d + 2));
        auto const zero = m.literal(0, x.dtype());
        auto const total = m.sum(extents, [&](auto const& k) {
            auto const channel = group * own_channels + k[0];
            indices from{i[0], channel}, weight{channel, filter};
            auto meets = detail::index_of(m, 0) == 0;
            for (int d = 0; d != x.rank() - 2; ++d) {
                auto const s = stride(d);
                auto const o = pads.empty() ? i[d + 2] : i[d + 2] + pads[d];
                if (dilation(d) == 1) {
                    from.push(o / s - k[d + 1]);
                    weight.push(o % s + k[d + 1] * s);
                } else {
                    auto const t = o - k[d + 1] * dilation(d);
                    meets = meets & (core::mod(t, s) == 0);
                    from.push((t - core::mod(t, s)) / s);
                    weight.push(k[d + 1]);
                }
            }
            return m.guarded(
                       meets, [&] { return m.padded(x, from, zero); }, zero) *
                   m.padded(w, weight, zero);
        });
        if (!in[2].present()) return total;
        return total + in[2]({i[1]});
    };
};
using contraction_ops = core::dialect<mat_mul, gemm, conv, conv_transpose>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::mat_mul> mat_mul;
inline constexpr match::call<graph::gemm> gemm;
inline constexpr match::call<graph::conv> conv;
inline constexpr match::call<graph::conv_transpose> conv_transpose;
} // namespace tenon

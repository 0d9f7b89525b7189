// Ops that move elements to other places: shapes, permutations, parts and repetitions.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

namespace detail {
inline constexpr operand_facts one_of_any[]{{"x", presence::required, core::any_fixed_size}};

/// Which axis of the operand result axis `d` is; without a permutation, the order is reversed.
constexpr int permuted(list<std::int64_t> const& perm, int d, int rank) {
    return perm.empty() ? rank - 1 - d : static_cast<int>(perm[static_cast<std::size_t>(d)]);
}
} // namespace detail

/// ONNX Identity (1, 13, 14, 16, 19, 21, 23, 24, 25), Dropout at inference.
struct identity : indexed<"identity"> {
    static constexpr auto& operands = detail::one_of_any;
    static constexpr void infer(inference& c) { detail::infer_same(c); }
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const&) {
        return in[0](i);
    };
};
/// ONNX Reshape (5, 13, 14, 19, 21, 23, 24, 25), Squeeze, Unsqueeze, Flatten: the same elements in
/// row-major order under another shape.
struct reshape : indexed<"reshape"> {
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{attr<"shape">.required(attribute_kind::dims)};
    static constexpr void infer(inference& c) {
        dim count = 1;
        for (auto const& d : c[attr<"shape">].dims) count = count * d;
        c.require_equal(c.operand(0).elements(), count, "numbers of elements before and after");
        c.result(0, c.element(0), c[attr<"shape">].dims);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        auto const number = detail::flatten(m, i, detail::result_shape(m, i.size()));
        return in[0](detail::unflatten(m, number, detail::shape_of(m, in[0])));
    };
};
/// ONNX Transpose (1, 13, 21, 23, 24, 25): result axis d is operand axis perm[d].
struct transpose : indexed<"transpose"> {
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{attr<"perm">.empty(attribute_kind::integers)};
    static constexpr void infer(inference& c) {
        auto const& perm = c[attr<"perm">].integers;
        int const rank = c.rank(0);
        if (!perm.empty()) {
            if (!detail::require_length(c, "perm", perm.size(), static_cast<std::size_t>(rank)))
                return;
            for (int d = 0; d != rank; ++d)
                if (!perm.contains(d))
                    return c.fail(text("attribute \"perm\" lacks axis ") +
                                  core::to_string(std::int64_t{d}) + ", expected a permutation");
        }
        list<dim> shape;
        for (int d = 0; d != rank; ++d)
            shape.push_back(c.dim_of(0, detail::permuted(perm, d, rank)));
        c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const& a) {
        auto at = i;
        for (int d = 0; d != i.size(); ++d)
            at[detail::permuted(a[attr<"perm">], d, i.size())] = i[d];
        return in[0](at);
    };
};
/// ONNX Expand (8, 13): the operand broadcast with `shape`, both ways as numpy does.
struct expand : indexed<"expand"> {
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{attr<"shape">.required(attribute_kind::dims)};
    static constexpr void infer(inference& c) {
        c.result(0, c.element(0), c.broadcast_shapes(c.operand(0).shape, c[attr<"shape">].dims));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        return in[0](m.broadcast(i, in[0]));
    };
};
/// ONNX Concat (4, 11, 13): the operands one after the other along `axis`.
struct concat : indexed<"concat"> {
    static constexpr operand_facts operands[]{
        {"inputs", presence::variadic, core::any_fixed_size, 1}};
    static constexpr attribute_facts attributes[]{attr<"axis">.required(attribute_kind::integer)};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        auto shape = c.operand(0).shape;
        for (int k = 1; k < c.operands() && !c.failed(); ++k) {
            detail::require_same_dtype(c, 0, k);
            if (!detail::require_rank(c, k, c.rank(0))) return;
            for (int d = 0; d != c.rank(0); ++d) {
                auto& total = shape[static_cast<std::size_t>(d)];
                if (d == axis)
                    total = total + c.dim_of(k, d);
                else
                    c.require_equal(total, c.dim_of(k, d), "dimensions beside the axis");
            }
        }
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        auto element = m.literal(0, m.result_dtype());
        auto begin = m.result_dim(axis);
        for (int k = in.size() - 1; k >= 0; --k) {
            begin = begin - in[k].dim(axis);
            element = m.padded(in[k], i.with(axis, i[axis] - begin), element);
        }
        return element;
    };
};
/// ONNX Slice (1, 10, 11, 13), Split: element `starts` + i `steps`, for i below `sizes`. All three
/// have an entry per axis, and are normalised on import; no steps means ones.
struct slice : indexed<"slice"> {
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{attr<"starts">.required(attribute_kind::dims),
                                                  attr<"sizes">.required(attribute_kind::dims),
                                                  attr<"steps">.empty(attribute_kind::integers)};
    static constexpr void infer(inference& c) {
        auto const rank = static_cast<std::size_t>(c.rank(0));
        auto const& steps = c[attr<"steps">].integers;
        if (detail::require_length(c, "starts", c[attr<"starts">].dims.size(), rank) &&
            detail::require_length(c, "sizes", c[attr<"sizes">].dims.size(), rank) &&
            (steps.empty() || detail::require_length(c, "steps", steps.size(), rank)))
            c.result(0, c.element(0), c[attr<"sizes">].dims);
    }
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const& a) {
        auto at = a[attr<"starts">];
        for (int d = 0; d != i.size(); ++d)
            at[d] = at[d] + i[d] * detail::entry_or_one(a[attr<"steps">], d);
        return in[0](at);
    };
};
/// ONNX Pad (2, 11, 13, 18, 19, 21, 23, 24, 25): `begins` and `ends` more elements on each axis,
/// or fewer where they are negative. What they hold is the constant operand (0 without one), or by
/// `mode` the nearest element (edge), the mirror image (reflect) or the other end (wrap).
struct pad : indexed<"pad"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size},
                                              {"value", presence::optional, core::any_fixed_size}};
    static constexpr attribute_facts attributes[]{attr<"begins">.required(attribute_kind::dims),
                                                  attr<"ends">.required(attribute_kind::dims),
                                                  attr<"mode"> = "constant"};
    static constexpr void infer(inference& c) {
        auto const &begins = c[attr<"begins">].dims, &ends = c[attr<"ends">].dims;
        auto shape = c.operand(0).shape;
        if (!detail::require_length(c, "begins", begins.size(), shape.size()) ||
            !detail::require_length(c, "ends", ends.size(), shape.size()))
            return;
        auto const& mode = c[attr<"mode">].text;
        if (mode != "constant" && mode != "edge" && mode != "reflect" && mode != "wrap")
            return c.fail(text("attribute \"mode\" is \"") + mode +
                          "\", expected constant, edge, reflect or wrap");
        detail::require_same_dtype(c, 0, 1);
        for (std::size_t d = 0; d != shape.size(); ++d) {
            shape[d] = shape[d] + begins[d] + ends[d];
            bool const grows = begins[d].is_constant() && begins[d].constant() >= 0 &&
                               ends[d].is_constant() && ends[d].constant() >= 0;
            if (!grows) c.require_at_least(shape[d], 0, "dimension after padding");
        }
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const mode = a[attr<"mode">];
        auto at = i;
        for (int d = 0; d != i.size(); ++d) {
            auto const n = in[0].dim(d), k = i[d] - a[attr<"begins">][d];
            if (m.certainly(n == m.result_dim(d)) && m.certainly(k == i[d])) continue;
            if (mode == "edge") {
                at[d] = core::clamp(k, 0, n - 1);
            } else if (mode == "wrap") {
                at[d] = core::mod(k, n);
            } else if (mode == "reflect") {
                auto const period = core::max((n - 1) * 2, 1);
                auto const phase = core::mod(k, period);
                at[d] = core::min(phase, period - phase);
            } else {
                at[d] = k;
            }
        }
        if (mode != "constant") return in[0](at);
        auto const value =
            in[1].present() ? detail::only_element(m, in[1]) : m.literal(0, m.result_dtype());
        return m.padded(in[0], at, value);
    };
};
/// ONNX Tile (6, 13): the operand `repeats` times along each axis.
struct tile : indexed<"tile"> {
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{attr<"repeats">.required(attribute_kind::dims)};
    static constexpr void infer(inference& c) {
        auto shape = c.operand(0).shape;
        auto const& repeats = c[attr<"repeats">].dims;
        if (!detail::require_length(c, "repeats", repeats.size(), shape.size())) return;
        for (std::size_t d = 0; d != shape.size(); ++d) shape[d] = shape[d] * repeats[d];
        c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const&) {
        auto at = i;
        for (int d = 0; d != i.size(); ++d) at[d] = i[d] % in[0].dim(d);
        return in[0](at);
    };
};
/// ONNX DepthToSpace (1, 11, 13): blocks of channels become blocks of pixels; `mode` says whether
/// the block (DCR) or the channel (CRD) is the outer part of a channel's number.
struct depth_to_space : indexed<"depth_to_space"> {
    static constexpr std::string_view sample_shapes = "N422|N822";
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{
        attr<"blocksize">.required(attribute_kind::integer), attr<"mode"> = "DCR"};
    static constexpr void infer(inference& c) {
        if (!detail::require_rank(c, 0, 4)) return;
        dim const block = c[attr<"blocksize">].integer;
        dim const channels = floordiv(c.dim_of(0, 1), block * block);
        c.require_equal(channels * block * block, c.dim_of(0, 1), "whole blocks and channels");
        c.result(0, c.element(0),
                 {c.dim_of(0, 0), channels, c.dim_of(0, 2) * block, c.dim_of(0, 3) * block});
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const b = a[attr<"blocksize">];
        auto const block = (i[2] % b) * b + i[3] % b;
        auto const channel =
            a[attr<"mode">] == "CRD" ? i[1] * (b * b) + block : block * m.result_dim(1) + i[1];
        return in[0]({i[0], channel, i[2] / b, i[3] / b});
    };
};
/// ONNX SpaceToDepth (1, 13, 28): blocks of pixels become blocks of channels, with `mode` as in
/// DepthToSpace.
struct space_to_depth : indexed<"space_to_depth"> {
    static constexpr std::string_view sample_shapes = "N144|N222";
    static constexpr auto& operands = detail::one_of_any;
    static constexpr attribute_facts attributes[]{
        attr<"blocksize">.required(attribute_kind::integer), attr<"mode"> = "DCR"};
    static constexpr void infer(inference& c) {
        if (!detail::require_rank(c, 0, 4)) return;
        dim const block = c[attr<"blocksize">].integer;
        dim const rows = floordiv(c.dim_of(0, 2), block), columns = floordiv(c.dim_of(0, 3), block);
        c.require_equal(rows * block, c.dim_of(0, 2), "whole blocks and rows");
        c.require_equal(columns * block, c.dim_of(0, 3), "whole blocks and columns");
        c.result(0, c.element(0), {c.dim_of(0, 0), c.dim_of(0, 1) * block * block, rows, columns});
    }
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const& a) {
        auto const b = a[attr<"blocksize">];
        bool const channel_is_outer = a[attr<"mode">] == "CRD";
        auto const channels = in[0].dim(1);
        auto const block = channel_is_outer ? i[1] % (b * b) : i[1] / channels;
        auto const channel = channel_is_outer ? i[1] / (b * b) : i[1] % channels;
        return in[0]({i[0], channel, i[2] * b + block / b, i[3] * b + block % b});
    };
};
/// ONNX Trilu (14): the upper (or lower) triangle from diagonal `k` on; 0 elsewhere.
struct trilu : indexed<"trilu"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, core::any_fixed_size},
        {"k", presence::optional, core::dtype_set(core::dtype::i64)}};
    static constexpr attribute_facts attributes[]{attr<"upper"> = 1};
    static constexpr void infer(inference& c) {
        if (c.rank(0) < 2) return c.fail("operand 0 has rank below 2, expected matrices");
        detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto diagonal = detail::index_of(m, 0);
        if (in[1].present()) diagonal = m.position(detail::only_element(m, in[1]));
        auto const above = i[-1] - i[-2];
        return core::select(a[attr<"upper">] != 0 ? above >= diagonal : above <= diagonal, in[0](i),
                            0);
    };
};
/// ONNX ReverseSequence (10): the first `sequence_lens` elements along the time axis reversed, for
/// each batch.
struct reverse_sequence : indexed<"reverse_sequence"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, core::any_fixed_size},
        {"sequence_lens", presence::required, core::dtype_set(core::dtype::i64)}};
    static constexpr attribute_facts attributes[]{attr<"batch_axis"> = 1, attr<"time_axis"> = 0};
    static constexpr void infer(inference& c) {
        int const batch = c.axis(c[attr<"batch_axis">].integer, c.rank(0));
        if (!detail::require_rank(c, 1, 1) || c.failed()) return;
        c.require_equal(c.dim_of(1, 0), c.dim_of(0, batch), "lengths and batch");
        detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const batch = detail::axis_of(a[attr<"batch_axis">], i.size());
        int const time = detail::axis_of(a[attr<"time_axis">], i.size());
        auto const length = m.position(in[1]({i[batch]}));
        auto const from = core::select(i[time] < length, length - 1 - i[time], i[time]);
        auto const at = m.position_in(m.value(from, core::dtype::i64), in[0].dim(time));
        return in[0](i.with(time, at));
    };
};

using movement_ops = core::dialect<identity, reshape, transpose, expand, concat, slice, pad, tile,
                                   depth_to_space, space_to_depth, trilu, reverse_sequence>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::identity> identity;
inline constexpr match::call<graph::reshape> reshape;
inline constexpr match::call<graph::transpose> transpose;
inline constexpr match::call<graph::expand> expand;
inline constexpr match::call<graph::concat> concat;
inline constexpr match::call<graph::slice> slice;
inline constexpr match::call<graph::pad> pad;
inline constexpr match::call<graph::tile> tile;
inline constexpr match::call<graph::depth_to_space> depth_to_space;
inline constexpr match::call<graph::space_to_depth> space_to_depth;
inline constexpr match::call<graph::trilu> trilu;
inline constexpr match::call<graph::reverse_sequence> reverse_sequence;
} // namespace tenon

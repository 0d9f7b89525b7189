// Reading at indices that the data gives. Negative ones count from the end; others outside fail.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

namespace detail {
inline constexpr core::dtype_set index_dtypes(core::dtype::i64, core::dtype::i32);
inline constexpr operand_facts data_and_indices[]{
    {"data", presence::required, core::any_fixed_size},
    {"indices", presence::required, index_dtypes}};
} // namespace detail

/// ONNX Gather (1, 11, 13): the slices of `data` at `indices` along `axis`.
struct gather : indexed<"gather"> {
    static constexpr std::string_view sample_shapes = "NC,I|NCH,IJ";
    static constexpr auto& operands = detail::data_and_indices;
    static constexpr attribute_facts attributes[]{attr<"axis"> = 0};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        if (c.failed()) return;
        list<dim> shape;
        for (int d = 0; d != axis; ++d) shape.push_back(c.dim_of(0, d));
        shape.append(c.operand(1).shape);
        for (int d = axis + 1; d < c.rank(0); ++d) shape.push_back(c.dim_of(0, d));
        c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], in[0].rank());
        auto at = i.slice(0, axis);
        at.push(m.position_in(in[1](i.slice(axis, axis + in[1].rank())), in[0].dim(axis)));
        for (int d = axis + in[1].rank(); d < i.size(); ++d) at.push(i[d]);
        return in[0](at);
    };
};
/// ONNX GatherElements (11, 13): data at the place of each index, with the coordinate along `axis`
/// replaced by it.
struct gather_elements : indexed<"gather_elements"> {
    static constexpr auto& operands = detail::data_and_indices;
    static constexpr attribute_facts attributes[]{attr<"axis"> = 0};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        if (c.failed() || !detail::require_rank(c, 1, c.rank(0))) return;
        for (int d = 0; d != c.rank(0); ++d)
            if (d != axis)
                c.require_at_least(c.dim_of(0, d), c.dim_of(1, d), "dimension of the data");
        c.result(0, c.element(0), c.operand(1).shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        return in[0](i.with(axis, m.position_in(in[1](i), in[0].dim(axis))));
    };
};
/// ONNX GatherND (11, 12, 13): the last axis of `indices` holds the leading coordinates, after the
/// `batch_dims` that both share.
struct gather_nd : indexed<"gather_nd"> {
    static constexpr auto& operands = detail::data_and_indices;
    static constexpr attribute_facts attributes[]{attr<"batch_dims"> = 0};
    static constexpr void infer(inference& c) {
        if (c.rank(1) == 0 || !c.dim_of(1, -1).is_constant())
            return c.fail("the last dimension of the indices is not fixed, expected a number");
        auto const batch = static_cast<int>(c[attr<"batch_dims">].integer);
        auto const length = static_cast<int>(c.dim_of(1, -1).constant());
        if (batch < 0 || batch >= c.rank(1) || batch + length > c.rank(0))
            return c.fail("the indices are longer than the data has dimensions");
        for (int d = 0; d != batch; ++d)
            c.require_equal(c.dim_of(0, d), c.dim_of(1, d), "batch dimensions");
        list<dim> shape;
        for (int d = 0; d != c.rank(1) - 1; ++d) shape.push_back(c.dim_of(1, d));
        for (int d = batch + length; d < c.rank(0); ++d) shape.push_back(c.dim_of(0, d));
        c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const batch = static_cast<int>(a[attr<"batch_dims">]);
        int const leading = in[1].rank() - 1;
        int const length = leading + in[0].rank() - batch - i.size();
        auto at = i.slice(0, batch);
        for (int k = 0; k != length; ++k) {
            auto const place =
                detail::inserted(i.slice(0, leading), leading, detail::index_of(m, k));
            at.push(m.position_in(in[1](place), in[0].dim(batch + k)));
        }
        for (int d = leading; d < i.size(); ++d) at.push(i[d]);
        return in[0](at);
    };
};
/// ONNX OneHot (9, 11): along a new `axis` of `depth` elements, values[1] at the index and
/// values[0] elsewhere; everywhere, if the index is outside [-depth, depth).
struct one_hot : indexed<"one_hot"> {
    static constexpr operand_facts operands[]{{"indices", presence::required, core::any_number},
                                              {"values", presence::required, core::any_fixed_size}};
    static constexpr attribute_facts attributes[]{attr<"depth">.required(attribute_kind::dims),
                                                  attr<"axis"> = -1};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0) + 1);
        if (c.failed() || !detail::require_rank(c, 1, 1) ||
            !detail::require_length(c, "depth", c[attr<"depth">].dims.size(), 1))
            return;
        c.require_equal(c.dim_of(1, 0), 2, "numbers of values");
        auto shape = c.operand(0).shape;
        shape.insert(static_cast<std::size_t>(axis), c[attr<"depth">].dims[0]);
        c.result(0, c.element(1), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        auto const type = in[0].dtype();
        auto const index = in[0](detail::without(i, axis));
        auto hot = index == m.value(i[axis], type);
        if (!core::is_unsigned(type))
            hot = hot | (index == m.value(i[axis] - a[attr<"depth">][0], type));
        return core::select(hot, in[1]({detail::index_of(m, 1)}), in[1]({detail::index_of(m, 0)}));
    };
};

using gathering_ops = core::dialect<gather, gather_elements, gather_nd, one_hot>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::gather> gather;
inline constexpr match::call<graph::gather_elements> gather_elements;
inline constexpr match::call<graph::gather_nd> gather_nd;
inline constexpr match::call<graph::one_hot> one_hot;
} // namespace tenon

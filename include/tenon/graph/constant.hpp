// Values that a node holds, and sizes as values.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

/// ONNX Constant, and an initializer: the tensor in the node.
struct constant : core::structural<"constant", op_form::constant> {
    static constexpr attribute_facts attributes[]{attr<"value">.required(attribute_kind::tensor)};
    static constexpr void infer(inference& c) {
        auto const& value = c[attr<"value">].tensor;
        list<dim> shape;
        for (auto d : value.shape()) shape.push_back(d);
        c.result(0, value.element(), static_cast<list<dim>&&>(shape));
    }
};
/// The op that holds the constants of this level, for `core::builder`.
constexpr core::op_facts const* constant_op_of(void const*) { return &core::facts_of<constant>; }

/// ONNX Shape (1, 13, 15, 19, 21, 23, 24, 25), Size, and shape arithmetic on them: dimensions as
/// i64 elements, in rank 1 or, where `scalar` is set, the only one in rank 0.
struct size_values : indexed<"size_values"> {
    static constexpr attribute_facts attributes[]{attr<"values">.required(attribute_kind::dims),
                                                  attr<"scalar"> = 0};
    static constexpr void infer(inference& c) {
        auto const count = c[attr<"values">].dims.size();
        if (c[attr<"scalar">].integer == 0)
            return c.result(0, core::dtype::i64, {dim(static_cast<std::int64_t>(count))});
        if (detail::require_length(c, "values", count, 1)) c.result(0, core::dtype::i64, {});
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const&, auto const& a) {
        auto const all = a[attr<"values">];
        auto value = m.literal(0, core::dtype::i64);
        for (int k = all.size() - 1; k >= 0; --k) {
            auto const size = m.value(all[k], core::dtype::i64);
            value = k == all.size() - 1 ? size : core::select(i[0] == k, size, value);
        }
        return value;
    };
};
/// ONNX Range (11): start + k delta, for k below `length`, which shape arithmetic found.
struct iota : indexed<"iota"> {
    static constexpr operand_facts operands[]{{"start", presence::required, core::any_number},
                                              {"delta", presence::required, core::any_number}};
    static constexpr attribute_facts attributes[]{attr<"length">.required(attribute_kind::dims)};
    static constexpr void infer(inference& c) {
        detail::require_same_dtype(c, 0, 1);
        if (detail::require_length(c, "length", c[attr<"length">].dims.size(), 1))
            c.result(0, c.element(0), {c[attr<"length">].dims[0]});
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        return detail::only_element(m, in[0]) +
               m.value(i[0], m.result_dtype()) * detail::only_element(m, in[1]);
    };
};
/// ONNX EyeLike (9, 22): 1 where the column is the row + k, else 0, in a shape like the operand's.
struct eye_like : indexed<"eye_like"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr attribute_facts attributes[]{attr<"k"> = 0,
                                                  attr<"dtype">.optional(attribute_kind::dtype)};
    static constexpr void infer(inference& c) {
        auto const wanted = c[attr<"dtype">];
        if (detail::require_rank(c, 0, 2))
            c.result(0, wanted.is_set() ? wanted.dtype : c.element(0), c.operand(0).shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const&, auto const& a) {
        return core::select(i[1] - i[0] == a[attr<"k">], m.literal(1, m.result_dtype()), 0);
    };
};

using constant_ops = core::dialect<constant, size_values, iota, eye_like>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::size_values> size_values;
inline constexpr match::call<graph::iota> iota;
inline constexpr match::call<graph::eye_like> eye_like;
} // namespace tenon

// Softmax and its kin, along one axis.
#pragma once

#include <tenon/graph/meaning.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

inline constexpr operand_facts one_floating[]{{"x", presence::required, core::any_float}};

/// What they share: an `axis`, and a result like the operand.
template <core::fixed_string Name> struct along_axis : indexed<Name> {
    static constexpr auto& operands = one_floating;
    static constexpr attribute_facts attributes[]{attr<"axis"> = -1};
    static constexpr void infer(inference& c) {
        c.axis(c[attr<"axis">].integer, c.rank(0));
        if (!c.failed()) infer_same(c);
    }
};
/// The largest element along the axis through `i`.
constexpr auto largest_along(auto& m, auto const& i, auto const& x, int axis) {
    return m.largest({x.dim(axis)}, lowest(m, x.dtype()),
                     [&](auto const& k) { return x(i.with(axis, k[0])); });
}
/// The sum of exp(x - base) along the axis through `i`.
constexpr auto exponentials_along(auto& m, auto const& i, auto const& x, int axis,
                                  auto const& base) {
    return m.sum({x.dim(axis)},
                 [&](auto const& k) { return core::exp(x(i.with(axis, k[0])) - base); });
}

} // namespace detail

/// ONNX Softmax (13), and older ones, whose operand is flattened on import: exp(x) over the sum of
/// exp along `axis`.
struct softmax : detail::along_axis<"softmax"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        auto const x = in[0];
        auto const most = detail::largest_along(m, i, x, axis);
        return core::exp(x(i) - most) / detail::exponentials_along(m, i, x, axis, most);
    };
};
/// ONNX LogSoftmax (13).
struct log_softmax : detail::along_axis<"log_softmax"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        auto const x = in[0];
        auto const most = detail::largest_along(m, i, x, axis);
        return x(i) - most - core::log(detail::exponentials_along(m, i, x, axis, most));
    };
};
/// ONNX Hardmax (13): 1 at the first of the largest elements along `axis`, 0 elsewhere.
struct hardmax : detail::along_axis<"hardmax"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], i.size());
        auto const x = in[0];
        auto const most = detail::largest_along(m, i, x, axis);
        auto const none = m.value(x.dim(axis), core::dtype::i64);
        auto const first = m.smallest({x.dim(axis)}, none, [&](auto const& k) {
            return core::select(x(i.with(axis, k[0])) == most, m.value(k[0], core::dtype::i64),
                                none);
        });
        return core::select(first == m.value(i[axis], core::dtype::i64),
                            m.literal(1, m.result_dtype()), 0);
    };
};

using softmax_ops = core::dialect<softmax, log_softmax, hardmax>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::softmax> softmax;
inline constexpr match::call<graph::log_softmax> log_softmax;
inline constexpr match::call<graph::hardmax> hardmax;
} // namespace tenon

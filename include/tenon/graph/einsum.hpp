// Einsum: sums of products by labels.
#pragma once

#include <tenon/graph/einsum_equation.hpp>
#include <tenon/graph/meaning.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

constexpr int label_position(core::few<int> const& labels, int label) {
    for (int p = 0; p != labels.size(); ++p)
        if (labels[p] == label) return p;
    return -1;
}
template <class Visit> constexpr void each_label(einsum_equation const& e, Visit visit) {
    core::list<int> seen;
    for (auto const& term : e.operands)
        for (int label : term)
            if (!seen.contains(label)) {
                seen.push_back(label);
                visit(label);
            }
}
/// What a label stands for; what an ellipsis covers is broadcast.
constexpr dim label_extent(inference& c, einsum_equation const& e, int label) {
    dim extent;
    bool first = true;
    for (int k = 0; k != e.operands.size(); ++k)
        for (int d = 0; d != e.operands[k].size(); ++d) {
            if (e.operands[k][d] != label) continue;
            if (first)
                extent = c.dim_of(k, d);
            else if (label >= 256)
                extent = c.require_broadcastable(extent, c.dim_of(k, d));
            else
                c.require_equal(extent, c.dim_of(k, d), "dimensions of one label");
            first = false;
        }
    return extent;
}
template <class Reading>
constexpr auto summed_extent(Reading& m, einsum_equation const& e, auto const& in, int label) {
    auto extent = index_of(m, 1);
    for (int k = 0; k != e.operands.size(); ++k)
        for (int d = 0; d != e.operands[k].size(); ++d)
            if (e.operands[k][d] == label && m.certainly(extent == 1)) extent = in[k].dim(d);
    return extent;
}

} // namespace detail

/// ONNX Einsum (12): the sum over all labels that the result lacks of the product of the operands
/// at their labels.
struct einsum : indexed<"einsum"> {
    static constexpr operand_facts operands[]{{"inputs", presence::variadic, core::any_number, 1}};
    static constexpr attribute_facts attributes[]{attr<"equation">.required(attribute_kind::text)};

    static constexpr void infer(inference& c) {
        core::few<int> ranks;
        for (int k = 0; k != c.operands(); ++k) {
            detail::require_same_dtype(c, 0, k);
            ranks.push(c.rank(k));
        }
        auto const e = detail::parse_einsum(c[attr<"equation">].text, ranks);
        if (!e.problem.empty()) return c.fail(e.problem);
        list<dim> shape;
        for (int label : e.result) shape.push_back(detail::label_extent(c, e, label));
        detail::each_label(e, [&](int label) { detail::label_extent(c, e, label); });
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        using indices = detail::indices_in<decltype(m)>;
        core::few<int> ranks, summed;
        for (int k = 0; k != in.size(); ++k) ranks.push(in[k].rank());
        auto const e = detail::parse_einsum(a[attr<"equation">], ranks);
        indices extents;
        detail::each_label(e, [&](int label) {
            if (detail::label_position(e.result, label) >= 0) return;
            summed.push(label);
            extents.push(detail::summed_extent(m, e, in, label));
        });
        return m.sum(extents, [&](auto const& k) {
            auto const element = [&](int operand) {
                auto const x = in[operand];
                indices at;
                for (int d = 0; d != x.rank(); ++d) {
                    int const label = e.operands[operand][d],
                              r = detail::label_position(e.result, label);
                    int const s = detail::label_position(summed, label);
                    at.push(r >= 0 ? detail::stretched(m, i[r], x.dim(d), m.result_dim(r))
                                   : detail::stretched(m, k[s], x.dim(d), extents[s]));
                }
                return x(at);
            };
            auto product = element(0);
            for (int operand = 1; operand < in.size(); ++operand)
                product = product * element(operand);
            return product;
        });
    };
};

using einsum_ops = core::dialect<einsum>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::einsum> einsum;
} // namespace tenon

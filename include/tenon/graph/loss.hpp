// Losses: how far predictions are from what was the case.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

/// ONNX NegativeLogLikelihoodLoss (12, 13, 22): minus the log-probability of each target class, and
/// by `reduction` their sum or mean. Classes lie along axis 1 of the operand. Targets that are
/// `ignore_index` do not count; each other one counts as often as the weight of its class says.
struct negative_log_likelihood_loss : indexed<"negative_log_likelihood_loss"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, core::any_float},
        {"target", presence::required, core::dtype_set(core::dtype::i32, core::dtype::i64)},
        {"weight", presence::optional, core::any_float}};
    static constexpr attribute_facts attributes[]{
        attr<"reduction"> = "mean", attr<"ignore_index">.optional(attribute_kind::integer)};
    static constexpr void infer(inference& c) {
        auto const& reduction = c[attr<"reduction">].text;
        if (reduction != "none" && reduction != "sum" && reduction != "mean")
            return c.fail(text("attribute \"reduction\" is \"") + reduction +
                          "\", expected none, sum or mean");
        if (c.rank(0) < 2) return c.fail("operand 0 has rank below 2, expected batch and classes");
        if (!detail::require_rank(c, 1, c.rank(0) - 1)) return;
        for (int d = 0; d != c.rank(1); ++d)
            c.require_equal(c.dim_of(0, d == 0 ? 0 : d + 1), c.dim_of(1, d),
                            "dimensions of the operand and the target");
        detail::require_same_dtype(c, 0, 2);
        if (c.has(2) && detail::require_rank(c, 2, 1))
            c.require_equal(c.dim_of(2, 0), c.dim_of(0, 1), "weights and classes");
        list<dim> shape;
        if (reduction == "none") shape = c.operand(1).shape;
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0], target = in[1], weights = in[2];
        auto const zero = m.literal(0, x.dtype()), one = m.literal(1, x.dtype());
        auto const if_counted = [&](auto const& at, auto f) {
            auto const place = target(at);
            auto const value = [&] { return f(m.position_in(place, x.dim(1))); };
            if (!a.has(attr<"ignore_index">)) return value();
            return m.guarded(place != a[attr<"ignore_index">], value, zero);
        };
        auto const weight_of = [&](auto const& at) {
            return if_counted(at, [&](auto const& category) {
                return weights.present() ? weights({category}) : one;
            });
        };
        auto const loss_at = [&](auto const& at) {
            return if_counted(at, [&](auto const& category) {
                auto const loss = -x(detail::inserted(at, 1, category));
                return weights.present() ? weights({category}) * loss : loss;
            });
        };
        auto const reduction = a[attr<"reduction">];
        if (reduction == "none") return loss_at(i);
        auto const all = detail::shape_of(m, target);
        auto const total = m.sum(all, loss_at);
        return reduction == "sum" ? total : total / m.sum(all, weight_of);
    };
};

using loss_ops = core::dialect<negative_log_likelihood_loss>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::negative_log_likelihood_loss> negative_log_likelihood_loss;
} // namespace tenon

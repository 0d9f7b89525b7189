// Evaluating one op by its meaning over elements that may be symbolic.
#pragma once

#include <tenon/graph/evaluate_op.hpp>
#include <tenon/graph/shape_values.hpp>

#include <utility>

namespace tenon::graph {

namespace detail {

struct shape_operands {
    shape_values const* m;
    shape_evaluation const* e;
    shape_tensor absent{};
    constexpr shape_values::operand operand(int k) const {
        auto const i = static_cast<std::size_t>(k);
        return {*m, i < e->operands.size() ? e->operands[i] : absent};
    }
};

constexpr shape_tensor result_of(core::type const& t) {
    shape_tensor result{true, t.element, {}, {}};
    std::int64_t count = 1;
    for (auto const& d : t.shape) {
        result.shape.push(d.constant());
        count *= d.constant();
    }
    result.data = list<shape_number>(static_cast<std::size_t>(count),
                                     shape_number::unknown(core::is_float(t.element)));
    return result;
}

template <class Op, std::size_t... K>
constexpr shape_number shape_element(shape_values& m, shape_evaluation& e,
                                     shape_values::indices const& i, std::index_sequence<K...>) {
    shape_operands source{&m, &e, {}};
    attributes_of<Op, shape_values> const a(*e.node, m);
    if constexpr (Op::form == core::op_form::elementwise) {
        return apply_elementwise<Op>(a, [&] {
            auto const x = source.operand(static_cast<int>(K));
            return x(m.broadcast(i, x));
        }()...);
    } else {
        operands_of<shape_values, shape_operands> const in(source,
                                                           static_cast<int>(e.operands.size()));
        return Op::meaning(m, i, in, a);
    }
}

template <class Op> constexpr int arity_of() {
    if constexpr (requires { Op::arity; }) return Op::arity;
    return 0;
}

} // namespace detail

/// Fills `e.results`. What depends on unknown elements, or on a decision that symbols leave open,
/// is unknown.
template <class Op> constexpr void evaluate_shape_op(shape_evaluation& e) {
    for (auto const& t : e.result_types) e.results.push_back(detail::result_of(t));
    if constexpr (Op::form == core::op_form::stepwise) {
        shape_values m(e);
        detail::shape_operands source{&m, &e, {}};
        operands_of<shape_values, detail::shape_operands> const in(
            source, static_cast<int>(e.operands.size()));
        attributes_of<Op, shape_values> const a(*e.node, m);
        Op::meaning(m, in, a);
        if (!m.take_undecided()) return;
        for (auto& result : e.results)
            for (auto& x : result.data) x = shape_number::unknown(x.is_floating());
    } else {
        using ordinals = std::make_index_sequence<static_cast<std::size_t>(detail::arity_of<Op>())>;
        for (int r = 0; r != static_cast<int>(e.results.size()); ++r) {
            shape_values m(e, r);
            auto& result = e.results[static_cast<std::size_t>(r)];
            std::size_t at = 0;
            shape_values::each(result.shape, [&](shape_values::indices const& i) {
                auto const x = detail::shape_element<Op>(m, e, i, ordinals());
                if (!m.take_undecided()) result.data[at] = x.cast(result.element);
                ++at;
            });
        }
    }
}

} // namespace tenon::graph

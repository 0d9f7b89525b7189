// A program of one node: inferred, evaluated, and expressed as a formula that is carried out. All
// must agree.
#pragma once

#include "formula.hpp"

namespace one_node {

using namespace tenon;
using core::attr;
using core::dim;
using core::dtype;
using core::list;
using core::tensor;

inline constexpr double nan = core::detail::quiet_nan, inf = core::detail::infinity;

constexpr tensor f32(list<std::int64_t> shape, list<double> values) {
    return tensor::from(dtype::f32, shape, values);
}
constexpr tensor i64(list<std::int64_t> shape, list<std::int64_t> values) {
    return tensor::from(dtype::i64, shape, values);
}
constexpr tensor typed(dtype d, list<std::int64_t> shape, list<double> values) {
    return tensor::from(d, shape, values);
}
constexpr tensor absent() { return {}; }
/// A list of operands; GCC 12 cannot destroy an initializer_list of them in a constant expression.
template <class... Tensors> constexpr list<tensor> on(Tensors const&... operands) {
    list<tensor> all;
    (all.push_back(operands), ...);
    return all;
}

constexpr core::type type_of(tensor const& t) {
    list<dim> shape;
    for (auto d : t.shape()) shape.push_back(d);
    return core::type::tensor(t.element(), shape);
}

constexpr bool near(double a, double b, double tolerance) {
    if (a != a || b != b) return a != a && b != b;
    if (a == b) return true;
    double const gap = a < b ? b - a : a - b, size = b < 0 ? -b : b;
    return gap <= tolerance * (size < 1 ? 1 : size);
}
constexpr bool near(tensor const& got, tensor const& wanted, double tolerance = 1e-6) {
    if (got.element() != wanted.element() || got.shape() != wanted.shape()) return false;
    for (std::int64_t i = 0; i != got.size(); ++i)
        if (!near(got.real(i), wanted.real(i), tolerance)) return false;
    return true;
}
struct outcome {
    list<tensor> results;
    core::diagnostics problems;
    bool agrees = true; ///< inference and formulas say what evaluation gave
    constexpr tensor const& operator[](std::size_t r) const { return results[r]; }
};

namespace detail {
struct setting {
    std::string_view name;
    core::attribute value;
};
template <core::fixed_string Name, class Value>
constexpr setting set(core::named_value<Name, Value> const& given) {
    return {Name.view(), core::attribute(given.value)};
}
/// Dimensions that only the data decides are symbols in the inferred type.
constexpr bool agree(core::type const& inferred, tensor const& got) {
    if (!inferred.is_tensor() || inferred.element != got.element()) return false;
    if (inferred.shape.size() != got.shape().size()) return false;
    for (std::size_t d = 0; d != got.shape().size(); ++d)
        if (inferred.shape[d].is_constant() && inferred.shape[d].constant() != got.shape()[d])
            return false;
    return true;
}
/// Whether what the node's op writes as formulas or steps gives these results, and fails if
/// evaluation did.
inline bool formulas_agree(core::program const& p, core::node const& n,
                           graph::evaluation const& e) {
    formula_machine machine(p, n, e.operands);
    bool const must_fail = !e.found->empty();
    list<list<double>> got;
    if (n.op->form == core::op_form::stepwise)
        got = machine.results(e.results);
    else
        for (std::size_t r = 0; r != e.results.size(); ++r)
            got.push_back(machine.result(static_cast<int>(r), e.results[r].shape()));
    if (machine.astray || machine.failed != must_fail) return false;
    for (std::size_t r = 0; r != e.results.size() && !must_fail; ++r)
        for (std::int64_t i = 0; i != e.results[r].size(); ++i) {
            double const rounded =
                core::is_float(e.results[r].element())
                    ? core::round_to(e.results[r].element(), got[r][static_cast<std::size_t>(i)])
                    : got[r][static_cast<std::size_t>(i)];
            double const tolerance = core::bits(e.results[r].element()) < 32 ? 1e-2 : 1e-5;
            if (!near(rounded, e.results[r].real(i), tolerance)) return false;
        }
    return true;
}
} // namespace detail

/// Runs `Op` on the operands; `attributes` are `attr<"axis"> = 1, ...`.
template <class Op, class... Attributes>
constexpr outcome run(list<tensor> const& operands, int results, Attributes... attributes) {
    outcome out;
    core::program p;
    auto const body = p.add_block();
    list<core::value_id> values;
    graph::evaluation e;
    for (auto const& t : operands) {
        bool const present = t.element() != dtype::none;
        values.push_back(present ? p.add_argument(body, type_of(t)) : core::value_id::none);
        e.operands.push_back(present ? &t : nullptr);
    }
    auto const& op = core::facts_of<Op>;
    auto const n = p.add_node(body, op, values, results);
    (p.set(n, detail::set(attributes).name, detail::set(attributes).value), ...);
    core::inference c(p, n, out.problems);
    op.infer(c);
    if (!out.problems.empty()) return out;
    e.program = &p;
    e.node = &p[n];
    e.found = &out.problems;
    for (auto v : p[n].results) e.result_types.push_back(p[v].type);
    op.readings->evaluate(e);
    out.results = e.results;
    for (std::size_t r = 0; r != e.results.size(); ++r)
        out.agrees &= detail::agree(p[p[n].results[r]].type, e.results[r]);
    if (!__builtin_is_constant_evaluated())
        out.agrees = out.agrees && detail::formulas_agree(p, p[n], e);
    return out;
}

/// Whether the one result of `Op` is `wanted`, and inference says so.
template <class Op, class... Attributes>
constexpr bool gives(tensor const& wanted, list<tensor> const& operands, Attributes... attributes) {
    auto const out = run<Op>(operands, 1, attributes...);
    return out.problems.empty() && out.agrees && out.results.size() == 1 &&
           out.results[0] == wanted;
}

/// The same up to a relative 1e-6.
template <class Op, class... Attributes>
constexpr bool nearly_gives(tensor const& wanted, list<tensor> const& operands,
                            Attributes... attributes) {
    auto const out = run<Op>(operands, 1, attributes...);
    return out.problems.empty() && out.agrees && out.results.size() == 1 &&
           near(out.results[0], wanted);
}

} // namespace one_node

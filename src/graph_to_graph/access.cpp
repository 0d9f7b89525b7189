#include "access.hpp"

#include <tenon/core/address.hpp>

#include "graph/formula.hpp"

#include <algorithm>

namespace tenon::graph_to_graph {

using core::dim;
using core::node_id;
using graph::term;
using graph::term_id;

namespace {

std::vector<int> variables_of(dim const& d) {
    std::vector<int> found;
    d.each_symbol([&](std::string_view s) {
        if (int const v = graph::detail::number_behind(s, '$'); v >= 0) found.push_back(v);
        if (s[0] == '#') found.push_back(-1); // data decides
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

/// The variable of an index that is one variable, or its negative, plus a constant; -1 otherwise.
int single_variable(dim const& d) {
    if (d.terms().size() != 1 || d.terms()[0].atoms.size() != 1) return -1;
    auto const c = d.terms()[0].coefficient;
    auto const& a = d.terms()[0].atoms[0];
    return (c == 1 || c == -1) && a.kind == dim::function::symbol
               ? graph::detail::number_behind(a.symbol, '$')
               : -1;
}

} // namespace

access::access(core::program const& p, node_id n) {
    auto const& node = p[n];
    bool const formula =
        node.op->form == core::op_form::elementwise || node.op->form == core::op_form::indexed;
    if (!formula || node.results.size() != 1 || node.op->readings == nullptr) return;
    for (auto const& extent : p[node.results[0]].type.shape) {
        if (extent == dim(1))
            result.push({pool, dim(0)});
        else
            result.push({pool, graph::expressions::symbol_of_variable(pool.add_variable(extent))});
    }
    struct context {
        access* self;
        core::program const* program;
        core::node const* node;
    } here{this, &p, &node};
    graph::expressing e;
    e.pool = &pool;
    e.program = &p;
    e.node = &node;
    e.index = result;
    e.context = &here;
    e.read = [](void* given, int operand, core::few<graph::symbolic_index> const& at) {
        auto& c = *static_cast<context*>(given);
        auto& expressions = c.self->pool;
        term load{.what = term::kind::load, .integer = operand};
        load.type = (*c.program)[c.node->operands[static_cast<std::size_t>(operand)]].type.element;
        for (auto const& i : at) load.dims.push_back(i.value);
        if (expressions.guard != term_id::none) load.operands.push_back(expressions.guard);
        return graph::expression(&expressions, expressions.add(std::move(load)));
    };
    node.op->readings->express(e);
    classify(p, n, e.answer.id);
}

void access::classify(core::program const& p, node_id n, term_id root) {
    std::vector<term_id> reductions;
    graph::each_term(pool, root, [&](term_id t) {
        auto const& what = pool[t];
        if (what.what == term::kind::load)
            reads.push_back({static_cast<int>(what.integer), what.dims, !what.operands.empty()});
        if (what.what == term::kind::reduce || what.what == term::kind::fold)
            reductions.push_back(t);
    });
    kind = !reductions.empty() ? work::reduction
           : p[n].op->form == core::op_form::elementwise || reads_at_result(p, n)
               ? work::elementwise
               : work::movement;
    if (reductions.size() != 1 || pool[reductions[0]].how != graph::reduction::sum) return;
    auto const& product = pool[pool[reductions[0]].operands[0]];
    if (product.what != term::kind::primitive || product.op != core::scalar_op::mul) return;
    std::vector<int> factors[2];
    for (int side = 0; side != 2; ++side) {
        term const* factor = &pool[product.operands[static_cast<std::size_t>(side)]];
        if (pool[reductions[0]].type == core::dtype::i32) { // bytes less their zero points
            if (factor->what == term::kind::primitive && factor->op == core::scalar_op::sub)
                factor = &pool[factor->operands[0]];
            if (factor->what == term::kind::cast) factor = &pool[factor->operands[0]];
        }
        if (factor->what == term::kind::primitive && factor->op == core::scalar_op::select)
            factor = &pool[factor->operands[1]];
        if (factor->what != term::kind::load) return;
        for (auto const& d : factor->dims) {
            auto const more = variables_of(d);
            factors[side].insert(factors[side].end(), more.begin(), more.end());
        }
    }
    auto const has = [&](int side, int v) {
        return std::find(factors[side].begin(), factors[side].end(), v) != factors[side].end();
    };
    bool first = false, second = false, both = false;
    for (auto const& i : result)
        for (int v : variables_of(i.value)) {
            first |= has(0, v) && !has(1, v);
            second |= has(1, v) && !has(0, v);
            both |= has(0, v) && has(1, v);
        }
    if ((first && second) || (!both && (first || second))) kind = work::contraction;
}

bool access::reads_at_result(core::program const& p, node_id n) const {
    return std::all_of(reads.begin(), reads.end(), [&](read_of_operand const& r) {
        auto const& from = p[p[n].operands[static_cast<std::size_t>(r.operand)]].type;
        auto const missing = result.size() - from.rank();
        if (r.guarded || missing < 0) return false;
        for (int d = 0; d != from.rank(); ++d) {
            auto const& at = r.index[static_cast<std::size_t>(d)];
            bool const broadcast = from.shape[static_cast<std::size_t>(d)] == dim(1);
            if (!(at == (broadcast ? dim(0) : result[missing + d].value))) return false;
        }
        return true;
    });
}

bool access::reads_once(int operand) const {
    core::list<dim> const* index = nullptr;
    for (auto const& r : reads) {
        if (r.operand != operand) continue;
        if (index != nullptr && !(*index == r.index)) return false;
        index = &r.index;
    }
    if (index == nullptr) return true;
    std::vector<int> used;
    for (auto const& d : *index) {
        if (d.is_constant()) continue;
        int const v = single_variable(d);
        if (v < 0 || std::find(used.begin(), used.end(), v) != used.end()) return false;
        used.push_back(v);
    }
    // A result variable that the read does not depend on would read the same element again.
    return std::all_of(result.begin(), result.end(), [&](auto const& i) {
        return i.value.is_constant() ||
               std::find(used.begin(), used.end(), single_variable(i.value)) != used.end();
    });
}

bool access::keeps_dimensions(int operand) const {
    for (auto const& r : reads) {
        if (r.operand != operand) continue;
        if (static_cast<int>(r.index.size()) != result.size()) return false;
        for (int d = 0; d != result.size(); ++d)
            for (int v : variables_of(r.index[static_cast<std::size_t>(d)]))
                for (int other = 0; other != result.size(); ++other)
                    if (other != d && v >= 0 &&
                        result[other].value == graph::expressions::symbol_of_variable(v))
                        return false;
    }
    return true;
}

bool access::has_window(int operand) const {
    for (auto const& r : reads)
        if (r.operand == operand && static_cast<int>(r.index.size()) == result.size())
            for (auto const& d : r.index) {
                auto const v = variables_of(d);
                if (v.size() >= 2 && v[0] >= 0) return true;
            }
    return false;
}

bool is_view(core::program const& p, node_id n) {
    access const a(p, n);
    if (a.kind != work::movement || a.reads.size() != 1 || a.reads[0].guarded) return false;
    auto const& from = p[p[n].operands[static_cast<std::size_t>(a.reads[0].operand)]].type;
    auto const& to = p[p[n].results[0]].type;
    core::list<dim> index;
    for (auto const& i : a.result) index.push_back(i.value);
    return from.halo.empty() && to.halo.empty() && from.element == to.element &&
           core::storage(from) == core::storage(to) &&
           core::address(to, index) == core::address(from, a.reads[0].index);
}

} // namespace tenon::graph_to_graph

#include "kernel.hpp"

#include "contraction.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using core::list;
using core::value_id;
using graph::term;
using graph::term_id;

namespace {

/// The order in which a result's loops are nested: as in memory, but variables that a partial
/// reduction depends on come first, so that it is done once and not for every element.
std::vector<int> loop_order(formula& f, term_id root, std::vector<int> order) {
    free_variables free(f.pool);
    std::vector<bool> first(static_cast<std::size_t>(f.pool.variable_count()));
    std::vector<term_id> open{root};
    std::vector<bool> seen(f.pool.size());
    while (!open.empty()) {
        auto const t = open.back();
        open.pop_back();
        if (seen[core::position(t)]) continue;
        seen[core::position(t)] = true;
        auto const& what = f.pool[t];
        if (what.what == term::kind::reduce || what.what == term::kind::fold) {
            auto const& depends = free.of(t);
            bool const partial = std::any_of(order.begin(), order.end(), [&](int v) {
                return !std::binary_search(depends.begin(), depends.end(), v);
            });
            if (partial)
                for (int v : depends) first[static_cast<std::size_t>(v)] = true;
        }
        for (auto o : what.operands) open.push_back(o);
    }
    std::stable_partition(order.begin(), order.end(),
                          [&](int v) { return first[static_cast<std::size_t>(v)]; });
    return order;
}

list<dim> values(core::few<graph::symbolic_index> const& at) {
    list<dim> result;
    for (auto const& i : at) result.push_back(i.value);
    return result;
}

list<std::int64_t> numbers(std::vector<int> const& v) {
    return list<std::int64_t>(v.begin(), v.end());
}

void emit_loops(emitter& e, formula& f, term_id root, value_id result,
                core::few<graph::symbolic_index> const& at) {
    auto const& type = f.source()[result].type;
    auto const target = e.buffer(result);
    auto const order = loop_order(f, root, variables_in_memory_order(type, at));
    for (std::size_t i = 0; i != order.size(); ++i) e.open_for(order[i], i == 0);
    auto const value = e.emit(root);
    e.store(value, target, values(at));
    for (std::size_t i = 0; i != order.size(); ++i) e.close();
}

void emit_contraction(core::program& out, emitter& e, formula& f, contraction const& c,
                      term_id root, value_id result, core::few<graph::symbolic_index> const& at) {
    auto const buffer_of = [&](term_id load) {
        return e.buffer(static_cast<value_id>(f.pool[load].integer));
    };
    auto const a = buffer_of(c.a), b = buffer_of(c.b), target = e.buffer(result);
    auto const n = e.add(core::facts_of<loop::contract>, {a, b}, 0);
    std::vector<int> bound = c.batch;
    bound.insert(bound.end(), c.rows.begin(), c.rows.end());
    bound.push_back(c.column);
    list<dim> extents;
    for (int v : bound) extents.push_back(f.pool.variable(v).extent);
    for (int v : c.reduce) extents.push_back(f.pool.variable(v).extent);
    out.set(n, "batch", numbers(c.batch));
    out.set(n, "rows", numbers(c.rows));
    out.set(n, "column", std::int64_t{c.column});
    out.set(n, "reduce", numbers(c.reduce));
    out.set(n, "extents", extents);
    out.set(n, "a_at", f.pool[c.a].dims);
    out.set(n, "b_at", f.pool[c.b].dims);
    auto const region = e.open(n, bound);
    e.define(c.sum, out.add_argument(region, core::type::scalar(f.pool[c.sum].type), "sum"));
    auto const value = e.emit(root);
    e.store(value, target, values(at));
    e.close();
}

/// The index of a result with one variable written as a sum of two.
core::few<graph::symbolic_index> split_index(formula& f, core::few<graph::symbolic_index> at,
                                             split const& s) {
    auto const extent = f.pool.variable(s.variable).extent.constant();
    auto const outer = graph::expressions::symbol_of_variable(f.pool.add_variable(extent / s.by));
    dim inner = 0;
    if (s.by != 1) inner = graph::expressions::symbol_of_variable(f.pool.add_variable(s.by));
    auto const whole = graph::expressions::symbol_of_variable(s.variable);
    for (auto& i : at)
        if (i.value == whole) i.value = outer * dim(s.by) + inner;
    return at;
}

void emit_result(core::program& out, emitter& e, formula& f, value_id result) {
    auto const& type = f.source()[result].type;
    auto at = result_variables(f.pool, type);
    auto root = f.element(result, at).id;
    auto const plain_at = at;
    auto const plain_root = root;
    for (int tries = 0; tries != 3; ++tries) {
        if (auto const c = find_contraction(f, root, type, at))
            return emit_contraction(out, e, f, *c, root, result, at);
        auto const s = find_split(f, root);
        if (!s) break;
        at = split_index(f, at, *s);
        root = f.element(result, at).id;
    }
    emit_loops(e, f, plain_root, result, plain_at);
}

} // namespace

std::vector<value_id> build_kernel(core::program const& source, core::program& out,
                                   kernel_request const& wanted, core::diagnostics& found) {
    auto const body = out.add_block();
    core::function kernel;
    kernel.name = core::text(wanted.name);
    kernel.body = body;
    kernel.kind = "kernel";
    out.functions.push_back(kernel);
    formula f(source, wanted.inside);
    emitter e(out, f, body);
    e.where = wanted.where;
    auto const definer = source[wanted.results[0]].definer;
    bool const stepwise = definer != core::node_id::none &&
                          wanted.inside[core::position(wanted.results[0])] &&
                          source[definer].op->form == core::op_form::stepwise;
    if (stepwise)
        build_steps(out, e, f, definer, found);
    else
        for (auto result : wanted.results) emit_result(out, e, f, result);
    return e.buffers();
}

} // namespace tenon::graph_to_loop

#include "kernel.hpp"

#include "contraction.hpp"
#include "nest.hpp"
#include "terms.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using core::list;
using core::value_id;
using graph::term;
using graph::term_id;

namespace {

list<dim> values(core::few<graph::symbolic_index> const& at) {
    list<dim> result;
    for (auto const& i : at) result.push_back(i.value);
    return result;
}

list<std::int64_t> numbers(std::vector<int> const& v) {
    return list<std::int64_t>(v.begin(), v.end());
}

/// Makes the contraction's sum known in the region that finishes it.
void define_sum(core::program& out, emitter& e, formula& f, contraction const& c,
                core::block_id region) {
    auto const type = f.pool[c.sum].type;
    auto const argument = [&](char const* name) {
        return out.add_argument(region, core::type::scalar(type), name);
    };
    if (core::is_float(type)) return e.define(c.sum, argument("sum"));
    auto const slot = [&](char const* name) {
        auto const t = f.pool.add({.what = term::kind::slot, .type = type});
        e.define_slot(t, argument(name));
        return t;
    };
    auto const products = slot("sum"), of_a = slot("a_sum"), of_b = slot("b_sum");
    e.define(c.sum, e.emit(centered_sum(f, c, products, of_a, of_b)));
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
    define_sum(out, e, f, c, region);
    auto const value = e.emit(root);
    e.store(value, target, values(at));
    e.close();
}

/// The index of a result with one variable written as a sum of two.
core::few<graph::symbolic_index> split_index(formula& f, core::few<graph::symbolic_index> const& at,
                                             split const& s) {
    auto const outer = graph::expressions::symbol_of_variable(
        f.pool.add_variable(core::floordiv(f.pool.variable(s.variable).extent, dim(s.by))));
    dim inner = 0;
    if (s.by != 1) inner = graph::expressions::symbol_of_variable(f.pool.add_variable(s.by));
    return replace(at, s.variable, outer * dim(s.by) + inner);
}

void emit_result(core::program& out, emitter& e, formula& f, value_id result) {
    auto const& type = f.source()[result].type;
    auto at = result_variables(f.pool, type);
    auto root = f.element(result, at).id;
    auto const plain_at = at;
    for (int tries = 0; tries != 3; ++tries) {
        if (auto const c = find_contraction(f, root, type, at))
            return emit_contraction(out, e, f, *c, root, result, at);
        auto const s = find_split(f, root);
        if (!s) break;
        at = split_index(f, at, *s);
        root = f.element(result, at).id;
    }
    emit_loops(e, f, result, plain_at);
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

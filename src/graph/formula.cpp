#include "formula.hpp"

#include <algorithm>

namespace tenon::graph {

namespace {

core::tensor const* constant_behind(core::program const& p, core::value_id v) {
    auto const definer = p[v].definer;
    if (definer == core::node_id::none || p[definer].op->form != core::op_form::constant)
        return nullptr;
    auto const& a = p.at(definer, "value");
    return a.kind == core::attribute_kind::tensor ? &a.tensor : nullptr;
}

} // namespace

core::few<symbolic_index> result_variables(expressions& pool, core::type const& t) {
    core::few<symbolic_index> at;
    for (auto const& extent : t.shape) {
        if (extent == dim(1))
            at.push({pool, dim(0)});
        else
            at.push({pool, expressions::symbol_of_variable(pool.add_variable(extent))});
    }
    return at;
}

expression formula::load(core::value_id v, core::few<symbolic_index> const& at) {
    auto const& type = program_[v].type;
    if (auto const* t = constant_behind(program_, v); t != nullptr && t->size() == 1) {
        if (core::is_float(t->element()))
            return expression::literal(pool, t->real(0), t->element());
        return expression::literal(pool, t->integer(0), t->element());
    }
    term wanted{
        .what = term::kind::load, .type = type.element, .integer = static_cast<std::int64_t>(v)};
    for (int d = 0; d != at.size(); ++d) {
        bool const single = type.shape[static_cast<std::size_t>(d)] == dim(1);
        wanted.dims.push_back(single && pool.guard == term_id::none ? dim(0) : at[d].value);
    }
    if (pool.guard != term_id::none) wanted.operands.push_back(pool.guard);
    return {&pool, pool.add(std::move(wanted))};
}

expression formula::element(core::value_id v, core::few<symbolic_index> const& at) {
    auto const loaded = load(v, at);
    if (!inside_[core::position(v)] || loaded.is_literal()) return loaded;
    auto const key = static_cast<std::uint32_t>(loaded.id);
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    auto const& node = program_[program_[v].definer];
    reader context{this, &node};
    expressing e;
    e.pool = &pool;
    e.program = &program_;
    e.node = &node;
    e.result = static_cast<int>(program_[v].index);
    e.index = at;
    e.read = &formula::read;
    e.context = &context;
    node.op->readings->express(e);
    known_.emplace(key, e.answer);
    return e.answer;
}

expression formula::read(void* context, int operand, core::few<symbolic_index> const& at) {
    auto const& r = *static_cast<reader*>(context);
    return r.self->element(r.node->operands[static_cast<std::size_t>(operand)], at);
}

expressing formula::steps(core::node_id n) {
    auto const& node = program_[n];
    reader context{this, &node};
    expressing e;
    e.pool = &pool;
    e.program = &program_;
    e.node = &node;
    e.read = &formula::read;
    e.context = &context;
    node.op->readings->express(e);
    e.context = nullptr;
    return e;
}

std::vector<int> const& free_variables::of(term_id t) {
    auto const key = static_cast<std::uint32_t>(t);
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    auto const& what = pool_[t];
    std::vector<int> free;
    for (auto const& d : what.dims) collect(d, free);
    for (auto o : what.operands) {
        auto const& more = of(o);
        free.insert(free.end(), more.begin(), more.end());
    }
    if (what.what == term::kind::carried) free.push_back(what.variables[0]);
    if (what.what == term::kind::reduce || what.what == term::kind::fold) {
        std::erase_if(free, [&](int v) { return what.variables.contains(v); });
        for (auto v : what.variables) collect(pool_.variable(v).extent, free); // read outside
    }
    std::sort(free.begin(), free.end());
    free.erase(std::unique(free.begin(), free.end()), free.end());
    return known_.emplace(key, std::move(free)).first->second;
}

void free_variables::collect(dim const& d, std::vector<int>& into) {
    d.each_symbol([&](std::string_view name) {
        if (int const v = detail::number_behind(name, '$'); v >= 0) into.push_back(v);
        if (int const t = detail::number_behind(name, '#'); t >= 0) {
            auto const& more = of(static_cast<term_id>(t));
            into.insert(into.end(), more.begin(), more.end());
        }
    });
}

} // namespace tenon::graph

#include "kernel.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using core::list;
using core::node_id;
using core::value_id;
using graph::term;
using graph::term_id;

value_id emitter::buffer(value_id source) {
    auto const key = static_cast<std::uint32_t>(source);
    if (auto const found = argument_of_.find(key); found != argument_of_.end())
        return found->second;
    auto const& v = formula_.source()[source];
    auto const argument = out_.add_argument(scopes_[0].block, v.type, v.name);
    argument_of_[key] = argument;
    buffers_.push_back(source);
    return argument;
}

core::block_id emitter::open(node_id n, std::vector<int> variables) {
    auto& around = scopes_.back();
    auto const& nodes = out_[around.block].nodes;
    around.child = nodes.size() - 1; // `n` was added last
    auto const region = out_.add_region(n);
    scopes_.push_back({region, std::move(variables), open_end, {}});
    return region;
}

void emitter::close() {
    scopes_.pop_back();
    scopes_.back().child = open_end;
}

void emitter::open_for(int variable) {
    auto const n = add(core::facts_of<loop::for_>, {}, 0);
    out_.set(n, "variable", std::int64_t{variable});
    list<value_id> none;
    out_.set(n, "extent", index({formula_.pool.variable(variable).extent}, none));
    out_.set(n, "parallel", std::int64_t{1});
    open(n, {variable});
}

node_id emitter::add(core::op_facts const& op, list<value_id> operands, int results) {
    return add_in(scopes_.size() - 1, op, std::move(operands), results);
}

node_id emitter::add_in(std::size_t s, core::op_facts const& op, list<value_id> operands,
                        int results) {
    auto& target = scopes_[s];
    auto const n = out_.add_node(target.block, op, std::move(operands), results, target.child);
    if (target.child != open_end) ++target.child;
    out_[n].where = where;
    return n;
}

std::size_t emitter::home(term_id t) {
    auto const& variables = free_.of(t);
    for (std::size_t s = scopes_.size() - 1; s != 0; --s)
        for (int v : scopes_[s].variables)
            if (std::binary_search(variables.begin(), variables.end(), v)) return s;
    return 0;
}

value_id emitter::emit(term_id t) {
    t = without_guard(formula_, t);
    auto const key = static_cast<std::uint32_t>(t);
    for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s)
        if (auto const found = s->known.find(key); found != s->known.end()) return found->second;
    auto const s = home(t);
    auto const v = build(t, s);
    scopes_[s].known[key] = v;
    return v;
}

value_id emitter::scalar(node_id n, core::dtype type) {
    auto const v = out_[n].results[0];
    out_[v].type = core::type::scalar(type);
    return v;
}

list<dim> emitter::index(list<dim> const& at, list<value_id>& operands) {
    std::vector<std::pair<int, dim>> seen;
    list<dim> result;
    for (auto const& d : at)
        result.push_back(d.substitute([&](std::string_view name) {
            int const t = graph::detail::number_behind(name, '#');
            if (t < 0) return dim::symbol(name);
            for (auto const& [known, as] : seen)
                if (known == t) return as;
            operands.push_back(emit(static_cast<term_id>(t)));
            auto const as = dim::symbol(core::text("$v") +
                                        core::to_string(static_cast<std::int64_t>(seen.size())));
            seen.emplace_back(t, as);
            return as;
        }));
    return result;
}

value_id emitter::build_load(term_id t, std::size_t s) {
    term const what = formula_.pool[t];
    list<value_id> operands{buffer(static_cast<value_id>(what.integer))};
    auto const at = index(what.dims, operands);
    bool const guarded = !what.operands.empty();
    if (guarded) operands.push_back(emit(what.operands[0]));
    auto const n = add_in(s, core::facts_of<loop::load>, operands, 1);
    out_.set(n, "at", at);
    out_.set(n, "guarded", std::int64_t{guarded});
    return scalar(n, what.type);
}

bool emitter::unrolls(term_id t, std::size_t s) {
    term const& what = formula_.pool[t];
    std::int64_t count = 1;
    for (int v : what.variables) {
        auto const& extent = formula_.pool.variable(v).extent;
        if (!extent.is_constant()) return false;
        count *= extent.constant();
    }
    return s + 1 == scopes_.size() && scopes_.size() > 1 && count <= 64;
}

value_id emitter::build_reduce(term_id t, std::size_t s) {
    term const what = formula_.pool[t];
    list<value_id> operands;
    if (what.operands.size() > 1) operands.push_back(emit(what.operands[1]));
    bool const unroll = unrolls(t, s);
    auto const n = add_in(s, core::facts_of<loop::reduce>, operands, 1);
    list<std::int64_t> variables;
    list<dim> extents;
    list<value_id> none;
    for (int v : what.variables) {
        variables.push_back(v);
        extents.push_back(formula_.pool.variable(v).extent);
    }
    out_.set(n, "how", graph::reduction_names[static_cast<int>(what.how)]);
    out_.set(n, "variables", variables);
    out_.set(n, "extents", index(extents, none));
    out_.set(n, "unroll", std::int64_t{unroll});
    auto const result = scalar(n, what.type);

    std::vector<scope> set_aside(
        std::make_move_iterator(scopes_.begin() + static_cast<std::ptrdiff_t>(s) + 1),
        std::make_move_iterator(scopes_.end()));
    scopes_.resize(s + 1);
    auto const child = scopes_[s].child;
    scopes_[s].child = child == open_end ? out_[scopes_[s].block].nodes.size() - 1 : child - 1;
    scopes_.push_back({out_.add_region(n),
                       std::vector<int>(what.variables.begin(), what.variables.end()),
                       open_end,
                       {}});
    auto const term_value = emit(what.operands[0]);
    out_[scopes_.back().block].yields.push_back(term_value);
    scopes_.pop_back();
    scopes_[s].child = child == open_end ? open_end : scopes_[s].child + 1;
    for (auto& one : set_aside) scopes_.push_back(std::move(one));
    return result;
}

value_id emitter::build_fold(term_id t, std::size_t s) {
    term const what = formula_.pool[t];
    auto const count = what.operands.size() / 2;
    list<value_id> initial;
    for (std::size_t i = 0; i != count; ++i) initial.push_back(emit(what.operands[i]));
    auto const n = add_in(s, core::facts_of<loop::for_>, initial, static_cast<int>(count));
    list<value_id> none;
    out_.set(n, "variable", std::int64_t{what.variables[0]});
    out_.set(n, "extent", index({formula_.pool.variable(what.variables[0]).extent}, none));

    std::vector<scope> set_aside(
        std::make_move_iterator(scopes_.begin() + static_cast<std::ptrdiff_t>(s) + 1),
        std::make_move_iterator(scopes_.end()));
    scopes_.resize(s + 1);
    auto const child = scopes_[s].child;
    scopes_[s].child = child == open_end ? out_[scopes_[s].block].nodes.size() - 1 : child - 1;
    auto const region = out_.add_region(n);
    scopes_.push_back({region, {what.variables[0]}, open_end, {}});
    for (std::size_t i = 0; i != count; ++i) {
        auto const type = formula_.pool[what.operands[i]].type;
        auto const argument = out_.add_argument(region, core::type::scalar(type));
        out_[out_[n].results[i]].type = core::type::scalar(type);
        define(formula_.pool.add({.what = term::kind::carried,
                                  .type = type,
                                  .integer = static_cast<std::int64_t>(i),
                                  .variables = what.variables}),
               argument);
    }
    for (std::size_t i = 0; i != count; ++i) {
        auto const next = emit(what.operands[count + i]);
        out_[region].yields.push_back(next);
    }
    scopes_.pop_back();
    scopes_[s].child = child == open_end ? open_end : scopes_[s].child + 1;
    for (auto& one : set_aside) scopes_.push_back(std::move(one));
    return out_[n].results[0];
}

value_id emitter::build(term_id t, std::size_t s) {
    term const what = formula_.pool[t];
    switch (what.what) {
    case term::kind::load: return build_load(t, s);
    case term::kind::reduce: return build_reduce(t, s);
    case term::kind::fold: return build_fold(t, s);
    case term::kind::result: {
        auto const first = emit(what.operands[0]);
        return out_[out_[first].definer].results[static_cast<std::size_t>(what.integer)];
    }
    case term::kind::literal: {
        auto const n = add_in(s, core::facts_of<loop::literal>, {}, 1);
        out_.set(n, "real", what.real);
        out_.set(n, "integer", what.integer);
        return scalar(n, what.type);
    }
    case term::kind::size: {
        list<value_id> operands;
        auto const at = index(what.dims, operands);
        auto const n = add_in(s, core::facts_of<loop::size>, operands, 1);
        out_.set(n, "at", at);
        return scalar(n, what.type);
    }
    case term::kind::checked: {
        list<value_id> operands, none;
        for (auto o : what.operands) operands.push_back(emit(o));
        auto const n = add_in(s, core::facts_of<loop::check>, operands, 1);
        out_.set(n, "extent", index(what.dims, none));
        return scalar(n, what.type);
    }
    default: break;
    }
    list<value_id> operands;
    for (auto o : what.operands) operands.push_back(emit(o));
    auto const& op =
        what.what == term::kind::cast ? core::facts_of<loop::cast> : loop::primitive_facts(what.op);
    return scalar(add_in(s, op, operands, 1), what.type);
}

void emitter::define_slot(term_id slot, value_id v) {
    free_.set(slot, scopes_.back().variables);
    define(slot, v);
}

void emitter::store(value_id value, value_id target, list<dim> const& at) {
    list<value_id> operands{value, target};
    auto const where_to = index(at, operands);
    auto const n = add(core::facts_of<loop::store>, operands, 0);
    out_.set(n, "at", where_to);
}

} // namespace tenon::graph_to_loop

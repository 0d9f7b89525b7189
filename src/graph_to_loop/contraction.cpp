#include "contraction.hpp"

#include <tenon/core/address.hpp>

#include "terms.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using core::list;
using graph::term;
using graph::term_id;

namespace {

bool has(linear_factors const& factors, int v) {
    return std::any_of(factors.begin(), factors.end(), [&](auto const& f) { return f.first == v; });
}
dim factor_of(linear_factors const& factors, int v) {
    for (auto const& [variable, factor] : factors)
        if (variable == v) return factor;
    return 0;
}

bool is_constant(formula& f, term_id load) {
    auto const definer = f.source()[static_cast<core::value_id>(f.pool[load].integer)].definer;
    return definer != core::node_id::none &&
           f.source()[definer].op->form == core::op_form::constant;
}

/// The only reduction in the formula, if it is a sum.
std::optional<term_id> only_sum(formula& f, term_id root) {
    std::vector<term_id> reductions;
    each_term(f.pool, root, [&](term_id t) {
        if (f.pool[t].what == term::kind::reduce || f.pool[t].what == term::kind::fold)
            reductions.push_back(t);
    });
    if (reductions.size() != 1 || f.pool[reductions[0]].what != term::kind::reduce) return {};
    if (f.pool[reductions[0]].how != graph::reduction::sum) return {};
    return reductions[0];
}

bool worth_it(formula& f, contraction const& c, linear_factors const& b) {
    if (is_constant(f, c.b) || factor_of(b, c.column) == dim(1)) return true;
    dim rows = 1; // packing b at run time costs about as much as one row
    for (int v : c.rows) rows = rows * f.pool.variable(v).extent;
    return !rows.is_constant() || rows.constant() >= 4;
}

} // namespace

std::vector<int> variables_in_memory_order(core::type const& t,
                                           core::few<graph::symbolic_index> const& at) {
    std::vector<int> order;
    for (int position = 0; position != t.rank(); ++position) {
        std::vector<std::pair<int, std::int64_t>>
            here; // a split dimension has two variables, the larger factor outside
        auto const terms = linear(at[t.dimension_at(position)].value);
        for (auto const& [v, factor] : terms.value()) here.emplace_back(v, factor.constant());
        std::sort(here.begin(), here.end(), [](auto& x, auto& y) { return x.second > y.second; });
        for (auto const& [v, factor] : here) order.push_back(v);
    }
    return order;
}

std::optional<contraction> find_contraction(formula& f, term_id root, core::type const& t,
                                            core::few<graph::symbolic_index> const& at) {
    auto const sum = only_sum(f, root);
    if (!sum || !core::is_float(f.pool[*sum].type)) return {};
    term const product = f.pool[f.pool[*sum].operands[0]];
    if (product.what != term::kind::primitive || product.op != core::scalar_op::mul) return {};
    contraction c{*sum,
                  without_guard(f, product.operands[0]),
                  without_guard(f, product.operands[1]),
                  {},
                  {},
                  {},
                  -1};
    for (auto load : {c.a, c.b})
        if (f.pool[load].what != term::kind::load || !f.pool[load].operands.empty()) return {};
    auto a = linear(address(buffer_type(f, c.a), f.pool[c.a].dims));
    auto b = linear(address(buffer_type(f, c.b), f.pool[c.b].dims));
    auto const order = variables_in_memory_order(t, at);
    if (!a || !b || order.empty()) return {};
    c.column = order.back();
    if (has(*a, c.column) && has(*b, c.column)) return {};
    if (has(*a, c.column)) {
        std::swap(a, b);
        std::swap(c.a, c.b);
    }
    if (!has(*b, c.column)) return {};
    for (int v : order) {
        if (v == c.column) continue;
        if (has(*a, v) && !has(*b, v))
            c.rows.push_back(v);
        else if (has(*b, v))
            c.batch.push_back(v);
        else
            return {};
    }
    c.reduce.assign(f.pool[*sum].variables.begin(), f.pool[*sum].variables.end());
    // Innermost is what lies closest in a, where every size that is not known is a usual one.
    auto const distance = [&](int v) {
        return factor_of(*a, v).evaluate([](std::string_view) { return std::int64_t{256}; });
    };
    std::stable_sort(c.reduce.begin(), c.reduce.end(),
                     [&](int x, int y) { return distance(x) > distance(y); });
    if (!worth_it(f, c, *b)) return {};
    return c;
}

std::optional<split> find_split(formula& f, term_id root) {
    std::optional<split> found;
    auto const look = [&](auto const& self, dim const& d) -> void {
        for (auto const& t : d.terms())
            for (auto const& a : t.atoms) {
                bool const divides =
                    a.kind == dim::function::floordiv || a.kind == dim::function::mod;
                if (divides && a.arguments[1].is_constant()) {
                    int const v = graph::detail::number_behind(a.arguments[0].as_symbol(), '$');
                    if (v >= 0 && core::mod(f.pool.variable(v).extent, a.arguments[1]) == dim(0))
                        found = split{v, a.arguments[1].constant()};
                }
                for (auto const& argument : a.arguments) self(self, argument);
            }
    };
    each_term(f.pool, root, [&](term_id t) {
        for (auto const& d : f.pool[t].dims) look(look, d);
    });
    return found;
}

} // namespace tenon::graph_to_loop

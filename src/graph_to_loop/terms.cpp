#include "terms.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using graph::term_id;

std::optional<linear_factors> linear(dim const& d) {
    linear_factors factors;
    for (auto const& t : d.terms()) {
        int variable = -1;
        dim factor = t.coefficient;
        for (auto const& a : t.atoms) {
            int const v =
                a.kind == dim::function::symbol ? graph::detail::number_behind(a.symbol, '$') : -1;
            if (v >= 0 && variable >= 0) return {};
            if (v >= 0) {
                variable = v;
                continue;
            }
            bool inside = a.kind == dim::function::symbol && a.symbol[0] == '#';
            for (auto const& argument : a.arguments)
                argument.each_symbol(
                    [&](std::string_view s) { inside |= s[0] == '$' || s[0] == '#'; });
            if (inside) return {};
            factor = factor * graph::detail::dim_of_term(1, {a});
        }
        if (variable < 0) continue;
        auto const found = std::find_if(factors.begin(), factors.end(),
                                        [&](auto& f) { return f.first == variable; });
        if (found == factors.end())
            factors.emplace_back(variable, factor);
        else
            found->second = found->second + factor;
    }
    return factors;
}

core::few<graph::symbolic_index> replace(core::few<graph::symbolic_index> at, int variable,
                                         dim const& by) {
    auto const symbol = graph::expressions::symbol_of_variable(variable);
    for (auto& i : at)
        i.value = i.value.substitute([&](std::string_view name) {
            return name == symbol.as_symbol() ? by : dim::symbol(name);
        });
    return at;
}

core::type const& buffer_type(formula& f, term_id load) {
    return f.source()[static_cast<core::value_id>(f.pool[load].integer)].type;
}

} // namespace tenon::graph_to_loop

// Looking at the terms and indices of a formula.
#pragma once

#include "formula.hpp"

#include <optional>
#include <utility>

namespace tenon::graph_to_loop {

/// Calls `visit` once for every term that `root` is made of, those inside reductions included.
template <class Visit>
void each_term(graph::expressions const& pool, graph::term_id root, Visit visit) {
    std::vector<graph::term_id> open{root};
    std::vector<bool> seen(pool.size());
    while (!open.empty()) {
        auto const t = open.back();
        open.pop_back();
        if (seen[core::position(t)]) continue;
        seen[core::position(t)] = true;
        visit(t);
        for (auto o : pool[t].operands) open.push_back(o);
        for (auto const& d : pool[t].dims)
            d.each_symbol([&](std::string_view name) {
                if (int const computed = graph::detail::number_behind(name, '#'); computed >= 0)
                    open.push_back(static_cast<graph::term_id>(computed));
            });
    }
}

using linear_factors = std::vector<std::pair<int, core::dim>>;

/// The factor of each variable in a linear index; nothing if it is not linear.
std::optional<linear_factors> linear(core::dim const& d);

/// `at` with a variable replaced.
core::few<graph::symbolic_index> replace(core::few<graph::symbolic_index> at, int variable,
                                         core::dim const& by);

/// The buffer that a load reads.
core::type const& buffer_type(formula& f, graph::term_id load);

} // namespace tenon::graph_to_loop

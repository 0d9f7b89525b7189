#include "computable.hpp"

#include "graph/formula.hpp"

#include <algorithm>

namespace tenon::graph_to_graph {

using graph::term;
using graph::term_id;

namespace {

constexpr std::size_t most_terms_per_node = 100;

/// The variables that each reduction in the formula depends on.
std::vector<std::vector<int>> dependencies(graph::formula const& f, term_id root) {
    graph::free_variables free(f.pool);
    std::vector<std::vector<int>> found;
    graph::each_term(f.pool, root, [&](term_id t) {
        auto const what = f.pool[t].what;
        if (what == term::kind::reduce || what == term::kind::fold) found.push_back(free.of(t));
    });
    return found;
}

bool includes(std::vector<int> const& all, std::vector<int> const& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

} // namespace

bool is_computable(core::program const& p, std::vector<core::node_id> const& members,
                   core::node_id sink) {
    std::vector<bool> inside(p.value_count());
    for (auto n : members)
        for (auto r : p[n].results) inside[core::position(r)] = true;
    graph::formula f(p, std::move(inside));
    auto const result = p[sink].results[0];
    auto const at = graph::result_variables(f.pool, p[result].type);
    int const own_variables = f.pool.variable_count();
    auto const root = f.element(result, at).id;
    if (f.pool.size() > most_terms_per_node * members.size()) return false;
    auto const reductions = dependencies(f, root);
    for (auto const& a : reductions) {
        bool const nested = !a.empty() && a.back() >= own_variables;
        if (nested) return false;
        for (auto const& b : reductions)
            if (!includes(a, b) && !includes(b, a)) return false;
    }
    return true;
}

} // namespace tenon::graph_to_graph

#include "fix_dims.hpp"

#include "failure.hpp"

#include <set>

namespace tenon::tenonc {
namespace {

using core::dim;

/// Calls `visit(dim&)` for every dimension of the program.
template <class Visit> void each_dim(core::type& t, Visit const& visit) {
    for (auto& d : t.shape) visit(d);
    for (auto& inner : t.of) each_dim(inner, visit);
}
template <class Visit> void each_dim(core::program& p, Visit const& visit) {
    for (std::size_t v = 0; v != p.value_count(); ++v)
        each_dim(p[static_cast<core::value_id>(v)].type, visit);
    for (std::size_t n = 0; n != p.node_count(); ++n)
        for (auto& a : p[static_cast<core::node_id>(n)].attributes)
            for (auto& d : a.dims) visit(d);
    for (auto& c : p.constraints) {
        visit(c.a);
        visit(c.b);
    }
}

void refuse_unknown(core::program& p, std::vector<dim_choice> const& dims) {
    std::set<std::string> symbols;
    each_dim(p, [&](dim& d) { d.each_symbol([&](std::string_view s) { symbols.emplace(s); }); });
    std::string known;
    for (auto const& s : symbols) known += (known.empty() ? "" : ", ") + s;
    for (auto const& each : dims)
        if (!symbols.contains(each.symbol))
            throw fail(exit_code::usage, "--dim " + each.symbol +
                                             ": the model has no such dimension; " +
                                             (known.empty() ? "all are fixed" : "it has " + known));
}

bool is_impossible(core::constraint const& c) {
    if (!c.a.is_constant() || !c.b.is_constant()) return false;
    auto const a = c.a.constant(), b = c.b.constant();
    switch (c.how) {
    case core::constraint::relation::equal: return a != b;
    case core::constraint::relation::at_least: return a < b;
    default: return a != b && a != 1 && b != 1;
    }
}

} // namespace

void fix_dims(core::program& p, std::vector<dim_choice> const& dims) {
    if (dims.empty()) return;
    refuse_unknown(p, dims);
    each_dim(p, [&](dim& d) {
        if (d.is_constant()) return;
        d = d.substitute([&](std::string_view symbol) {
            for (auto const& each : dims)
                if (each.symbol == symbol) return dim(each.size);
            return dim::symbol(symbol);
        });
    });
    for (auto const& c : p.constraints)
        if (is_impossible(c))
            throw fail(exit_code::usage,
                       "--dim: the sizes contradict what the model demands, for " +
                           std::string(c.why.view()));
}

} // namespace tenon::tenonc

#include "formula.hpp"

namespace tenon::graph_to_loop {

using core::dim;
using graph::term;
using graph::term_id;

term_id without_guard(formula& f, term_id t) {
    auto const& pool = f.pool;
    term const& choice = pool[t];
    if (choice.what != term::kind::primitive || choice.op != core::scalar_op::select) return t;
    term const &yes = pool[choice.operands[1]], &no = pool[choice.operands[2]];
    bool const zero = no.what == term::kind::literal && no.real == 0 && no.integer == 0;
    if (!zero || yes.what != term::kind::load || yes.operands.empty() ||
        yes.operands[0] != choice.operands[0])
        return t;
    auto const& type = f.source()[static_cast<core::value_id>(yes.integer)].type;
    if (type.halo.empty()) return t;
    for (std::size_t d = 0; d != yes.dims.size(); ++d) {
        dim const last = type.shape[d] - dim(1) + dim(type.halo[d].after);
        if (!pool.not_negative(yes.dims[d] + dim(type.halo[d].before)) ||
            !pool.not_negative(last - yes.dims[d]))
            return t;
    }
    term plain = yes;
    plain.operands.clear();
    return f.pool.add(std::move(plain));
}

} // namespace tenon::graph_to_loop

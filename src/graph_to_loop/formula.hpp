// Formulas, and what loops know about reads that their buffers' halos guard.
#pragma once

#include "graph/formula.hpp"

namespace tenon::graph_to_loop {

using graph::formula;
using graph::free_variables;
using graph::result_variables;

/// A select between a load under a condition and 0, where the buffer's halo holds those zeros: the
/// plain load; else the term itself.
graph::term_id without_guard(formula& f, graph::term_id t);

} // namespace tenon::graph_to_loop

// The loops around a formula that is no contraction.
#pragma once

#include "kernel.hpp"

namespace tenon::graph_to_loop {

/// Stores `result` at `at`, whose variables get a loop each, with these changes:
///
/// - Where a condition on one variable changes its answer (a Concat's or a Pad's), its loop is cut,
///   and the pieces know the answer.
/// - Neighbouring loops become one where every access is linear in the joint index.
/// - Windows are computed for several neighbours in one iteration, which share what they read.
void emit_loops(emitter& e, formula& f, core::value_id result,
                core::few<graph::symbolic_index> const& at);

} // namespace tenon::graph_to_loop

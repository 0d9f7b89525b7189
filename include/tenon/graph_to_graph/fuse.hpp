// Puts nodes that should be one kernel into groups.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::graph_to_graph {

/// Leaves `fused` nodes behind. What may be grouped is read off the meanings of the nodes:
/// elementwise chains, partial reductions with what they feed and what feeds them once per element,
/// and the elementwise consumers of one contraction. Nothing is computed more often than before,
/// but for elementwise values that several members of a group use at different indices.
void fuse(core::program& p);

} // namespace tenon::graph_to_graph

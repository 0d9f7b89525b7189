// Whether a group of nodes may become one formula.
#pragma once

#include <tenon/core/program.hpp>

#include <vector>

namespace tenon::graph_to_graph {

/// Whether computing `sink` with all `members` expressed where they are read stays in proportion:
/// no reduction is done anew for each step of another one or for each element of a row that it does
/// not depend on, and the formula is not much larger than its nodes.
bool is_computable(core::program const& p, std::vector<core::node_id> const& members,
                   core::node_id sink);

} // namespace tenon::graph_to_graph

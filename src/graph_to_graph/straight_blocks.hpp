// The blocks whose nodes run one behind the other: bodies of functions, and the regions of control
// flow.
#pragma once

#include <tenon/graph/structure.hpp>

namespace tenon::graph_to_graph {

/// Calls `visit(b)` and then visits the regions of control flow in `b`, but not groups.
template <class Visit>
void each_straight_block(core::program const& p, core::block_id b, Visit const& visit) {
    visit(b);
    for (std::size_t i = 0; i != p[b].nodes.size(); ++i) {
        auto const n = p[b].nodes[i];
        if (p[n].op == &core::facts_of<graph::fused>) continue;
        for (std::size_t r = 0; r != p[n].regions.size(); ++r)
            each_straight_block(p, p[n].regions[r], visit);
    }
}

} // namespace tenon::graph_to_graph

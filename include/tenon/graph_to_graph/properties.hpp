// What the passes of the graph level promise each other.
#pragma once

namespace tenon::graph_to_graph {

/// Every value has a type.
struct types_known;

} // namespace tenon::graph_to_graph

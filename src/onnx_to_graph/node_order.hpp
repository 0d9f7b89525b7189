// The order in which nodes can be imported.
#pragma once

#include <tenon/onnx_to_graph/source.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tenon::onnx_to_graph {

/// The names that a node reads, those that its nested graphs take from outside included.
std::vector<std::string_view> names_read(source_node const& n);

struct node_order {
    std::vector<std::size_t> sorted;              ///< the written order where that is possible
    std::vector<std::vector<std::size_t>> cycles; ///< nodes that wait for each other
};

/// Sorts nodes so that each comes after those whose results it reads.
node_order sort_nodes(list<source_node> const& nodes);

} // namespace tenon::onnx_to_graph

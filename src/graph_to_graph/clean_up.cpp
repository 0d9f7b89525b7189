#include <tenon/graph_to_graph/fold_constants.hpp>
#include <tenon/graph_to_graph/remove_unused.hpp>
#include <tenon/graph_to_graph/share_common.hpp>

namespace tenon::graph_to_graph::detail {

void fold_constants_in_library(core::program& p) { constant_folder(p).fold(); }
void remove_unused_in_library(core::program& p) { unused_nodes(p).remove(); }
void share_common_in_library(core::program& p) { common_nodes(p).share(); }

} // namespace tenon::graph_to_graph::detail

#include <tenon/core/infer.hpp>

namespace tenon::core::detail {

bool infer_in_library(program& p, node_id n, diagnostics& found) { return infer_node(p, n, found); }

} // namespace tenon::core::detail

#include <tenon/core/infer.hpp>

namespace tenon::core::detail {

bool infer_in_library(program& p, node_id n, diagnostics& found) { return infer_node(p, n, found); }
bool infer_in_library(program& p, diagnostics& found) { return infer_program(p, found); }

} // namespace tenon::core::detail

#include <tenon/graph/op.hpp>

namespace tenon::graph::detail {

few<expression> broadcast_operands_in_library(expressing& e, int count) {
    return broadcast_operands_here(e, count);
}
void infer_broadcast_in_library(inference& c, core::op_facts const& op, bool mixed, dtype element) {
    infer_broadcast(c, op, mixed, element);
}

} // namespace tenon::graph::detail

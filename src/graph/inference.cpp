#include <tenon/graph/op.hpp>

namespace tenon::graph::detail {

void infer_broadcast_in_library(inference& c, core::op_facts const& op, bool mixed, dtype element) {
    infer_broadcast(c, op, mixed, element);
}

} // namespace tenon::graph::detail

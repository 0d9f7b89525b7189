// Ops with regions: groups of nodes that become one kernel.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

/// Nodes that are computed together. The region uses values of the blocks around it and yields one
/// value per result.
struct fused : core::structural<"fused"> {
    static constexpr operand_facts results[]{{"y", presence::variadic}};
    static constexpr int regions = 1;
};

using structure_ops = core::dialect<fused>;

} // namespace tenon::graph

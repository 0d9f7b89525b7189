// Ops with regions: groups of nodes that become one kernel, and control flow.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

/// Nodes that are computed together. The region uses values of the blocks around it and yields one
/// value per result.
struct fused : core::structural<"fused"> {
    static constexpr operand_facts results[]{{"y", presence::variadic}};
    static constexpr int regions = 1;
};

/// ONNX If (1, 11, 13, 16, 19, 21, 23, 24, 25): what the first region yields where the condition
/// holds, else what the second one does. The regions see the values around them.
struct if_ : core::structural<"if"> {
    static constexpr operand_facts operands[]{
        {"condition", presence::required, core::only_boolean}};
    static constexpr operand_facts results[]{{"outputs", presence::variadic}};
    static constexpr int regions = 2;
};
/// ONNX Loop (1, 11, 13, 16, 19, 21, 23, 24, 25): the region takes the iteration's number, the
/// condition and the carried values, and yields the condition, the carried values and what each
/// iteration adds to the scanned results. The results are the last carried values and the scans.
struct loop : core::structural<"loop"> {
    static constexpr operand_facts operands[]{
        {"trip_count", presence::optional, core::dtype_set(core::dtype::i64)},
        {"condition", presence::optional, core::only_boolean},
        {"carried", presence::variadic}};
    static constexpr operand_facts results[]{{"outputs", presence::variadic}};
    static constexpr int regions = 1;
};

using structure_ops = core::dialect<fused, if_, loop>;

} // namespace tenon::graph

// From tensors to loops: every op by its meaning.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>

namespace tenon::graph_to_loop {

/// The loop-level program of a graph: a kernel for every computing node or `fused` group, an entry
/// for every function. Reads that only rearrange memory become views. Buffers in the arena have no
/// offsets yet. Needs shapes to be known; `order` and `halo` of types are kept. Ops without a
/// meaning are reported with code L1.
///
/// Control flow stays in the entry: its regions call kernels that write where the node's results
/// live. Results whose size depends on which branch runs, or on how often, are reported with code
/// L2.
core::program lower(core::program const& graph, core::diagnostics& found);

/// Whether `lower` takes nodes of this op: those with a meaning, constants, groups, and control
/// flow.
constexpr bool covers(core::op_facts const& op) {
    return op.form != core::op_form::structure || op.name == "fused" || op.name == "if" ||
           op.name == "loop";
}
/// The dtypes that loops compute with. Those of less than a byte, strings and complex numbers are
/// reported with code L2 where a model has them.
inline constexpr core::dtype_set covered_elements = core::detail::dtypes_where([](core::dtype d) {
    return d == core::dtype::boolean || (core::is_numeric(d) && core::bits(d) >= 8);
});
inline constexpr core::dtype_set refused_elements =
    core::detail::dtypes_where([](core::dtype d) { return !covered_elements.has(d); });

} // namespace tenon::graph_to_loop

// From tensors to loops: every op by its meaning.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>

namespace tenon::graph_to_loop {

/// The loop-level program of a graph: a kernel for every computing node or `fused` group, an entry
/// for every function. Reads that only rearrange memory become views. Buffers in the arena have no
/// offsets yet. Needs shapes to be known; `order` and `halo` of types are kept. Ops without a
/// meaning are reported with code L1.
core::program lower(core::program const& graph, core::diagnostics& found);

} // namespace tenon::graph_to_loop

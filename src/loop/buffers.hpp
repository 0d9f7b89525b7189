// The buffers of an entry, and when they are used.
#pragma once

#include <tenon/core/program.hpp>

#include <vector>

namespace tenon::loop {

/// What a `loop.arena` node makes.
struct buffer {
    core::node_id node;
    core::dim bytes;                 ///< a multiple of `buffer_alignment`
    std::size_t first = 1, last = 0; ///< the nodes between which it holds something, if any
    bool is_used() const { return first <= last; }
};

constexpr std::int64_t buffer_alignment = 64;

/// A node that runs a kernel, and its number.
struct numbered_call {
    core::node_id node;
    std::size_t number = 0;
};

/// Nodes are numbered as they stand, those in the regions of a node behind it.
struct buffers {
    std::vector<buffer> all; ///< in the order of their nodes
    std::vector<numbered_call> calls;
};

/// A buffer is used by the nodes that have it or a view of it as operand, and if some of them are
/// in a loop and others not, as long as that runs.
buffers buffers_of(core::program const& p, core::function const& entry);

} // namespace tenon::loop

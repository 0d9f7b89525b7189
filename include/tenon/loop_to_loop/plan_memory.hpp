// Gives every buffer of an entry its place in the arena.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::loop_to_loop {

/// What a plan comes to: bytes of the arena, and the least that any plan needs (the most bytes
/// alive at once), for sizes that are known; symbolic buffers are counted apart.
struct memory_plan {
    std::int64_t static_bytes = 0;
    std::int64_t static_lower_bound = 0;
    core::dim dynamic_bytes = 0;
};

/// Sets `offset` of every `loop.arena` node. Buffers whose lives do not overlap may share memory,
/// if their sizes are known or multiples of one symbolic size (a batch): each family of sizes is
/// placed largest first, at the lowest offset that is free throughout a buffer's life. One family
/// lies behind the other.
memory_plan plan_memory(core::program& loops);

} // namespace tenon::loop_to_loop

// Gives every buffer of an entry its place in the arena.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::loop_to_loop {

/// Says where every `loop.arena` node of every entry lies: buffers whose lives do not overlap may
/// share memory. A buffer lives from the first to the last node that uses it or a view of it. They
/// are placed largest first, at the lowest place that is free throughout a buffer's life; if that
/// takes more than must be alive at once, those that end highest are tried earlier.
/// Where all sizes of an entry are known, or multiples of one symbolic size (a batch), that gives
/// an `offset` that is right for every size. Otherwise they are placed for several sizes of the
/// symbols, and the placement that says best for all of them which of two buffers that live at
/// once lies below the other is taken; those that lie right below a buffer become its operands,
/// and its offset follows from their sizes when the entry is called. Such an entry then begins
/// with its `loop.arena` nodes.
void plan_memory(core::program& loops);

/// What a symbol stands for.
struct symbol_size {
    core::text name;
    std::int64_t size = 0;
};

/// Bytes of an arena.
struct memory_use {
    std::int64_t bytes = 0;
    std::int64_t least = 0; ///< any plan needs: the most that is alive at once
};

/// What the plan of an entry comes to for these sizes of its symbols; those that are not given are
/// 0.
memory_use memory_of(core::program const& loops, core::function const& entry,
                     core::list<symbol_size> const& sizes);

} // namespace tenon::loop_to_loop

// What of a kernel can be done by several threads.
#pragma once

#include <tenon/core/program.hpp>

#include "writer.hpp"

namespace tenon::loop_to_llvm {

/// A kernel is cut where its time goes: along the tasks of its only contraction, or along the
/// iterations of its parallel loops. Those are numbered from 0: of loops that follow each other one
/// loop after the other, and where a loop has few iterations, those of the loops inside it. Any
/// ranges of numbers that cover all do all of the kernel's work.
class partition {
public:
    partition(core::program const& p, core::function const& kernel);

    /// The contraction, or none.
    core::node_id contraction() const { return contraction_; }
    bool has_loops() const { return !loops_.empty(); }

    /// Of parallel loops: how many iterations there are.
    llvm::Value* count(writer& w, builder& b) const { return count(loops_, 1, w, b); }
    /// How many of them are worth a thread.
    std::int64_t grain() const;
    /// All of the kernel's code, with the iterations [first, last).
    void write(writer& w, builder& b, llvm::Value* first, llvm::Value* last) const {
        write(body_, loops_, 1, w, b, first, last);
    }

private:
    using nodes = std::vector<core::node_id>;

    /// The parallel loops in a block, if it is nothing else but cheap code without effects.
    nodes loops_in(core::block_id b) const;
    /// The loops that `n`'s iterations are cut into, where there are `outside` of `n`; none if one
    /// of its iterations is one piece.
    nodes inside(core::node_id n, std::int64_t outside) const;
    bool is_innermost(core::node_id n) const;
    core::dim const& extent(core::node_id n) const { return program_.at(n, "extent").dims[0]; }

    llvm::Value* count(nodes const& loops, std::int64_t outside, writer& w, builder& b) const;
    double largest_cost(nodes const& loops, std::int64_t outside) const;
    void write(core::block_id in, nodes const& loops, std::int64_t outside, writer& w, builder& b,
               llvm::Value* first, llvm::Value* last) const;
    void write_loop(core::node_id n, std::int64_t outside, writer& w, builder& b,
                    llvm::Value* first, llvm::Value* last) const;

    core::program const& program_;
    core::block_id body_;
    core::node_id contraction_ = core::node_id::none;
    nodes loops_;
};

} // namespace tenon::loop_to_llvm

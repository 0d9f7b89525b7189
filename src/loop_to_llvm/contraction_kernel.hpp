// One register tile of a contraction, as a function of its own.
#pragma once

#include "contraction.hpp"

#include <optional>

namespace tenon::loop_to_llvm::detail {

/// Which columns of a panel are there: all, a number known now, or a number that the caller passes.
struct columns_there {
    std::optional<unsigned> known;
    bool masked() const { return !known; }
};

/// The rows of a tile step along dimension `split` of the rows; where `across` > 1, each step is a
/// whole run of the last dimension, that many rows.
struct tile_shape {
    unsigned steps = 1, across = 1;
    std::size_t split = 0;
    unsigned panel = 1; // columns of a panel
    columns_there columns;
    unsigned prefetch = 0; // lines of the next panel to touch per few steps of the reduction
    unsigned ahead = 0;    // bytes between what is read of the panel and what is touched
    // A part of the reduction: `resumes` from sums in memory, or `pauses` with sums in memory.
    bool resumes = false, pauses = false;

    unsigned rows() const { return steps * across; }
};

/// What a kernel is called with.
struct tile_call {
    llvm::Value* a;        // first row, reduce index 0
    llvm::Value* b;        // the panel's first element
    llvm::Value* prefetch; // where to prefetch from, if the shape says so
    llvm::Value* sums;     // where to resume from or to pause, vectors by rows
    llvm::Value* count;    // columns that are there, if that is not known
    llvm::Value* column;   // first column
    values batch, row;     // indices of the first row
};

/// Rows of the largest tile for panels of this many columns.
unsigned most_rows(machine const&, contraction const&, unsigned panel);

/// Equal for tiles with the same code.
std::string tile_key(contraction const&, tile_shape const&);

llvm::Function* make_tile(llvm::Module&, machine const&, contraction const&, tile_shape const&);

void call_tile(builder&, llvm::Function*, contraction const&, tile_shape const&, tile_call const&);

/// A loop that counts to `count`, carrying values; without one where the count is 0 or 1.
/// `body` gets the index and the carried values and gives their next.
values counted_loop(builder&, llvm::Value* count, values start,
                    std::function<values(llvm::Value* index, values const&)> const& body);

std::optional<std::int64_t> known(llvm::Value*);
unsigned bytes(dtype);
llvm::Type* type_of(llvm::LLVMContext&, dtype);

/// The product of all; 1 for none.
llvm::Value* product(builder&, values const& all);

/// Elements from one panel of a packed B to the next.
llvm::Value* panel_elements(builder&, machine const&, contraction const&);

/// `base` and `count` elements on.
llvm::Value* step(builder&, llvm::Value* base, llvm::Value* count, dtype);

/// Positions of the reduction that one instruction takes: more than one for bytes only.
unsigned group_of(machine const&, contraction const&);

/// A scalar or vector as loaded, in the type that is summed.
llvm::Value* widen(builder&, llvm::Value*, dtype from, dtype sum, machine const&);

} // namespace tenon::loop_to_llvm::detail

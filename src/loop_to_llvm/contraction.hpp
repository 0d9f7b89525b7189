// Sums of products over two operands, as register-tiled code:
//
//   C[batch, row, column] = epilogue(sum over reduce of A[batch, row, reduce] * B[batch, reduce,
//   column])
//
// Everything is affine: an operand is a base and one stride per index. Every number is an i64
// `llvm::Value`; a `ConstantInt` is a number known now, and makes better code.
#pragma once

#include <tenon/core/dtype.hpp>

#include "target.hpp"

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tenon::loop_to_llvm {

using core::dtype;
using builder = llvm::IRBuilder<>;
using values = std::vector<llvm::Value*>;

/// Strides count elements. Rows of A that overlap or have gaps are fine (pixels of a haloed image).
struct left_operand {
    llvm::Value* base;
    dtype type = dtype::f32;
    values batch, row, reduce;
};

/// Either `packed` as [column / panel][reduce...][panel], zero padded and 64-byte aligned (`column`
/// is then unused and `reduce` may be empty), or read where it lies, which needs a `column` stride
/// of 1.
struct right_operand {
    llvm::Value* base;
    dtype type = dtype::f32;
    values batch, reduce;
    llvm::Value* column = nullptr;
    bool packed = false;
};

/// Where one vector of results belongs. `mask` is null where every lane counts. Indices are those
/// of the contraction's dimensions, in their order. The sums of a's row, in every lane, and of b's
/// columns are there where the epilogue asks for them.
struct place {
    values batch, row;
    llvm::Value* column;
    llvm::Value* mask;
    llvm::Value *a_sum = nullptr, *b_sum = nullptr;
};

/// Code after the sum, written into the kernel's own function: of the values outside it may use
/// only `captured`, which arrive in the same order. `of_column`, if there, runs once per vector of
/// columns (a bias is loaded here); its results arrive in `store`.
struct epilogue {
    values captured;
    std::function<values(builder&, std::span<llvm::Value* const> captured, place const&)> of_column;
    std::function<void(builder&, std::span<llvm::Value* const> captured, place const&,
                       llvm::Value* sum, std::span<llvm::Value* const> of_column)>
        store;
    /// If not negative: the sum starts from this one of `of_column`'s results instead of 0.
    int start = -1;
    /// Which sums of bytes arrive beside those of the products: a's in `store`, b's everywhere.
    bool a_sum = false, b_sum = false;
    /// If there: touches the memory that `store` will read and write for a vector, so that it
    /// arrives while the sum is made.
    std::function<void(builder&, std::span<llvm::Value* const> captured, place const&)> touch;
    /// Equal keys promise equal code, so that kernels can be shared; an empty key shares nothing.
    std::string key;
    /// A long epilogue is written once and looped over the rows instead of once per row.
    bool is_long = false;
};

/// Dimensions that B does not depend on belong in `row`, and row dimensions that every access would
/// step through alike are best given as one. The reduction may be empty or of extent 0.
struct contraction {
    values batch, row, reduce;
    llvm::Value* column;
    left_operand a;
    right_operand b;
    dtype sum = dtype::f32; // or f64, i32, i64; what is loaded is widened to it
    /// Operands are bytes, summed in i32: a as u8, an i8 128 more than it is, and b, which has to
    /// be packed, as i8, a u8 128 less.
    bool is_bytes = false;
    epilogue after;
    std::string name = "contract"; // of the kernels, as a profiler shows them

    /// Whether b can be read where it lies.
    bool is_b_ready() const {
        auto const* stride = llvm::dyn_cast_or_null<llvm::ConstantInt>(b.column);
        return b.packed || (!is_bytes && stride != nullptr && stride->isOne());
    }
};

/// Columns per panel of a packed B, for a contraction with these extents of rows; null extents are
/// not known.
unsigned panel_width(machine const&, dtype sum, llvm::Value* columns, values const& row);

/// The contractions of one module.
class contractions {
public:
    contractions(llvm::Module& module, machine const& target) : module_(module), machine_(target) {}

    machine const& target() const { return machine_; }

    /// The work as a number of tasks, which may be done in any order and by several threads. A task
    /// is one register tile; neighbours share a panel of B.
    llvm::Value* tasks(builder&, contraction const&) const;

    /// How many tasks are worth a thread.
    std::int64_t grain(contraction const&) const;

    /// Code for the tasks [first, last).
    void emit(builder&, contraction const&, llvm::Value* first, llvm::Value* last);

    /// For a B that is neither packed nor contiguous in its columns: the elements that packing it
    /// takes, how many tasks that is, the code for some of them, and the operand to go on with.
    llvm::Value* packed_elements(builder&, contraction const&) const;
    /// What it takes for one matrix of the batch.
    llvm::Value* packed_matrix(builder&, contraction const&) const;
    llvm::Value* pack_tasks(builder&, contraction const&) const;
    void emit_pack(builder&, contraction const&, llvm::Value* to, llvm::Value* first,
                   llvm::Value* last);
    right_operand packed(builder&, contraction const&, llvm::Value* at) const;

private:
    llvm::Function* shared(std::string const& key, std::function<llvm::Function*()> const& make);

    llvm::Module& module_;
    machine machine_;
    std::map<std::string, llvm::Function*> kernels_;
};

} // namespace tenon::loop_to_llvm

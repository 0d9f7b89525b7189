// Scalar primitives as LLVM instructions, on single elements or on vectors of them alike.
#pragma once

#include <tenon/core/dtype.hpp>
#include <tenon/core/scalar.hpp>

#include <llvm/IR/IRBuilder.h>

#include <span>

namespace tenon::loop_to_llvm {

/// The type that a value of `d` has in registers: f16, bf16 and 8-bit floats are computed in f32,
/// bool is i1. Null for dtypes that compiled code does not compute with (strings, complex numbers,
/// types below 8 bits).
llvm::Type* register_type(llvm::LLVMContext&, core::dtype d);
/// The type that an element of `d` has in memory.
llvm::Type* memory_type(llvm::LLVMContext&, core::dtype d);

/// From memory to register and back, rounding to nearest even.
llvm::Value* widen(llvm::IRBuilder<>&, core::dtype d, llvm::Value* stored);
llvm::Value* narrow(llvm::IRBuilder<>&, core::dtype d, llvm::Value* computed);

/// `op` on operands of dtype `d`; single elements are spread where another operand is a vector.
llvm::Value* primitive(llvm::IRBuilder<>&, core::scalar_op op, core::dtype d,
                       std::span<llvm::Value* const> operands);

/// Floats to integers towards zero (NaN to 0, too large values to the nearest end of 64 bits before
/// wrapping), integers wrap, to bool by != 0; narrow float results are rounded.
llvm::Value* convert(llvm::IRBuilder<>&, core::dtype from, core::dtype to, llvm::Value*);

/// The floating constant that a value is, or that all lanes of it are; null if there is none.
llvm::ConstantFP const* constant_behind(llvm::Value const*);

/// Makes all operands vectors if one of them is.
void spread(llvm::IRBuilder<>&, std::span<llvm::Value*> operands);

} // namespace tenon::loop_to_llvm

// Elementary functions in f32 as straight-line code, so that they vectorise.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace tenon::loop_to_llvm {

/// Each takes a float or a vector of floats. NaN gives NaN; infinities and zeros give what IEEE 754
/// recommends. Largest errors seen in test/loop_to_llvm/elementary.cpp.
llvm::Value* exp_f32(llvm::IRBuilder<>&, llvm::Value* x);  ///< at most 1.5 ulp
llvm::Value* log_f32(llvm::IRBuilder<>&, llvm::Value* x);  ///< at most 1.5 ulp
llvm::Value* tanh_f32(llvm::IRBuilder<>&, llvm::Value* x); ///< at most 3 ulp
llvm::Value* erf_f32(llvm::IRBuilder<>&, llvm::Value* x);  ///< at most 3 ulp

/// x / y in two instructions, of which one is a fused multiply-add that the target must have: the
/// float nearest to the quotient, which only beside the smallest normal numbers may be its
/// neighbour. Null where y is not a constant with few significant bits, or needs none of this.
llvm::Value* divide_f32(llvm::IRBuilder<>&, llvm::Value* x, llvm::Value* y);

} // namespace tenon::loop_to_llvm

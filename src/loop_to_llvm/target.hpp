// What the code generators ask about the machine they write for.
#pragma once

#include <tenon/core/target.hpp>

namespace llvm {
class Module;
} // namespace llvm

namespace tenon::loop_to_llvm {

struct machine {
    unsigned vector_bits = 128;     // widest vector that runs at full rate
    unsigned vector_registers = 16; // of that width
    bool fma = false;               // fused multiply-add; without it `llvm.fma` is a libm call
    bool masks = false;             // loads and stores under a mask cost no more than plain ones
    bool half_conversion = false;   // f16 <-> f32 in one instruction
    /// Products of bytes that are added to one 32-bit sum at a time: 4 by an instruction for u8
    /// times i8, 2 by one for 16-bit numbers, else 1.
    unsigned byte_group = 1;
    std::size_t l1_bytes = 32 << 10;
    std::size_t l2_bytes = 512 << 10;

    unsigned lanes(unsigned element_bits) const { return vector_bits / element_bits; }
    bool operator==(machine const&) const = default;
};

machine describe(target const&);

/// Gives the module the triple and data layout that its code will be laid out by.
void set_target(llvm::Module&, target const&);

} // namespace tenon::loop_to_llvm

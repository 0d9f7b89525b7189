// Turns an LLVM module into machine code.
#pragma once

#include <tenon/core/target.hpp>
#include <tenon/llvm_to_so/link.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace tenon::llvm_to_so {

/// Functions with this attribute hold plain scalar loops and are left to LLVM's vectorisers. All
/// others are taken to be written as they should run.
inline constexpr char vectorize_attribute[] = "tenon-vectorize";

/// Each thread may compile a module of its own, in an LLVMContext of its own. Functions that
/// several modules share a name for must be hidden, not internal.
object to_object(llvm::Module&, target const&);
/// The same in several objects, made by as many threads as the machine has.
std::vector<object> to_objects(llvm::Module&, target const&);
std::string to_assembly(llvm::Module&, target const&);

/// What `to_object` does to the module before it emits it.
void optimize(llvm::Module&, target const&);

} // namespace tenon::llvm_to_so

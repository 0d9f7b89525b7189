// Cuts a module into parts that threads compile side by side.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace tenon::llvm_to_so {

/// The functions of a part, by name.
using part = std::set<std::string>;

/// Parts of about the same amount of code; a small module is one part. They do not depend on the
/// machine that compiles, nor does what is linked from them.
std::vector<part> cut(llvm::Module const&);

/// Lets the parts see each other: what was internal becomes hidden.
void publish(llvm::Module&);

/// Leaves a published module that was read lazily with the definitions of one part. What there may
/// be only once is in the first part; constants that only one part knows are in each that uses
/// them.
void keep(llvm::Module&, part const&, bool is_first);

} // namespace tenon::llvm_to_so

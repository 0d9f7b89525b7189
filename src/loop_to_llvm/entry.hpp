// Emits what makes compiled functions a library: their tables, exported entries, fixed part.
#pragma once

#include <tenon/runtime/description.hpp>

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tenon::loop_to_llvm {

/// The code of one function of the model, as artifact.h describes it; the last two may be null.
struct entry_code {
    llvm::Function* run;
    llvm::Function* arena_bytes = nullptr;
    llvm::Function* worker_bytes = nullptr;
};

/// The symbols that a library with this description exports.
///
/// Errors: `std::invalid_argument` for a prefix or function name that is not a C identifier, and
/// for functions whose symbols would be the same.
std::vector<std::string> exported_symbols(runtime::module_description const&);

/// Adds the tables of artifact.h, the exported entries and the metadata. `code` is in the order of
/// the description's functions, and in this module.
void emit_entries(llvm::Module&, runtime::module_description const&,
                  std::vector<entry_code> const& code);

/// Who else may call the fixed part: nobody, or the other objects of the same library.
enum class support_scope { module, library };

/// Links the fixed part of all artifacts in. It is optimised already: link it after optimising. The
/// module must have its triple and data layout.
void link_support(llvm::Module&, support_scope);

} // namespace tenon::loop_to_llvm

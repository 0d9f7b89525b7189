// Line tables that speak in model terms.
#pragma once

#include <map>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace tenon::loop_to_llvm {

/// Gives every function debug information: functions of kernel k (named k, or k followed by a dot)
/// are "in file" `nodes_of[k]`, the ONNX nodes it computes, so that debuggers and profilers name
/// them; others are in `model`.
void add_debug_lines(llvm::Module&, std::string const& model,
                     std::map<std::string, std::string> const& nodes_of);

} // namespace tenon::loop_to_llvm

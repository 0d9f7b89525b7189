// Which kernels have the same code.
#pragma once

#include <tenon/core/program.hpp>

#include <string>

namespace tenon::loop_to_llvm {

/// A text of what a kernel does: equal for kernels that differ in names and origins only.
std::string key_of(core::program const& p, core::function const& kernel);

} // namespace tenon::loop_to_llvm

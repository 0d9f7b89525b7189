// What an artifact may ask of the C library, and which library has it.
#pragma once

#include "elf.hpp"

#include <map>
#include <string>
#include <vector>

namespace tenon::llvm_to_so {

/// Libraries by soname, each with those of the `wanted` names that it has. Names that no library
/// has are left in `wanted`.
std::map<std::string, std::vector<system_symbol>>
find_system_symbols(std::vector<std::string>& wanted, object const& like);

} // namespace tenon::llvm_to_so

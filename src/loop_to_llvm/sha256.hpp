// The hash that metadata carries.
#pragma once

#include <string>
#include <string_view>

namespace tenon::loop_to_llvm {

/// 64 hexadecimal digits. It is here because LLVM has it, so that no other library is needed.
std::string sha256(std::string_view bytes);

} // namespace tenon::loop_to_llvm

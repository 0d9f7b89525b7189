// The hash that metadata carries.
#pragma once

#include <string>
#include <string_view>

namespace tenon::loop_to_llvm {

/// 64 hexadecimal digits, as the command `b3sum` prints them. It is here because LLVM has it, so
/// that no other library is needed, and takes a tenth of the time of its SHA-256: models are large.
std::string blake3(std::string_view bytes);

} // namespace tenon::loop_to_llvm

#include "sha256.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

namespace tenon::loop_to_llvm {

std::string sha256(std::string_view bytes) {
    llvm::SHA256 hash;
    hash.update(llvm::StringRef(bytes));
    return llvm::toHex(hash.final(), true);
}

} // namespace tenon::loop_to_llvm

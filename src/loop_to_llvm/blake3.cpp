#include "blake3.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

namespace tenon::loop_to_llvm {

std::string blake3(std::string_view bytes) {
    llvm::BLAKE3 hash;
    hash.update(llvm::StringRef(bytes));
    return llvm::toHex(hash.final(), true);
}

} // namespace tenon::loop_to_llvm

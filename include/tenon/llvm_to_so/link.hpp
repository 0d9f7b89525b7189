// Puts object files and raw bytes together into a shared library, inside this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tenon::llvm_to_so {

/// Why a library could not be made: one sentence, fit for the user.
struct error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Bytes of the library that no compiler should see, such as weights. Either `bytes` already are
/// what is wanted (they may be a mapped file: they are written from where they are), or `fill`
/// makes them in place, `size` of them.
struct piece {
    std::span<std::byte const> bytes;
    std::size_t size = 0;
    std::function<void(std::byte*)> fill; // a layout made while writing needs no memory of its own
    std::size_t align = 64;
    std::string symbol; // may be empty
};

/// A read-only section. Code finds it through `symbol`, its first byte, and the offsets that `add`
/// gives out. A section can be longer than code reaches with 32 bits: declare the symbol with
/// LLVM's code model `large` when it might be.
struct section {
    std::string name;
    std::string symbol;
    std::vector<piece> pieces;
    std::uint64_t size = 0;

    std::uint64_t add(piece);
};

using object = std::vector<char>;

/// What becomes one library. Only `exports` are visible from outside.
struct link_job {
    std::vector<object> objects;
    std::vector<section> sections;
    std::vector<std::string> exports;
};

/// Writes the library beside `path` and renames it, so `path` is whole or untouched. The same job
/// gives the same bytes. It asks for libc and libm where it uses them, and needs neither here.
/// Threads may call it at once.
///
/// Errors: `error` for what cannot be written (naming `path`) or found (naming the symbols).
void link(std::string const& path, link_job const&);

} // namespace tenon::llvm_to_so

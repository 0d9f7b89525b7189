// Writes the few ELF files that no compiler makes: raw bytes with names, and stand-ins for
// libraries.
#pragma once

#include <tenon/llvm_to_so/link.hpp>

#include <string>
#include <vector>

namespace tenon::llvm_to_so {

/// The names, sizes and symbols of sections, without their bytes, as a relocatable file for the
/// machine that `like`, an ELF64 object, is for. The linker gives them addresses at the end of a
/// segment, and does not copy what may be gigabytes.
object announce_sections(std::vector<section> const&, object const& like);

/// Writes the bytes of sections that were announced to the linker behind everything else in the
/// library that it made, as a segment of their own.
void append_sections(std::string const& path, std::vector<section> const&);

/// One function of a system library; an empty version takes whatever the library has.
struct system_symbol {
    std::string name;
    std::string version;
};

/// A shared library that defines nothing but names, enough to link against in place of the real
/// one.
object stand_in(std::string const& soname, std::vector<system_symbol> const&, object const& like);

/// Makes a file of this size with all of its space really there.
void claim_space(std::string const& path, std::uint64_t size);

/// Throws errno as a `std::system_error`.
[[noreturn]] void fail();

} // namespace tenon::llvm_to_so

// The machine that an artifact is made for.
#pragma once

#include <tenon/core/text.hpp>

#include <cstddef>

namespace tenon {

/// A triple, a base CPU and the exact features on top of it, as LLVM spells them. Features win over
/// the CPU's name: a virtual machine may hide what its CPU is known to have.
///
/// Errors: `std::invalid_argument` that names the unknown triple, CPU or feature.
struct target {
    core::text triple;
    core::text cpu;
    core::text features;      // "+avx2,-avx512f": comma separated, sorted
    std::size_t l1_bytes = 0; // data caches of one core; 0 where not known
    std::size_t l2_bytes = 0;

    /// The machine this runs on, its features read from the CPU itself.
    static target host();

    /// An empty triple means the host's; the CPUs "" and "native" on the host's own architecture
    /// mean what `host` finds. Features are added to or taken from those that the CPU implies.
    static target parse(std::string_view triple, std::string_view cpu = {},
                        std::string_view features = {});

    friend bool operator==(target const&, target const&) = default;
};

} // namespace tenon

// Packs constant right operands of contractions on the compiler's side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tenon::loop_to_llvm {

/// The matrix [reduce..., columns] as it lies in memory: strides in elements, last reduce dimension
/// innermost.
struct strided_matrix {
    std::byte const* data;
    std::size_t element_bytes;
    std::span<std::int64_t const> reduce, reduce_strides;
    std::int64_t columns, column_stride;
};

std::size_t packed_bytes(strided_matrix const&, unsigned panel);

/// Writes [columns / panel][reduce...][panel], the last panel padded with zeros, to `to`.
void pack(std::byte* to, strided_matrix const&, unsigned panel);

} // namespace tenon::loop_to_llvm

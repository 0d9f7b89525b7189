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

/// How bytes lie in panels: the sums of the columns first, in 32 bits, then for every `group`
/// positions of the reduction those of each column together. The last dimensions of the reduction,
/// of extent `inner`, count as one, which zeros fill up to whole groups. u8 becomes i8 by taking
/// 128.
struct byte_panels {
    unsigned panel, group;
    std::int64_t inner;
    bool is_signed;
};

std::size_t packed_bytes(strided_matrix const&, byte_panels const&);
void pack(std::byte* to, strided_matrix const&, byte_panels const&);

/// Writes [columns / panel][reduce...][panel], the last panel padded with zeros, to `to`.
void pack(std::byte* to, strided_matrix const&, unsigned panel);

} // namespace tenon::loop_to_llvm

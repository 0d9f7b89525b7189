// One pass over the packed matrix, in the order of its bytes.
#include "pack.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace tenon::loop_to_llvm {
namespace {

std::int64_t reduce_extent(strided_matrix const& m) {
    std::int64_t all = 1;
    for (auto extent : m.reduce) all *= extent;
    return all;
}

// Offsets of the reduce positions in order; the matrix is walked once per panel.
std::vector<std::int64_t> reduce_offsets(strided_matrix const& m) {
    std::vector<std::int64_t> offsets{0};
    for (std::size_t d = 0; d < m.reduce.size(); ++d) {
        std::vector<std::int64_t> finer;
        finer.reserve(offsets.size() * static_cast<std::size_t>(m.reduce[d]));
        for (auto offset : offsets)
            for (std::int64_t i = 0; i < m.reduce[d]; ++i)
                finer.push_back(offset + i * m.reduce_strides[d]);
        offsets = std::move(finer);
    }
    return offsets;
}

template <class T> void pack_as(std::byte* out, strided_matrix const& m, unsigned panel) {
    auto* to = reinterpret_cast<T*>(out);
    auto const* from = reinterpret_cast<T const*>(m.data);
    auto const offsets = reduce_offsets(m);
    for (std::int64_t first = 0; first < m.columns; first += panel) {
        auto const count = std::min<std::int64_t>(panel, m.columns - first);
        for (auto offset : offsets) {
            auto const* row = from + offset + first * m.column_stride;
            if (m.column_stride == 1)
                std::copy_n(row, count, to);
            else
                for (std::int64_t n = 0; n < count; ++n) to[n] = row[n * m.column_stride];
            std::fill(to + count, to + panel, T());
            to += panel;
        }
    }
}

} // namespace

std::size_t packed_bytes(strided_matrix const& m, unsigned panel) {
    auto const panels = (m.columns + panel - 1) / panel;
    return static_cast<std::size_t>(panels * panel * reduce_extent(m)) * m.element_bytes;
}

void pack(std::byte* to, strided_matrix const& m, unsigned panel) {
    switch (m.element_bytes) {
    case 1: return pack_as<std::uint8_t>(to, m, panel);
    case 2: return pack_as<std::uint16_t>(to, m, panel);
    case 4: return pack_as<std::uint32_t>(to, m, panel);
    case 8: return pack_as<std::uint64_t>(to, m, panel);
    default: throw std::invalid_argument("elements of 1, 2, 4 or 8 bytes can be packed");
    }
}

} // namespace tenon::loop_to_llvm

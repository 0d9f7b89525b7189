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

std::int64_t rounded_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

std::int64_t bytes_of_panel(strided_matrix const& m, byte_panels const& as) {
    auto const outer = as.inner == 0 ? 0 : reduce_extent(m) / as.inner;
    return rounded_up(as.panel * (4 + outer * rounded_up(as.inner, as.group)), 64);
}

class byte_packer {
public:
    byte_packer(strided_matrix const& m, byte_panels const& as)
        : m_(m), as_(as), offsets_(reduce_offsets(m)), sums_(as.panel),
          flip_(as.is_signed ? 0 : 0x80) {
        if (reduce_extent(m) == 0) offsets_.clear();
    }

    void pack(std::byte* to, std::int64_t first) {
        count_ = std::min<std::int64_t>(as_.panel, m_.columns - first);
        from_ = m_.data + first * m_.column_stride;
        std::fill(sums_.begin(), sums_.end(), 0);
        auto const size = static_cast<std::int64_t>(offsets_.size());
        auto* out = to + sums_.size() * 4;
        for (std::int64_t block = 0; block < size; block += as_.inner)
            for (std::int64_t k = 0; k < as_.inner; k += as_.group, out += as_.panel * as_.group)
                for (std::int64_t j = 0; j < std::min<std::int64_t>(as_.group, as_.inner - k); ++j)
                    pack_row(out + j, offsets_[static_cast<std::size_t>(block + k + j)]);
        std::memcpy(to, sums_.data(), sums_.size() * 4);
    }

private:
    void pack_row(std::byte* out, std::int64_t offset) {
        auto const* row = from_ + offset;
        for (std::int64_t n = 0; n < count_; ++n) {
            auto const byte = row[n * m_.column_stride] ^ static_cast<std::byte>(flip_);
            out[n * as_.group] = byte;
            sums_[static_cast<std::size_t>(n)] += static_cast<std::int8_t>(byte);
        }
    }

    strided_matrix const& m_;
    byte_panels const& as_;
    std::vector<std::int64_t> offsets_;
    std::vector<std::int32_t> sums_;
    int flip_;
    std::int64_t count_ = 0;
    std::byte const* from_ = nullptr;
};

} // namespace

std::size_t packed_bytes(strided_matrix const& m, byte_panels const& as) {
    auto const panels = (m.columns + as.panel - 1) / as.panel;
    return static_cast<std::size_t>(panels * bytes_of_panel(m, as));
}

void pack(std::byte* to, strided_matrix const& m, byte_panels const& as) {
    byte_packer packer(m, as);
    std::fill_n(to, packed_bytes(m, as), std::byte{0});
    for (std::int64_t first = 0; first < m.columns; first += as.panel, to += bytes_of_panel(m, as))
        packer.pack(to, first);
}

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

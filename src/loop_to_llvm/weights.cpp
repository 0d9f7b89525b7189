#include <tenon/core/address.hpp>

#include "driver.hpp"
#include "pack.hpp"

#include <cstring>

namespace tenon::loop_to_llvm {

using core::dim;
using core::node_id;

std::uint64_t weight_table::add(std::string key, weight_bytes piece) {
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    auto const at =
        (size_ + emitted::weights_align - 1) / emitted::weights_align * emitted::weights_align;
    size_ = at + piece.size;
    pieces_.push_back(std::move(piece));
    return known_[std::move(key)] = at;
}

std::uint64_t weight_table::plain(core::tensor const& t, core::type const& type) {
    auto key = std::to_string(reinterpret_cast<std::uintptr_t>(t.bytes().data())) + ":" +
               std::to_string(t.bytes().size());
    if (type.order.empty()) return add(std::move(key), {t, t.bytes().size(), {}});
    for (auto d : type.order) key += "," + std::to_string(d);
    auto const rearrange = [t, type](std::byte* to) {
        auto const element = static_cast<std::size_t>(core::bits(t.element()) / 8);
        auto const* from = reinterpret_cast<std::byte const*>(t.bytes().data());
        std::vector<std::int64_t> index(t.shape().size()), strides;
        for (int d = 0; d != type.rank(); ++d) strides.push_back(core::stride(type, d).constant());
        for (std::int64_t i = 0; i != t.size(); ++i) {
            std::int64_t at = 0;
            for (std::size_t d = 0; d != index.size(); ++d) at += index[d] * strides[d];
            std::memcpy(to + static_cast<std::size_t>(at) * element,
                        from + static_cast<std::size_t>(i) * element, element);
            for (std::size_t d = index.size(); d-- != 0 && ++index[d] == t.shape()[d];)
                index[d] = 0;
        }
    };
    return add(std::move(key), {t, t.bytes().size(), rearrange});
}

std::uint64_t weight_table::packed(core::program const& p, node_id contract, core::tensor const& t,
                                   machine const& m) {
    auto type = p[p[contract].operands[1]].type;
    type.order.clear(); // the tensor's own bytes are row-major
    dim const place = core::address(type, p.at(contract, "b_at").dims);
    auto const without = [&](int one) {
        auto const kept = core::text("$") + core::to_string(std::int64_t{one});
        return place.evaluate(
            [&](std::string_view name) -> std::int64_t { return one >= 0 && name == kept.view(); });
    };
    auto const stride = [&](std::int64_t v) { return without(static_cast<int>(v)) - without(-1); };
    auto const& batch = p.at(contract, "batch").integers;
    auto const& reduce = p.at(contract, "reduce").integers;
    auto const& extents = p.at(contract, "extents").dims;
    auto const rows = p.at(contract, "rows").integers.size();
    auto const columns = extents[batch.size() + rows].constant();
    std::vector<std::int64_t> reduce_extents, reduce_strides, batch_extents, batch_strides;
    for (std::size_t i = 0; i != reduce.size(); ++i) {
        reduce_extents.push_back(extents[batch.size() + rows + 1 + i].constant());
        reduce_strides.push_back(stride(reduce[i]));
    }
    for (std::size_t i = 0; i != batch.size(); ++i)
        if (stride(batch[i]) != 0) {
            batch_extents.push_back(extents[i].constant());
            batch_strides.push_back(stride(batch[i]));
        }
    auto const column_stride = stride(p.at(contract, "column").integer);
    auto const element = static_cast<std::size_t>(core::bits(t.element()) / 8);
    llvm::LLVMContext context;
    auto const number = [&](dim const& d) -> llvm::Value* {
        if (!d.is_constant()) return nullptr;
        return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context),
                                      static_cast<std::uint64_t>(d.constant()));
    };
    values row_extents;
    for (std::size_t i = 0; i != rows; ++i)
        row_extents.push_back(number(extents[batch.size() + i]));
    auto const sum = type.element == core::dtype::f64 ? core::dtype::f64 : core::dtype::f32;
    auto const panel = panel_width(m, sum, number(columns), row_extents);
    auto const base = static_cast<std::size_t>(without(-1)) * element;
    auto const matrix = [=](core::tensor const& source, std::int64_t offset) {
        auto const* bytes = reinterpret_cast<std::byte const*>(source.bytes().data());
        return strided_matrix{bytes + base + static_cast<std::size_t>(offset) * element,
                              element,
                              reduce_extents,
                              reduce_strides,
                              columns,
                              column_stride};
    };
    bool const is_bytes = core::is_integer(type.element);
    auto const inner = loop_to_llvm::reduce_extents(p, contract);
    byte_panels const as{panel, m.byte_group, inner.empty() ? 1 : inner.back().constant(),
                         core::is_signed(type.element)};
    auto const first = matrix(t, 0);
    std::size_t const one = is_bytes ? packed_bytes(first, as) : packed_bytes(first, panel);
    std::size_t many = 1;
    for (auto e : batch_extents) many *= static_cast<std::size_t>(e);
    std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(t.bytes().data())) + "/" +
                      std::to_string(panel) + "/" + std::to_string(base) + "/" +
                      std::to_string(columns) + "/" + std::to_string(column_stride);
    for (auto const* some : {&reduce_extents, &reduce_strides, &batch_extents, &batch_strides}) {
        key += "|";
        for (auto v : *some) key += std::to_string(v) + ",";
    }
    if (is_bytes) key += "|bytes," + std::to_string(as.inner);
    auto const fill = [=](std::byte* to) {
        for (std::size_t i = 0; i != many; ++i) {
            std::int64_t offset = 0;
            std::size_t rest = i;
            for (std::size_t d = batch_extents.size(); d-- != 0;) {
                offset +=
                    static_cast<std::int64_t>(rest % static_cast<std::size_t>(batch_extents[d])) *
                    batch_strides[d];
                rest /= static_cast<std::size_t>(batch_extents[d]);
            }
            if (is_bytes)
                pack(to + i * one, matrix(t, offset), as);
            else
                pack(to + i * one, matrix(t, offset), panel);
        }
    };
    return add(std::move(key), {t, one * many, fill});
}

} // namespace tenon::loop_to_llvm

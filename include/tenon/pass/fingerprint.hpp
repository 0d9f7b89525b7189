// A number that tells whether a program was changed.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/program.hpp>

namespace tenon::pass {

namespace detail {

class fingerprint_of {
public:
    constexpr explicit fingerprint_of(core::program const& p) {
        add(p.node_count());
        for (std::size_t b = 0; b != p.block_count(); ++b) {
            auto const& block = p[static_cast<core::block_id>(b)];
            for (auto n : block.nodes) add(p[n], n);
            for (auto v : block.yields) add(core::position(v));
        }
    }
    constexpr std::uint64_t value() const { return value_; }

private:
    constexpr void add(std::uint64_t word) {
        value_ = (value_ ^ word) * 0x100000001b3ull;
        value_ ^= value_ >> 29;
    }
    constexpr void add(std::string_view characters) {
        for (char c : characters) add(static_cast<unsigned char>(c));
        add(characters.size());
    }
    constexpr void add(core::node const& n, core::node_id id) {
        add(core::position(id));
        if (n.op != nullptr) add(n.op->name);
        for (auto v : n.operands) add(core::position(v));
        for (auto const& a : n.attributes) add(a);
    }
    constexpr void add(core::attribute const& a) {
        add(static_cast<std::uint64_t>(a.kind));
        add(static_cast<std::uint64_t>(a.integer));
        add(core::to_word(core::dtype::f64, a.real));
        add(static_cast<std::uint64_t>(a.dtype));
        add(a.text.view());
        for (auto i : a.integers) add(static_cast<std::uint64_t>(i));
        for (auto r : a.reals) add(core::to_word(core::dtype::f64, r));
        for (auto const& t : a.texts) add(t.view());
        for (auto const& d : a.dims)
            if (d.is_constant())
                add(static_cast<std::uint64_t>(d.constant()));
            else
                add(to_string(d).view());
        add(static_cast<std::uint64_t>(a.tensor.size()));
    }
    std::uint64_t value_ = 0xcbf29ce484222325ull;
};
std::uint64_t fingerprint_in_library(core::program const& p);

} // namespace detail

/// Differs, but for chance, between a program and the same program after a pass that added,
/// removed, reordered or rewired nodes or changed attributes. Tensors count by their size only.
constexpr std::uint64_t fingerprint(core::program const& p) {
    TENON_PRECOMPILED_CALL(detail::fingerprint_in_library(p), detail::fingerprint_of(p).value())
}

} // namespace tenon::pass

// The types of values: ranked tensors with symbolic shapes, and what else ONNX needs.
#pragma once

#include <tenon/core/dim.hpp>
#include <tenon/core/dtype.hpp>

#include <cstdint>

namespace tenon::core {

/// How many elements lie before and after a dimension's own, in memory: zeros, or where the buffer
/// is a piece of another one, that one's.
struct halo_width {
    std::int64_t before = 0;
    std::int64_t after = 0;
    friend constexpr bool operator==(halo_width const&, halo_width const&) = default;
};

/// The type of a value. `tensor` has a dtype and a shape of symbolic dimensions; rank 0 is a
/// scalar. `unranked` knows its dtype only. `sequence` and `optional` have an element type. `order`
/// lists the dimensions from the outermost in memory to the innermost, empty meaning row-major;
/// `halo` has one entry per dimension, empty meaning none.
struct type {
    enum class kind : std::uint8_t { none, tensor, unranked, sequence, optional };

    kind what = kind::none;
    dtype element = dtype::none;
    list<dim> shape;
    list<std::int8_t> order;
    list<halo_width> halo;
    list<type> of; ///< the one element type of a sequence or optional

    static constexpr type tensor(dtype element, list<dim> dims) {
        return {kind::tensor, element, static_cast<list<dim>&&>(dims), {}, {}, {}};
    }
    static constexpr type scalar(dtype element) { return tensor(element, {}); }
    static constexpr type unranked(dtype element) {
        return {kind::unranked, element, {}, {}, {}, {}};
    }
    static constexpr type sequence(type of) {
        return {kind::sequence, dtype::none, {}, {}, {}, {of}};
    }
    static constexpr type optional(type of) {
        return {kind::optional, dtype::none, {}, {}, {}, {of}};
    }

    constexpr bool is_tensor() const { return what == kind::tensor; }
    constexpr int rank() const { return static_cast<int>(shape.size()); }
    constexpr bool is_static() const {
        for (auto const& d : shape)
            if (!d.is_constant()) return false;
        return is_tensor();
    }
    constexpr bool is_row_major() const { return order.empty() && halo.empty(); }
    /// The number of elements, symbolic.
    constexpr dim elements() const {
        dim product = 1;
        for (auto const& d : shape) product = product * d;
        return product;
    }
    /// The dimension that lies at `position` in memory, 0 being the outermost.
    constexpr int dimension_at(int position) const {
        return order.empty() ? position : order[static_cast<std::size_t>(position)];
    }
    /// What dimension `d` takes up in memory, halo included.
    constexpr dim extent(int d) const {
        auto const i = static_cast<std::size_t>(d);
        if (halo.empty()) return shape[i];
        return shape[i] + dim(halo[i].before + halo[i].after);
    }

    friend constexpr bool operator==(type const& a, type const& b) {
        return a.what == b.what && a.element == b.element && a.shape == b.shape &&
               a.order == b.order && a.halo == b.halo && a.of == b.of;
    }
};

/// The text of a type in the IR: `f32[n, 3, 8, 8]`, with `{0,2,3,1}` behind it for an order that is
/// not row-major and `halo(0:0, 0:0, 1:1, 1:1)` for a halo; `f32[*]` for unknown rank;
/// `sequence<...>`, `optional<...>`.
constexpr text to_string(type const& t) {
    if (t.what == type::kind::none) return "none";
    if (t.what == type::kind::sequence) return text("sequence<") + to_string(t.of[0]) + ">";
    if (t.what == type::kind::optional) return text("optional<") + to_string(t.of[0]) + ">";
    text out(name(t.element));
    if (t.what == type::kind::unranked) return out + "[*]";
    out += "[";
    for (std::size_t i = 0; i != t.shape.size(); ++i)
        out += text(i == 0 ? "" : ", ") + to_string(t.shape[i]);
    out += "]";
    if (!t.order.empty()) {
        out += "{";
        for (std::size_t i = 0; i != t.order.size(); ++i)
            out += text(i == 0 ? "" : ",") + to_string(std::int64_t{t.order[i]});
        out += "}";
    }
    if (!t.halo.empty()) {
        out += " halo(";
        for (std::size_t i = 0; i != t.halo.size(); ++i)
            out += text(i == 0 ? "" : ", ") + to_string(t.halo[i].before) + ":" +
                   to_string(t.halo[i].after);
        out += ")";
    }
    return out;
}

} // namespace tenon::core

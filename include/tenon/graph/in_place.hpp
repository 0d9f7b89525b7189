// Concatenations that cost nothing: their operands are parts of their result's memory.
#pragma once

#include <tenon/graph/movement.hpp>

namespace tenon::graph {

/// The dimension that a Concat joins its operands along.
constexpr int joined_axis(core::program const& p, core::node_id n) {
    return detail::axis_of(p.at(n, "axis").integer, p[p[n].results[0]].type.rank());
}

/// The type of `part` as a piece of the memory of `whole`, from `begin` on along `axis`. What lies
/// around it there is its halo, which holds the other pieces instead of zeros: nothing but the
/// Concat may read the piece.
constexpr core::type type_inside(core::type part, core::type const& whole, int axis,
                                 std::int64_t begin) {
    auto const d = static_cast<std::size_t>(axis);
    auto halo = whole.halo;
    if (halo.empty()) halo.resize(whole.shape.size());
    halo[d].before += begin;
    halo[d].after += whole.shape[d].constant() - begin - part.shape[d].constant();
    part.order = whole.order;
    part.halo = static_cast<core::list<core::halo_width>&&>(halo);
    return part;
}

/// Whether `n` is a Concat whose operands' types say that they are pieces of its result's memory,
/// one behind the other.
constexpr bool is_in_place(core::program const& p, core::node_id n) {
    if (p[n].op != &core::facts_of<concat>) return false;
    auto const& whole = p[p[n].results[0]].type;
    int const axis = joined_axis(p, n);
    auto const along = static_cast<std::size_t>(axis);
    std::int64_t begin = 0;
    if (!whole.shape[along].is_constant()) return false;
    for (auto o : p[n].operands) {
        auto const& part = p[o].type;
        auto const& size = part.shape[along];
        if (!size.is_constant() || !(part == type_inside(part, whole, axis, begin))) return false;
        begin += size.constant();
    }
    return true;
}

} // namespace tenon::graph

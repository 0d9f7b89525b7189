// Where an element lies in memory, as a formula of its index.
#pragma once

#include <tenon/core/type.hpp>

namespace tenon::core {

/// The distance, in elements, between neighbours along dimension `d`.
constexpr dim stride(type const& t, int d) {
    dim result = 1;
    for (int at = t.rank() - 1; at >= 0 && t.dimension_at(at) != d; --at)
        result = result * t.extent(t.dimension_at(at));
    return result;
}

/// The element's place, counted in elements from the start of the buffer, halo included.
constexpr dim address(type const& t, list<dim> const& index) {
    dim place = 0;
    for (int d = 0; d != t.rank(); ++d) {
        auto const i = static_cast<std::size_t>(d);
        dim inside = index[i];
        if (!t.halo.empty()) inside = inside + dim(t.halo[i].before);
        place = place + inside * stride(t, d);
    }
    return place;
}

/// How many elements the buffer holds, halo included.
constexpr dim storage(type const& t) {
    dim result = 1;
    for (int d = 0; d != t.rank(); ++d) result = result * t.extent(d);
    return result;
}

} // namespace tenon::core

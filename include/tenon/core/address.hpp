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

namespace detail {
constexpr int count_functions(dim const& d) {
    int count = 0;
    for (auto const& t : d.terms())
        for (auto const& a : t.atoms) {
            count += a.kind != dim::function::symbol;
            for (auto const& argument : a.arguments) count += count_functions(argument);
        }
    return count;
}
/// The same number with each remainder written as a - b floor(a / b), if that leaves fewer
/// functions: quotients and remainders of one number, as an index taken apart has them, are that
/// number again.
constexpr dim put_together(dim const& d) {
    int const before = count_functions(d);
    if (before == 0) return d;
    dim const rewritten = d.evaluate<dim>([](std::string_view name) { return dim::symbol(name); },
                                          [](dim::function kind, dim const& a, dim const& b) {
                                              if (kind == dim::function::mod)
                                                  return a - b * floordiv(a, b);
                                              return apply_function(kind, a, b);
                                          });
    if (count_functions(rewritten) < before) return rewritten;
    return d;
}
} // namespace detail

/// The element's place, counted in elements from the start of the buffer, halo included.
constexpr dim address(type const& t, list<dim> const& index) {
    dim place = 0;
    for (int d = 0; d != t.rank(); ++d) {
        auto const i = static_cast<std::size_t>(d);
        dim inside = index[i];
        if (!t.halo.empty()) inside = inside + dim(t.halo[i].before);
        place = place + inside * stride(t, d);
    }
    return detail::put_together(place);
}

/// How many elements the buffer holds, halo included.
constexpr dim storage(type const& t) {
    dim result = 1;
    for (int d = 0; d != t.rank(); ++d) result = result * t.extent(d);
    return result;
}

} // namespace tenon::core

// What is certain about the sign of a symbolic dimension.
#pragma once

#include <tenon/core/dim.hpp>

namespace tenon::graph {

using core::dim;

/// Whether `d` is certainly not negative, knowing only that no symbol is. May answer no where the
/// truth is yes.
constexpr bool is_not_negative(dim const& d, int effort = 6);

namespace detail {

constexpr bool is_not_negative(dim::atom const& a, int effort) {
    auto const argument = [&](std::size_t i) {
        return graph::is_not_negative(a.arguments[i], effort);
    };
    switch (a.kind) {
    case dim::function::symbol: return true;
    case dim::function::mod: return argument(1);
    case dim::function::max: return argument(0) || argument(1);
    default: return argument(0) && argument(1);
    }
}

/// `d` without its term number `t`.
constexpr dim without_term(dim const& d, std::size_t t) {
    dim rest = d;
    dim removed = d.terms()[t].coefficient;
    for (auto const& a : d.terms()[t].atoms) {
        if (a.kind == dim::function::symbol)
            removed = removed * dim::symbol(a.symbol);
        else
            removed = removed * apply_function(a.kind, a.arguments[0], a.arguments[1]);
    }
    return rest - removed;
}

/// Replaces a term that is one function by a bound of it that keeps the question decidable.
constexpr bool is_not_negative_bounded(dim const& d, std::size_t t, int effort) {
    auto const& a = d.terms()[t].atoms[0];
    std::int64_t const k = d.terms()[t].coefficient;
    dim const rest = without_term(d, t);
    auto const holds_with = [&](dim const& bound) {
        return graph::is_not_negative(rest + dim(k) * bound, effort - 1);
    };
    auto const &x = a.arguments[0], &y = a.arguments[1];
    bool const whole_divisor = y.is_constant() && y.constant() > 0;
    switch (a.kind) {
    case dim::function::floordiv:
        if (!whole_divisor) return false;
        // x - c < c floor(x / c) <= x
        if (k < 0) return graph::is_not_negative(rest * y + dim(k) * x, effort - 1);
        return graph::is_not_negative(rest * y + dim(k) * (x - y + dim(1)), effort - 1);
    case dim::function::mod:
        if (!whole_divisor) return false;
        return k < 0 ? holds_with(y - dim(1)) : holds_with(dim(0));
    case dim::function::min:
        return k < 0 ? holds_with(x) || holds_with(y) : holds_with(x) && holds_with(y);
    case dim::function::max:
        return k < 0 ? holds_with(x) && holds_with(y) : holds_with(x) || holds_with(y);
    default: return holds_with(x) && holds_with(y);
    }
}

} // namespace detail

constexpr bool is_not_negative(dim const& d, int effort) {
    if (d.is_constant()) return d.constant() >= 0;
    if (effort == 0) return false;
    bool plain = d.constant() >= 0;
    for (auto const& t : d.terms()) {
        plain &= t.coefficient > 0;
        for (auto const& a : t.atoms) plain = plain && detail::is_not_negative(a, effort - 1);
    }
    if (plain) return true;
    for (std::size_t t = 0; t != d.terms().size(); ++t) {
        auto const& atoms = d.terms()[t].atoms;
        if (atoms.size() == 1 && atoms[0].kind != dim::function::symbol &&
            detail::is_not_negative_bounded(d, t, effort))
            return true;
    }
    return false;
}
constexpr bool is_at_most(dim const& a, dim const& b) { return is_not_negative(b - a); }

/// min and max that are decided where they can be.
constexpr dim smaller(dim const& a, dim const& b) {
    if (is_at_most(a, b)) return a;
    if (is_at_most(b, a)) return b;
    return min(a, b);
}
constexpr dim larger(dim const& a, dim const& b) {
    if (is_at_most(a, b)) return b;
    if (is_at_most(b, a)) return a;
    return max(a, b);
}

/// a / b truncated towards zero, as integers divide in ONNX.
constexpr dim truncated_quotient(dim const& a, dim const& b) {
    if (b.is_constant() && b.constant() < 0) return dim(0) - truncated_quotient(a, dim(0) - b);
    if (is_not_negative(a) && is_not_negative(b)) return floordiv(a, b);
    dim const of_positive = floordiv(larger(a, dim(0)), b);
    if (is_not_negative(a + b - dim(1))) return of_positive; // -b < a: a negative a gives 0
    return of_positive - floordiv(larger(dim(0) - a, dim(0)), b);
}

} // namespace tenon::graph

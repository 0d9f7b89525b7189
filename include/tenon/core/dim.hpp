// Symbolic dimensions: integer expressions over named symbols, in a canonical form.
#pragma once

#include <tenon/core/list.hpp>
#include <tenon/core/quote.hpp>
#include <tenon/core/text.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core {

/// A dimension (or any integer that shape arithmetic produces): a polynomial with integer
/// coefficients over atoms. An atom is a symbol such as `batch`, or a function of dimensions that
/// no polynomial can say. Two dimensions that are equal as polynomials compare equal; floor
/// divisions by constants are reduced so that strided window arithmetic, done in one step or in
/// several, gives the same expression.
class dim {
public:
    enum class function : std::uint8_t {
        symbol,   ///< a name
        floordiv, ///< quotient towards minus infinity
        mod,      ///< remainder with the sign of the divisor
        min,
        max,
        broadcast, ///< `broadcast(a, b)` is b where a is 1, and a otherwise (numpy's rule)
    };
    struct atom {
        function kind = function::symbol;
        text symbol;
        list<dim> arguments;
    };
    /// coefficient * product of atoms; the atoms are sorted, and may repeat (powers).
    struct term {
        std::int64_t coefficient = 1;
        list<atom> atoms;
    };

    constexpr dim() = default;
    constexpr dim(std::int64_t constant) : constant_(constant) {}
    static constexpr dim symbol(std::string_view name);

    constexpr bool is_constant() const { return terms_.empty(); }
    /// The constant part; the whole value if `is_constant()`.
    constexpr std::int64_t constant() const { return constant_; }
    constexpr list<term> const& terms() const { return terms_; }
    /// The name if this is nothing but one symbol, else empty.
    constexpr std::string_view as_symbol() const;

    /// Calls `visit(name)` for every symbol, repeated where it repeats.
    template <class Visit> constexpr void each_symbol(Visit&& visit) const;
    /// The value under `value_of(name) -> Number`; Number is constructible from int64_t and has + *
    /// and the four functions through `evaluate_function(function, Number, Number)`.
    template <class Number, class Lookup, class Apply>
    constexpr Number evaluate(Lookup&& value_of, Apply&& apply) const;
    /// The value under `value_of(name) -> int64_t`. Division by zero gives 0.
    template <class Lookup> constexpr std::int64_t evaluate(Lookup&& value_of) const;
    /// Every symbol replaced by `dim_of(name)`.
    template <class Lookup> constexpr dim substitute(Lookup&& dim_of) const;

    friend constexpr dim operator+(dim a, dim const& b);
    friend constexpr dim operator-(dim const& a, dim const& b);
    friend constexpr dim operator*(dim const& a, dim const& b);
    friend constexpr bool operator==(dim const& a, dim const& b);
    friend constexpr int compare(dim const& a, dim const& b);
    friend constexpr dim floordiv(dim const& a, dim const& b);
    friend constexpr dim mod(dim const& a, dim const& b);
    friend constexpr dim min(dim const& a, dim const& b);
    friend constexpr dim max(dim const& a, dim const& b);
    friend constexpr dim broadcast(dim const& a, dim const& b);

private:
    static constexpr dim of(function kind, dim const& a, dim const& b);
    constexpr void add_term(term added);

    std::int64_t constant_ = 0;
    list<term> terms_;
};

constexpr int compare(dim const& a, dim const& b);

namespace detail {

/// Sums and products that wrap: absurd models must not be undefined behaviour.
constexpr std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapped_product(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
constexpr std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
    if (b == 0) return 0;
    if (b == -1) return wrapped_product(a, -1);
    std::int64_t const quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
constexpr std::int64_t floor_remainder(std::int64_t a, std::int64_t b) {
    return b == 0 ? 0
                  : wrapped_sum(a, wrapped_product(-1, wrapped_product(floor_quotient(a, b), b)));
}
constexpr std::int64_t apply_function(dim::function kind, std::int64_t a, std::int64_t b) {
    switch (kind) {
    case dim::function::floordiv: return floor_quotient(a, b);
    case dim::function::mod: return floor_remainder(a, b);
    case dim::function::min: return a < b ? a : b;
    case dim::function::max: return a < b ? b : a;
    default: return a == 1 ? b : a;
    }
}

constexpr int compare_atoms(dim::atom const& a, dim::atom const& b) {
    if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
    if (int const by_name = a.symbol.view().compare(b.symbol.view()); by_name != 0)
        return by_name < 0 ? -1 : 1;
    for (std::size_t i = 0; i != a.arguments.size() && i != b.arguments.size(); ++i)
        if (int const c = compare(a.arguments[i], b.arguments[i]); c != 0) return c;
    return 0;
}
/// Terms of higher degree come first, then alphabetical order.
constexpr int compare_products(list<dim::atom> const& a, list<dim::atom> const& b) {
    if (a.size() != b.size()) return a.size() > b.size() ? -1 : 1;
    for (std::size_t i = 0; i != a.size(); ++i)
        if (int const c = compare_atoms(a[i], b[i]); c != 0) return c;
    return 0;
}
constexpr list<dim::atom> merge_products(list<dim::atom> const& a, list<dim::atom> const& b) {
    list<dim::atom> both;
    std::size_t i = 0, j = 0;
    while (i != a.size() || j != b.size()) {
        bool const from_a = j == b.size() || (i != a.size() && compare_atoms(a[i], b[j]) <= 0);
        both.push_back(from_a ? a[i++] : b[j++]);
    }
    return both;
}

} // namespace detail

constexpr int compare(dim const& a, dim const& b) {
    for (std::size_t i = 0; i != a.terms_.size() && i != b.terms_.size(); ++i) {
        if (int const c = detail::compare_products(a.terms_[i].atoms, b.terms_[i].atoms); c != 0)
            return c;
        if (a.terms_[i].coefficient != b.terms_[i].coefficient)
            return a.terms_[i].coefficient < b.terms_[i].coefficient ? -1 : 1;
    }
    if (a.terms_.size() != b.terms_.size()) return a.terms_.size() < b.terms_.size() ? -1 : 1;
    return a.constant_ == b.constant_ ? 0 : a.constant_ < b.constant_ ? -1 : 1;
}
constexpr bool operator==(dim const& a, dim const& b) { return compare(a, b) == 0; }

constexpr dim dim::symbol(std::string_view name) {
    dim result;
    result.terms_.resize(1);
    result.terms_[0].atoms.resize(1);
    result.terms_[0].atoms[0].symbol = text(name);
    return result;
}

constexpr std::string_view dim::as_symbol() const {
    if (constant_ != 0 || terms_.size() != 1 || terms_[0].coefficient != 1) return {};
    auto const& atoms = terms_[0].atoms;
    if (atoms.size() != 1 || atoms[0].kind != function::symbol) return {};
    return atoms[0].symbol;
}

constexpr void dim::add_term(term added) {
    if (added.coefficient == 0) return;
    std::size_t at = 0;
    while (at != terms_.size()) {
        int const order = detail::compare_products(terms_[at].atoms, added.atoms);
        if (order == 0) {
            terms_[at].coefficient = detail::wrapped_sum(terms_[at].coefficient, added.coefficient);
            if (terms_[at].coefficient == 0) terms_.erase(at);
            return;
        }
        if (order > 0) break;
        ++at;
    }
    terms_.insert(at, static_cast<term&&>(added));
}

constexpr dim operator+(dim a, dim const& b) {
    a.constant_ = detail::wrapped_sum(a.constant_, b.constant_);
    for (auto const& t : b.terms_) a.add_term(t);
    return a;
}
constexpr dim operator*(dim const& a, dim const& b) {
    using detail::wrapped_product;
    dim result(wrapped_product(a.constant_, b.constant_));
    for (auto const& t : a.terms_)
        result.add_term({wrapped_product(t.coefficient, b.constant_), t.atoms});
    for (auto const& t : b.terms_)
        result.add_term({wrapped_product(t.coefficient, a.constant_), t.atoms});
    for (auto const& s : a.terms_)
        for (auto const& t : b.terms_)
            result.add_term({wrapped_product(s.coefficient, t.coefficient),
                             detail::merge_products(s.atoms, t.atoms)});
    return result;
}
constexpr dim operator-(dim const& a, dim const& b) { return a + b * dim(-1); }
constexpr dim operator-(dim const& a) { return a * dim(-1); }

constexpr dim dim::of(function kind, dim const& a, dim const& b) {
    if (a.is_constant() && b.is_constant())
        return detail::apply_function(kind, a.constant_, b.constant_);
    dim result;
    result.terms_.push_back({1, {{kind, {}, {a, b}}}});
    return result;
}

/// floor(a / b). For a constant b the multiples of b in `a` are taken out, and an inner division is
/// merged: floor((floor(x / c) + d) / b) = floor((x + c d) / (c b)).
constexpr dim floordiv(dim const& a, dim const& b) {
    if (a == dim(0) || b == dim(1)) return a;
    if (a == b && !b.is_constant())
        return 1; // a dimension divided by itself; b = 0 is refused at run time
    if (!b.is_constant() && a.constant_ == 0) { // (k x y) / y = k x
        if (b.terms_.size() == 1 && b.constant_ == 0 && b.terms_[0].coefficient == 1) {
            dim quotient;
            bool divides = true;
            for (auto const& t : a.terms_) {
                auto rest = t.atoms;
                for (auto const& wanted : b.terms_[0].atoms) {
                    std::size_t k = 0;
                    while (k != rest.size() && detail::compare_atoms(rest[k], wanted) != 0) ++k;
                    if (k == rest.size()) {
                        divides = false;
                        break;
                    }
                    rest.erase(k);
                }
                if (!divides) break;
                if (rest.empty())
                    quotient.constant_ = detail::wrapped_sum(quotient.constant_, t.coefficient);
                else
                    quotient.add_term({t.coefficient, static_cast<list<dim::atom>&&>(rest)});
            }
            if (divides) return quotient;
        }
    }
    if (!b.is_constant() || b.constant_ <= 0) return dim::of(dim::function::floordiv, a, b);
    std::int64_t const divisor = b.constant_;
    dim quotient(detail::floor_quotient(a.constant_, divisor));
    dim rest(detail::floor_remainder(a.constant_, divisor));
    for (auto const& t : a.terms_) {
        std::int64_t const whole = detail::floor_quotient(t.coefficient, divisor);
        quotient.add_term({whole, t.atoms});
        rest.add_term({t.coefficient - whole * divisor, t.atoms});
    }
    if (rest.is_constant()) return quotient;
    if (rest.terms_.size() == 1 && rest.terms_[0].coefficient == 1 &&
        rest.terms_[0].atoms.size() == 1) {
        auto const& inner = rest.terms_[0].atoms[0];
        if (inner.kind == dim::function::floordiv && inner.arguments[1].is_constant() &&
            inner.arguments[1].constant_ > 0 &&
            inner.arguments[1].constant_ <= INT64_MAX / divisor) {
            std::int64_t const c = inner.arguments[1].constant_;
            return quotient +
                   floordiv(inner.arguments[0] + dim(c * rest.constant_), dim(c * divisor));
        }
    }
    return quotient + dim::of(dim::function::floordiv, rest, b);
}
/// ceil(a / b), written with floordiv where b is a constant.
constexpr dim ceildiv(dim const& a, dim const& b) {
    if (b.is_constant()) return floordiv(a + b - dim(1), b);
    return dim(0) - floordiv(dim(0) - a, b);
}
/// a - b floor(a / b).
constexpr dim mod(dim const& a, dim const& b) {
    if (b.is_constant() && b.constant_ > 0) {
        dim rest(detail::floor_remainder(a.constant_, b.constant_));
        for (auto const& t : a.terms_)
            rest.add_term({detail::floor_remainder(t.coefficient, b.constant_), t.atoms});
        if (rest.is_constant()) return rest;
        return dim::of(dim::function::mod, rest, b);
    }
    if (a == b) return 0;
    return dim::of(dim::function::mod, a, b);
}
constexpr dim min(dim const& a, dim const& b) {
    if (dim const gap = a - b; gap.is_constant()) {
        if (gap.constant_ <= 0) return a;
        return b;
    }
    if (compare(a, b) > 0) return dim::of(dim::function::min, b, a);
    return dim::of(dim::function::min, a, b);
}
constexpr dim max(dim const& a, dim const& b) {
    if (dim const gap = a - b; gap.is_constant()) {
        if (gap.constant_ >= 0) return a;
        return b;
    }
    if (compare(a, b) > 0) return dim::of(dim::function::max, b, a);
    return dim::of(dim::function::max, a, b);
}
namespace detail {
/// The atom if `d` is nothing but one atom of this kind, else null.
constexpr dim::atom const* as_function(dim const& d, dim::function kind) {
    bool const single = d.constant() == 0 && d.terms().size() == 1 &&
                        d.terms()[0].coefficient == 1 && d.terms()[0].atoms.size() == 1;
    if (!single || d.terms()[0].atoms[0].kind != kind) return nullptr;
    return &d.terms()[0].atoms[0];
}
/// Adds what `d` broadcasts, each part once and in order.
constexpr void add_broadcast_parts(dim const& d, list<dim>& parts) {
    if (auto const* inner = as_function(d, dim::function::broadcast)) {
        add_broadcast_parts(inner->arguments[0], parts);
        add_broadcast_parts(inner->arguments[1], parts);
        return;
    }
    std::size_t at = 0;
    for (; at != parts.size(); ++at) {
        int const order = compare(parts[at], d);
        if (order == 0) return;
        if (order > 0) break;
    }
    parts.insert(at, d);
}
/// Whether `d` is min(c, a) for a constant c above 0: broadcast with a, it gives a.
constexpr bool is_limit_of(dim const& d, dim const& a) {
    auto const* limit = as_function(d, dim::function::min);
    if (limit == nullptr) return false;
    auto const &x = limit->arguments[0], &y = limit->arguments[1];
    return (x == a && y.is_constant() && y.constant() > 0) ||
           (y == a && x.is_constant() && x.constant() > 0);
}
} // namespace detail

/// The dimension that broadcasting `a` with `b` gives, if they may be broadcast at all:
/// associative, commutative, and of equal dimensions their own.
constexpr dim broadcast(dim const& a, dim const& b) {
    if (a == b || b == dim(1)) return a;
    if (a == dim(1)) return b;
    if (a.is_constant()) return a;
    if (b.is_constant()) return b;
    list<dim> all, parts;
    detail::add_broadcast_parts(a, all);
    detail::add_broadcast_parts(b, all);
    for (auto const& part : all) {
        bool implied = false;
        for (auto const& other : all) implied = implied || detail::is_limit_of(part, other);
        if (!implied) parts.push_back(part);
    }
    dim result = parts.back();
    for (std::size_t i = parts.size() - 1; i-- > 0;)
        result = dim::of(dim::function::broadcast, parts[i], result);
    return result;
}

template <class Visit> constexpr void dim::each_symbol(Visit&& visit) const {
    for (auto const& t : terms_)
        for (auto const& a : t.atoms) {
            if (a.kind == function::symbol) visit(std::string_view(a.symbol));
            for (auto const& argument : a.arguments) argument.each_symbol(visit);
        }
}

template <class Number, class Lookup, class Apply>
constexpr Number dim::evaluate(Lookup&& value_of, Apply&& apply) const {
    Number sum = Number(constant_);
    for (auto const& t : terms_) {
        Number product = Number(t.coefficient);
        for (auto const& a : t.atoms)
            if (a.kind == function::symbol)
                product = product * value_of(std::string_view(a.symbol));
            else
                product = product *
                          apply(a.kind, a.arguments[0].template evaluate<Number>(value_of, apply),
                                a.arguments[1].template evaluate<Number>(value_of, apply));
        sum = sum + product;
    }
    return sum;
}
template <class Lookup> constexpr std::int64_t dim::evaluate(Lookup&& value_of) const {
    return evaluate<std::int64_t>(value_of, detail::apply_function);
}
/// A function of two dimensions by its kind.
constexpr dim apply_function(dim::function kind, dim const& a, dim const& b) {
    switch (kind) {
    case dim::function::floordiv: return floordiv(a, b);
    case dim::function::mod: return mod(a, b);
    case dim::function::min: return min(a, b);
    case dim::function::max: return max(a, b);
    default: return broadcast(a, b);
    }
}
template <class Lookup> constexpr dim dim::substitute(Lookup&& dim_of) const {
    return evaluate<dim>(dim_of, [](function kind, dim const& a, dim const& b) {
        return apply_function(kind, a, b);
    });
}

/// The text of a dimension in the IR: `2*seq + 1`, `floordiv(n + 1, 2)`. Parsing it gives the same
/// dimension.
constexpr text to_string(dim const& d);

namespace detail {
constexpr text atom_text(dim::atom const& a) {
    if (a.kind == dim::function::symbol) return word_or_quote(a.symbol);
    constexpr std::string_view names[] = {"", "floordiv", "mod", "min", "max", "broadcast"};
    return text(names[static_cast<int>(a.kind)]) + "(" + to_string(a.arguments[0]) + ", " +
           to_string(a.arguments[1]) + ")";
}
} // namespace detail

constexpr text to_string(dim const& d) {
    text out;
    for (auto const& t : d.terms()) {
        bool const negative = t.coefficient < 0;
        out += out.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        std::int64_t const size = negative ? -t.coefficient : t.coefficient;
        if (size != 1) out += to_string(size) + "*";
        for (std::size_t i = 0; i != t.atoms.size(); ++i) {
            text const factor = detail::atom_text(t.atoms[i]);
            if (i != 0) out.push_back('*');
            out += factor;
        }
    }
    if (out.empty()) return to_string(d.constant());
    if (d.constant() > 0) out += text(" + ") + to_string(d.constant());
    if (d.constant() < 0) out += text(" - ") + to_string(-d.constant());
    return out;
}

} // namespace tenon::core

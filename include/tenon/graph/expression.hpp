// The reading that builds expressions: an op's meaning as a shared, symbolic formula of its
// operands' elements.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/few.hpp>
#include <tenon/core/program.hpp>
#include <tenon/graph/number.hpp>

namespace tenon::graph {

enum class term_id : std::uint32_t { none = 0xffffffff };

enum class reduction : std::uint8_t { sum, product, largest, smallest };
inline constexpr std::string_view reduction_names[] = {"sum", "product", "largest", "smallest"};

/// One node of a formula. Index arithmetic is kept in dims, whose symbols are the program's own,
/// `$k` for loop variable k, and `#t` for the integer that term t computes.
struct term {
    enum class kind : std::uint8_t {
        literal, ///< `real` or `integer`, by dtype
        size,    ///< dims[0] as a number
        load, ///< element of buffer `integer` at dims; with a guard operand only where that holds,
              ///< else 0
        primitive, ///< `op` of the operands
        cast,      ///< operand converted to `type`
        reduce,    ///< `how` of operand 0 over `variables`; operand 1, if any, is the result over
                   ///< nothing
        fold,      ///< in-order loop over variables[0]; operands: initial values, then next values
        carried, ///< in a fold's next values: value number `integer` of the fold over variables[0]
        result,  ///< result number `integer` of the fold in operand 0
        checked, ///< operand 0, an index into dims[0]: negative counts from the end, outside fails
                 ///< the call
        slot,    ///< what a read step of a stepwise meaning read; not shared
    };
    kind what = kind::literal;
    scalar_op op = scalar_op::add;
    reduction how = reduction::sum;
    core::dtype type = core::dtype::none;
    double real = 0;
    std::int64_t integer = 0;
    list<dim> dims{};
    list<term_id> operands{};
    list<int> variables{};
};

/// A loop variable runs over [0, extent).
struct loop_variable {
    dim extent;
};

/// The formulas of one kernel, each distinct formula stored once.
class expressions {
public:
    constexpr term const& operator[](term_id t) const { return terms_[core::position(t)]; }
    constexpr std::size_t size() const { return terms_.size(); }
    constexpr loop_variable const& variable(int v) const {
        return variables_[static_cast<std::size_t>(v)];
    }
    constexpr int variable_count() const { return static_cast<int>(variables_.size()); }

    constexpr int add_variable(dim extent) {
        variables_.push_back({static_cast<dim&&>(extent)});
        return static_cast<int>(variables_.size()) - 1;
    }
    static constexpr dim symbol_of_variable(int v) {
        return dim::symbol(text("$") + core::to_string(std::int64_t{v}));
    }
    static constexpr dim symbol_of_term(term_id t) {
        return dim::symbol(text("#") + core::to_string(static_cast<std::int64_t>(t)));
    }
    /// The term with this content, new or shared.
    constexpr term_id add(term t){TENON_PRECOMPILED_CALL(add_in_library(static_cast<term&&>(t)),
                                                         add_here(static_cast<term&&>(t)))}

    /// The condition under which elements are being read at the moment; none for "always".
    term_id guard = term_id::none;

    /// An upper or lower bound of `d` over all values of the loop variables; false if there is
    /// none.
    constexpr bool bound(dim const& d, bool upper, dim& out) const;
    /// Whether `d` is certainly not negative inside the loops, where no extent is zero.
    constexpr bool not_negative(dim const& d) const {
        TENON_PRECOMPILED_CALL(not_negative_in_library(d), not_negative_here(d))
    }
    /// floor(a / b) for a >= 0, b > 0, using what is known of loop variables.
    constexpr dim quotient(dim const& a, dim const& b) const {
        TENON_PRECOMPILED_CALL(quotient_in_library(a, b), quotient_here(a, b))
    }
    constexpr dim remainder(dim const& a, dim const& b) const {
        dim const q = quotient(a, b);
        for (auto const& t : q.terms())
            for (auto const& atom : t.atoms)
                if (atom.kind == dim::function::floordiv) return mod(a, b);
        return a - b * q;
    }

private:
    term_id add_in_library(term t);
    constexpr term_id add_here(term t) {
        auto const hash = hash_of(t);
        if (buckets_.empty() || terms_.size() * 2 > buckets_.size()) rehash();
        auto at = hash & (buckets_.size() - 1);
        for (; buckets_[at] != 0; at = (at + 1) & (buckets_.size() - 1))
            if (t.what != term::kind::slot && same(terms_[buckets_[at] - 1], t))
                return static_cast<term_id>(buckets_[at] - 1);
        terms_.push_back(static_cast<term&&>(t));
        buckets_[at] = static_cast<std::uint32_t>(terms_.size());
        return static_cast<term_id>(terms_.size() - 1);
    }

    bool not_negative_in_library(dim const& d) const;
    constexpr bool not_negative_here(dim const& d) const {
        dim low;
        if (!bound(d, false, low)) return false;
        return is_sum_of_sizes(low) || is_sum_of_sizes(times_divisors(low));
    }
    dim quotient_in_library(dim const& a, dim const& b) const;
    constexpr dim quotient_here(dim const& a, dim const& b) const;
    /// Whether every coefficient is positive or zero once each symbol, at least 1, is written as 1
    /// + something.
    static constexpr bool is_sum_of_sizes(dim const& d) {
        dim const shifted =
            d.substitute([](std::string_view name) { return dim::symbol(name) + dim(1); });
        if (shifted.constant() < 0) return false;
        for (auto const& t : shifted.terms())
            if (t.coefficient < 0) return false;
        return true;
    }
    /// A size without divisions that is not negative only if `d` is not: x - c < c floor(x / c) <=
    /// x holds for each of them, and `d`, a whole number, is not negative if it is above -1.
    static constexpr dim times_divisors(dim const& d);
    /// The sum of those terms of `a` that `by` divides, divided by it.
    static constexpr dim divided_terms(dim const& a, dim::term const& by);
    /// The constant that an expression is divided by, 0 where it is no such division.
    static constexpr std::int64_t divisor_of(dim::term const& t) {
        bool const divides = t.atoms.size() == 1 && t.atoms[0].kind == dim::function::floordiv &&
                             t.atoms[0].arguments[1].is_constant();
        return divides ? t.atoms[0].arguments[1].constant() : 0;
    }

    static constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t more) {
        return (hash ^ more) * 0x9e3779b97f4a7c15ull + (hash >> 29);
    }
    static constexpr std::uint64_t hash_of(dim const& d) {
        std::uint64_t hash = static_cast<std::uint64_t>(d.constant());
        for (auto const& t : d.terms()) {
            hash = mix(hash, static_cast<std::uint64_t>(t.coefficient));
            for (auto const& a : t.atoms) {
                hash = mix(hash, static_cast<std::uint64_t>(a.kind));
                for (char c : a.symbol.view()) hash = mix(hash, static_cast<std::uint64_t>(c));
                for (auto const& argument : a.arguments) hash = mix(hash, hash_of(argument));
            }
        }
        return hash;
    }
    static constexpr std::uint64_t hash_of(term const& t) {
        auto hash =
            mix(static_cast<std::uint64_t>(t.what) << 16 | static_cast<std::uint64_t>(t.op) << 8 |
                    static_cast<std::uint64_t>(t.type),
                core::to_word(core::dtype::f64, t.real));
        hash = mix(hash, static_cast<std::uint64_t>(t.integer));
        for (auto const& d : t.dims) hash = mix(hash, hash_of(d));
        for (auto o : t.operands) hash = mix(hash, core::position(o));
        for (auto v : t.variables) hash = mix(hash, static_cast<std::uint64_t>(v));
        return hash ^ (hash >> 31);
    }
    static constexpr bool same(term const& a, term const& b) {
        return a.what == b.what && a.op == b.op && a.how == b.how && a.type == b.type &&
               a.integer == b.integer &&
               core::to_word(core::dtype::f64, a.real) == core::to_word(core::dtype::f64, b.real) &&
               a.operands == b.operands && a.variables == b.variables && a.dims == b.dims;
    }
    constexpr void rehash() {
        list<std::uint32_t> larger(buckets_.empty() ? 64 : buckets_.size() * 2, 0);
        for (std::size_t i = 0; i != terms_.size(); ++i) {
            auto at = hash_of(terms_[i]) & (larger.size() - 1);
            while (larger[at] != 0) at = (at + 1) & (larger.size() - 1);
            larger[at] = static_cast<std::uint32_t>(i + 1);
        }
        buckets_ = static_cast<list<std::uint32_t>&&>(larger);
    }

    list<term> terms_;
    list<loop_variable> variables_;
    list<std::uint32_t> buckets_;
};

namespace detail {
/// The number behind `$3` or `#7`, or -1.
constexpr int number_behind(std::string_view symbol, char sign) {
    if (symbol.empty() || symbol[0] != sign) return -1;
    int number = 0;
    for (std::size_t i = 1; i != symbol.size(); ++i) number = number * 10 + (symbol[i] - '0');
    return number;
}
constexpr std::int64_t greatest_common_divisor(std::int64_t a, std::int64_t b) {
    while (b != 0) {
        auto const rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}
/// Takes the atoms of `divisor` out of `atoms`; false if they are not all there.
constexpr bool remove_atoms(list<dim::atom>& atoms, list<dim::atom> const& divisor) {
    for (auto const& wanted : divisor) {
        std::size_t k = 0;
        while (k != atoms.size() && core::detail::compare_atoms(atoms[k], wanted) != 0) ++k;
        if (k == atoms.size()) return false;
        atoms.erase(k);
    }
    return true;
}
constexpr dim dim_of_term(std::int64_t coefficient, list<dim::atom> const& atoms) {
    dim product = coefficient;
    for (auto const& a : atoms) {
        if (a.kind == dim::function::symbol) {
            product = product * dim::symbol(a.symbol);
            continue;
        }
        product = product * core::apply_function(a.kind, a.arguments[0], a.arguments[1]);
    }
    return product;
}
} // namespace detail

constexpr bool expressions::bound(dim const& d, bool upper, dim& out) const {
    dim sum = d.constant();
    for (auto const& t : d.terms()) {
        bool const up = upper == (t.coefficient > 0);
        dim product = t.coefficient;
        for (auto const& a : t.atoms) {
            if (a.kind == dim::function::symbol) {
                if (detail::number_behind(a.symbol, '#') >= 0) return false;
                int const v = detail::number_behind(a.symbol, '$');
                if (v < 0)
                    product = product * dim::symbol(a.symbol);
                else if (up)
                    product = product * (variable(v).extent - dim(1));
                else
                    product = dim(0);
                continue;
            }
            dim x, y;
            bool const divides = a.kind == dim::function::floordiv || a.kind == dim::function::mod;
            if (!divides || !a.arguments[1].is_constant() || a.arguments[1].constant() <= 0) {
                bool has_variable = false;
                for (auto const& argument : a.arguments)
                    argument.each_symbol(
                        [&](std::string_view s) { has_variable |= s[0] == '$' || s[0] == '#'; });
                if (has_variable) return false;
                product = product * detail::dim_of_term(1, {a});
                continue;
            }
            if (a.kind == dim::function::mod) {
                if (up)
                    product = product * (a.arguments[1] - dim(1));
                else
                    product = dim(0);
                continue;
            }
            if (!bound(a.arguments[0], up, x)) return false;
            product = product * floordiv(x, a.arguments[1]);
        }
        sum = sum + product;
    }
    out = sum;
    return true;
}

constexpr dim expressions::times_divisors(dim const& d) {
    constexpr std::int64_t most = 1 << 20;
    std::int64_t factor = 1;
    for (auto const& t : d.terms())
        if (auto const c = divisor_of(t); c > 0) {
            auto const more = c / detail::greatest_common_divisor(c, factor);
            if (factor <= most / more) factor *= more;
        }
    dim sum = dim(factor) * dim(d.constant()) + dim(factor - 1);
    for (auto const& t : d.terms()) {
        auto const c = divisor_of(t);
        auto const k = factor * t.coefficient;
        if (c <= 0 || k % c != 0)
            sum = sum + detail::dim_of_term(k, t.atoms);
        else if (k > 0)
            sum = sum + dim(k / c) * (t.atoms[0].arguments[0] - dim(c - 1));
        else
            sum = sum + dim(k / c) * t.atoms[0].arguments[0];
    }
    return sum;
}

constexpr dim expressions::divided_terms(dim const& a, dim::term const& by) {
    dim sum;
    for (auto const& t : a.terms()) {
        list<dim::atom> atoms = t.atoms;
        if (t.coefficient % by.coefficient == 0 && detail::remove_atoms(atoms, by.atoms))
            sum = sum + detail::dim_of_term(t.coefficient / by.coefficient, atoms);
    }
    return sum;
}

constexpr dim expressions::quotient_here(dim const& a, dim const& b) const {
    if (b == dim(1)) return a;
    dim whole, rest = a.constant();
    if (b.is_constant() && b.constant() > 0) {
        whole = core::detail::floor_quotient(a.constant(), b.constant());
        rest = a - whole * b;
        rest = rest.constant();
    }
    bool const monomial = b.is_constant() || (b.constant() == 0 && b.terms().size() == 1);
    for (auto const& t : a.terms()) {
        std::int64_t const scale = b.is_constant() ? b.constant()
                                   : monomial      ? b.terms()[0].coefficient
                                                   : 0;
        list<dim::atom> atoms = t.atoms;
        if (scale != 0 && t.coefficient % scale == 0 &&
            (b.is_constant() || detail::remove_atoms(atoms, b.terms()[0].atoms)))
            whole = whole + detail::dim_of_term(t.coefficient / scale, atoms);
        else
            rest = rest + detail::dim_of_term(t.coefficient, t.atoms);
    }
    if (not_negative(rest) && not_negative(b - dim(1) - rest)) return whole;
    for (std::size_t i = 0; !monomial && i != b.terms().size(); ++i) { // (c (n - 3) + f) / (n - 3)
        dim const divided = divided_terms(a, b.terms()[i]), left = a - divided * b;
        if (not_negative(left) && not_negative(b - dim(1) - left)) return divided;
    }
    std::int64_t content = b.constant(); // (g x + c) / (g y) = x / y where 0 <= c < g
    for (auto const& t : b.terms())
        content = detail::greatest_common_divisor(content, t.coefficient);
    if (content > 1 && !(b == dim(content))) {
        dim high, low = core::detail::floor_remainder(rest.constant(), content);
        high = core::detail::floor_quotient(rest.constant(), content);
        for (auto const& t : rest.terms()) {
            if (t.coefficient % content == 0)
                high = high + detail::dim_of_term(t.coefficient / content, t.atoms);
            else
                low = low + detail::dim_of_term(t.coefficient, t.atoms);
        }
        dim const reduced = floordiv(b, dim(content));
        if (!monomial) {
            dim const inner = quotient(a, reduced);
            if (!(inner == floordiv(a, reduced))) return quotient(inner, dim(content));
        }
        if (not_negative(low) && not_negative(dim(content - 1) - low))
            return whole + quotient(high, reduced);
    }
    return whole + floordiv(rest, b);
}

class symbolic_index;

/// An element in a formula: a term, with its pool.
struct expression : core::scalar_base {
    expressions* pool = nullptr;
    term_id id = term_id::none;

    constexpr expression() = default;
    constexpr expression(expressions* p, term_id t) : pool(p), id(t) {}

    constexpr core::dtype dtype() const { return (*pool)[id].type; }
    constexpr expression like(auto value) const { return literal(*pool, value, dtype()); }
    static constexpr expression literal(expressions& pool, auto value, core::dtype d) {
        term t{.what = term::kind::literal, .type = d};
        if (core::is_float(d))
            t.real = static_cast<double>(value);
        else
            t.integer = static_cast<std::int64_t>(value);
        return {&pool, pool.add(static_cast<term&&>(t))};
    }
    static constexpr expression primitive(scalar_op op, core::dtype d,
                                          std::initializer_list<expression> operands) {
        TENON_PRECOMPILED_CALL(primitive_in_library(op, d, operands),
                               primitive_here(op, d, operands))
    }
    constexpr term const& get() const { return (*pool)[id]; }
    constexpr bool is_literal() const { return get().what == term::kind::literal; }

    template <scalar_op Op> static constexpr expression apply(expression a) {
        if (Op == scalar_op::not_ && a.is_literal()) return a.like(a.get().integer == 0);
        if constexpr (core::gives_boolean(Op))
            return primitive(Op, core::dtype::boolean, {a});
        else
            return primitive(Op, a.dtype(), {a});
    }
    template <scalar_op Op> static constexpr expression apply(expression a, expression b) {
        if (a.is_literal() && b.is_literal()) return fold(Op, a, b);
        if (a.dtype() == core::dtype::boolean && (a.is_literal() || b.is_literal())) {
            auto const &known = a.is_literal() ? a : b, &other = a.is_literal() ? b : a;
            if (Op == scalar_op::bit_and) return known.get().integer != 0 ? other : known;
            if (Op == scalar_op::bit_or) return known.get().integer != 0 ? known : other;
        }
        if (core::is_comparison(Op)) return primitive(Op, core::dtype::boolean, {a, b});
        return primitive(Op, a.dtype(), {a, b});
    }
    static constexpr expression choose(expression condition, expression yes, expression no) {
        if (condition.is_literal()) return condition.get().integer != 0 ? yes : no;
        if (yes.id == no.id) return yes;
        return primitive(scalar_op::select, yes.dtype(), {condition, yes, no});
    }

private:
    static expression primitive_in_library(scalar_op op, core::dtype d,
                                           std::initializer_list<expression> operands);
    static constexpr expression primitive_here(scalar_op op, core::dtype d,
                                               std::initializer_list<expression> operands) {
        expressions& pool = *operands.begin()->pool;
        term t{.what = term::kind::primitive, .op = op, .type = d};
        for (auto const& o : operands) t.operands.push_back(o.id);
        return {&pool, pool.add(static_cast<term&&>(t))};
    }
    static constexpr expression fold(scalar_op op, expression a, expression b) {
        TENON_PRECOMPILED_CALL(fold_in_library(op, a, b), fold_here(op, a, b))
    }
    static expression fold_in_library(scalar_op op, expression a, expression b);
    static constexpr expression fold_here(scalar_op op, expression a, expression b) {
        auto const d = core::is_comparison(op) ? core::dtype::boolean : a.dtype();
        if (core::is_float(a.dtype())) {
            double const value = arithmetic<double>::binary(op, a.get().real, b.get().real);
            return literal(*a.pool, core::is_float(d) ? core::round_to(d, value) : value, d);
        }
        if (a.dtype() == core::dtype::u64)
            return literal(
                *a.pool,
                arithmetic<std::uint64_t>::binary(op, static_cast<std::uint64_t>(a.get().integer),
                                                  static_cast<std::uint64_t>(b.get().integer)),
                d);
        auto const value = arithmetic<std::int64_t>::binary(op, a.get().integer, b.get().integer);
        return literal(*a.pool, core::wrap_integer(d, value), d);
    }
};

/// An index in a formula: a dim over loop variables and computed integers.
class symbolic_index : public core::scalar_base {
public:
    expressions* pool = nullptr;
    dim value;

    constexpr symbolic_index() = default;
    constexpr symbolic_index(expressions& p, dim d) : pool(&p), value(static_cast<dim&&>(d)) {}
    constexpr symbolic_index like(auto literal) const {
        return {*pool, dim(static_cast<std::int64_t>(literal))};
    }

    /// The index as an element of an integer dtype.
    constexpr expression as_element(core::dtype d = core::dtype::i64) const {
        if (value.is_constant()) return expression::literal(*pool, value.constant(), d);
        expression const size{
            pool, pool->add({.what = term::kind::size, .type = core::dtype::i64, .dims = {value}})};
        if (d == core::dtype::i64) return size;
        return {pool, pool->add({.what = term::kind::cast, .type = d, .operands = {size.id}})};
    }
    /// The integer that an element holds, as an index.
    static constexpr symbolic_index of(expression e) {
        if (e.is_literal()) return {*e.pool, dim(e.get().integer)};
        if (e.get().what == term::kind::size) return {*e.pool, e.get().dims[0]};
        if (e.dtype() != core::dtype::i64)
            e = {e.pool,
                 e.pool->add(
                     {.what = term::kind::cast, .type = core::dtype::i64, .operands = {e.id}})};
        return {*e.pool, expressions::symbol_of_term(e.id)};
    }
    template <scalar_op Op> static constexpr symbolic_index apply(symbolic_index const& a) {
        if (Op == scalar_op::neg) return {*a.pool, dim(0) - a.value};
        return a; // an index is whole, and not negative where abs or rounding is asked for
    }
    template <scalar_op Op>
    static constexpr auto apply(symbolic_index const& a, symbolic_index const& b) {
        if constexpr (core::is_comparison(Op))
            return compare<Op>(a, b);
        else
            return compute<Op>(a, b);
    }
    static constexpr symbolic_index choose(expression condition, symbolic_index const& yes,
                                           symbolic_index const& no) {
        if (condition.is_literal()) return condition.get().integer != 0 ? yes : no;
        if (yes.value == no.value) return yes;
        return of(expression::choose(condition, yes.as_element(), no.as_element()));
    }

private:
    template <scalar_op Op>
    static constexpr expression compare(symbolic_index const& a, symbolic_index const& b) {
        expressions& pool = *a.pool;
        auto const verdict = [&](bool holds) {
            return expression::literal(pool, holds, core::dtype::boolean);
        };
        dim const gap = a.value - b.value;
        if (gap.is_constant())
            return verdict(arithmetic<std::int64_t>::binary(Op, gap.constant(), 0) != 0);
        bool const at_least = pool.not_negative(gap), above = pool.not_negative(gap - dim(1));
        bool const at_most = pool.not_negative(dim(0) - gap),
                   below = pool.not_negative(dim(-1) - gap);
        if (Op == scalar_op::lt && (below || at_least)) return verdict(below);
        if (Op == scalar_op::ge && (below || at_least)) return verdict(at_least);
        if (Op == scalar_op::gt && (above || at_most)) return verdict(above);
        if (Op == scalar_op::le && (above || at_most)) return verdict(at_most);
        if ((Op == scalar_op::eq || Op == scalar_op::ne) && (above || below))
            return verdict(Op == scalar_op::ne);
        return expression::primitive(Op, core::dtype::boolean, {a.as_element(), b.as_element()});
    }
    template <scalar_op Op>
    static constexpr symbolic_index compute(symbolic_index const& a, symbolic_index const& b) {
        expressions& pool = *a.pool;
        switch (Op) {
        case scalar_op::add: return {pool, a.value + b.value};
        case scalar_op::sub: return {pool, a.value - b.value};
        case scalar_op::mul: return {pool, a.value * b.value};
        case scalar_op::div: return {pool, pool.quotient(a.value, b.value)};
        case scalar_op::rem:
        case scalar_op::mod: return {pool, pool.remainder(a.value, b.value)};
        case scalar_op::min:
            if (pool.not_negative(b.value - a.value)) return a;
            if (pool.not_negative(a.value - b.value)) return b;
            return {pool, min(a.value, b.value)};
        case scalar_op::max:
            if (pool.not_negative(b.value - a.value)) return b;
            if (pool.not_negative(a.value - b.value)) return a;
            return {pool, max(a.value, b.value)};
        default:
            return of(
                expression::primitive(Op, core::dtype::i64, {a.as_element(), b.as_element()}));
        }
    }
};

} // namespace tenon::graph

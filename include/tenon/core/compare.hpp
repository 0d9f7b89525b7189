// Equality of programs up to the names of values and the order in storage.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/core/typed_program.hpp>

namespace tenon::core {

namespace detail {

class program_comparison {
    // before its uses, since clang 19 finds no later template in constant expressions
    template <class T> static constexpr T nth(list<T> const& all, std::size_t i) {
        if (i < all.size()) return all[i];
        return {};
    }

public:
    constexpr program_comparison(program const& p, program const& q)
        : p_(p), q_(q), partner_(p.value_count(), value_id::none) {}

    constexpr bool same() {
        if (p_.functions.size() != q_.functions.size()) return false;
        for (auto const& c : p_.constraints)
            if (!q_.constraints.contains(c)) return false;
        for (auto const& c : q_.constraints)
            if (!p_.constraints.contains(c)) return false;
        for (auto const& f : p_.functions) {
            auto const* const other = q_.find_function(f.name);
            if (other == nullptr || !same(f, *other)) return false;
        }
        return true;
    }

private:
    constexpr bool same(function const& f, function const& g) {
        if (!(f.kind == g.kind)) return false;
        auto const arguments = p_[f.body].arguments.size();
        for (std::size_t i = 0; i != arguments; ++i)
            if (!(nth(f.defaults, i) == nth(g.defaults, i))) return false;
        auto const results = p_[f.body].yields.size();
        for (std::size_t i = 0; i != results; ++i)
            if (!(nth(f.result_names, i) == nth(g.result_names, i))) return false;
        return same(f.body, g.body);
    }
    constexpr bool same(block_id a, block_id b) {
        block const &x = p_[a], &y = q_[b];
        if (x.nodes.size() != y.nodes.size() || !pair_up(x.arguments, y.arguments)) return false;
        for (std::size_t i = 0; i != x.nodes.size(); ++i)
            if (!same(x.nodes[i], y.nodes[i])) return false;
        return same_uses(x.yields, y.yields);
    }
    constexpr bool same(node_id m, node_id n) {
        node const &x = p_[m], &y = q_[n];
        if (x.op != y.op || x.regions.size() != y.regions.size() ||
            !same_uses(x.operands, y.operands) || !(x.attributes == y.attributes))
            return false;
        if (!pair_up(x.results, y.results)) return false;
        for (std::size_t i = 0; i != x.regions.size(); ++i)
            if (!same(x.regions[i], y.regions[i])) return false;
        return true;
    }
    constexpr bool pair_up(list<value_id> const& a, list<value_id> const& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i != a.size(); ++i) {
            if (!(p_[a[i]].type == q_[b[i]].type)) return false;
            partner_[position(a[i])] = b[i];
        }
        return true;
    }
    constexpr bool same_uses(list<value_id> const& a, list<value_id> const& b) const {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i != a.size(); ++i) {
            bool const absent = a[i] == value_id::none;
            if (absent ? b[i] != value_id::none : partner_[position(a[i])] != b[i]) return false;
        }
        return true;
    }

    program const& p_;
    program const& q_;
    list<value_id> partner_; ///< the value of `q_` that each value of `p_` stands for
};

} // namespace detail

/// Whether two programs have the same functions (by name, in any order), with the same nodes in the
/// same order, the same types and the same constraints. Names of values, locations and reasons of
/// constraints do not count; names of functions and of their results do.
constexpr bool same(program const& p, program const& q) {
    return detail::program_comparison(p, q).same();
}
template <class Level, class Dialect>
constexpr bool same(typed_program<Level, Dialect> const& p,
                    typed_program<Level, Dialect> const& q) {
    return p.refused || q.refused || same(p.data, q.data);
}

} // namespace tenon::core

#include "contraction.hpp"

#include <tenon/core/address.hpp>

#include "terms.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using core::list;
using graph::term;
using graph::term_id;

namespace {

bool has(linear_factors const& factors, int v) {
    return std::any_of(factors.begin(), factors.end(), [&](auto const& f) { return f.first == v; });
}
dim factor_of(linear_factors const& factors, int v) {
    for (auto const& [variable, factor] : factors)
        if (variable == v) return factor;
    return 0;
}

bool is_constant(formula& f, term_id load) {
    auto const definer = f.source()[static_cast<core::value_id>(f.pool[load].integer)].definer;
    return definer != core::node_id::none &&
           f.source()[definer].op->form == core::op_form::constant;
}

/// The only reduction in the formula, if it is a sum.
std::optional<term_id> only_sum(formula& f, term_id root) {
    std::vector<term_id> reductions;
    each_term(f.pool, root, [&](term_id t) {
        if (f.pool[t].what == term::kind::reduce || f.pool[t].what == term::kind::fold)
            reductions.push_back(t);
    });
    if (reductions.size() != 1 || f.pool[reductions[0]].what != term::kind::reduce) return {};
    if (f.pool[reductions[0]].how != graph::reduction::sum) return {};
    return reductions[0];
}

/// A factor of the product that is summed: an element, or one of 8 bits less its zero point.
struct factor {
    term_id load, zero = term_id::none;
};
factor factor_behind(formula& f, term_id t, core::dtype sum) {
    if (core::is_float(sum)) return {without_guard(f, t)};
    factor found{t};
    if (term const& less = f.pool[t];
        less.what == term::kind::primitive && less.op == core::scalar_op::sub)
        found = {less.operands[0], less.operands[1]};
    if (term const& wide = f.pool[found.load]; wide.what == term::kind::cast)
        found.load = without_guard(f, wide.operands[0]);
    return found;
}
bool is_fit(formula& f, factor const& one, term const& sum) {
    term const& load = f.pool[one.load];
    if (load.what != term::kind::load || !load.operands.empty()) return false;
    if (core::is_float(sum.type)) return true;
    if (load.type != core::dtype::i8 && load.type != core::dtype::u8) return false;
    if (one.zero == term_id::none) return true;
    graph::free_variables free(f.pool);
    auto const& depends = free.of(one.zero);
    return std::none_of(sum.variables.begin(), sum.variables.end(), [&](int v) {
        return std::binary_search(depends.begin(), depends.end(), v);
    });
}

bool worth_it(formula& f, contraction const& c, linear_factors const& b) {
    if (is_constant(f, c.b) || factor_of(b, c.column) == dim(1)) return true;
    dim rows = 1; // packing b at run time costs about as much as one row
    for (int v : c.rows) rows = rows * f.pool.variable(v).extent;
    return !rows.is_constant() || rows.constant() >= 4;
}

} // namespace

std::vector<int> variables_in_memory_order(core::type const& t,
                                           core::few<graph::symbolic_index> const& at) {
    std::vector<int> order;
    for (int position = 0; position != t.rank(); ++position) {
        std::vector<std::pair<int, std::int64_t>>
            here; // a split dimension has two variables, the larger factor outside
        auto const terms = linear(at[t.dimension_at(position)].value);
        for (auto const& [v, factor] : terms.value()) here.emplace_back(v, factor.constant());
        std::sort(here.begin(), here.end(), [](auto& x, auto& y) { return x.second > y.second; });
        for (auto const& [v, factor] : here) order.push_back(v);
    }
    return order;
}

std::optional<contraction> find_contraction(formula& f, term_id root, core::type const& t,
                                            core::few<graph::symbolic_index> const& at) {
    auto const sum = only_sum(f, root);
    if (!sum) return {};
    term const total = f.pool[*sum];
    if (!core::is_float(total.type) && total.type != core::dtype::i32) return {};
    term const product = f.pool[total.operands[0]];
    if (product.what != term::kind::primitive || product.op != core::scalar_op::mul) return {};
    auto const left = factor_behind(f, product.operands[0], total.type),
               right = factor_behind(f, product.operands[1], total.type);
    if (!is_fit(f, left, total) || !is_fit(f, right, total)) return {};
    contraction c{*sum, left.load, right.load, {}, {}, {}, -1, left.zero, right.zero};
    auto a = linear(address(buffer_type(f, c.a), f.pool[c.a].dims));
    auto b = linear(address(buffer_type(f, c.b), f.pool[c.b].dims));
    auto const order = variables_in_memory_order(t, at);
    if (!a || !b || order.empty()) return {};
    c.column = order.back();
    if (has(*a, c.column) && has(*b, c.column)) return {};
    if (has(*a, c.column)) {
        std::swap(a, b);
        std::swap(c.a, c.b);
        std::swap(c.a_zero, c.b_zero);
    }
    if (!has(*b, c.column)) return {};
    for (int v : order) {
        if (v == c.column) continue;
        if (has(*a, v) && !has(*b, v))
            c.rows.push_back(v);
        else if (has(*b, v))
            c.batch.push_back(v);
        else
            return {};
    }
    c.reduce.assign(f.pool[*sum].variables.begin(), f.pool[*sum].variables.end());
    // Innermost is what lies closest in a, where every size that is not known is a usual one.
    auto const distance = [&](int v) {
        return factor_of(*a, v).evaluate([](std::string_view) { return std::int64_t{256}; });
    };
    std::stable_sort(c.reduce.begin(), c.reduce.end(),
                     [&](int x, int y) { return distance(x) > distance(y); });
    if (!worth_it(f, c, *b)) return {};
    return c;
}

namespace {

/// A zero point: what is known of it, plus a term if there is one.
struct zero_point {
    std::int64_t known = 0;
    term_id rest = term_id::none;
    bool is_nothing() const { return known == 0 && rest == term_id::none; }
};

/// The number that all elements of a constant are, if they are one.
std::optional<std::int64_t> only_number(core::tensor const& t) {
    for (std::int64_t i = 1; i < t.size(); ++i)
        if (t.integer(i) != t.integer(0)) return {};
    if (t.size() == 0) return {};
    return t.integer(0);
}

zero_point zero_of(formula& f, term_id zero, core::dtype element, core::dtype counted_as) {
    zero_point found;
    if (element != counted_as) found.known = counted_as == core::dtype::u8 ? 128 : -128;
    if (zero == term_id::none) return found;
    auto t = zero;
    while (f.pool[t].what == term::kind::cast) t = f.pool[t].operands[0];
    if (f.pool[t].what == term::kind::literal) {
        found.known += f.pool[t].integer;
        return found;
    }
    if (f.pool[t].what == term::kind::load && is_constant(f, t)) {
        auto const definer = f.source()[static_cast<core::value_id>(f.pool[t].integer)].definer;
        if (auto const n = only_number(f.source().at(definer, "value").tensor)) {
            found.known += *n;
            return found;
        }
    }
    found.rest = zero;
    return found;
}

/// Formulas of numbers in 32 bits.
class counting {
public:
    explicit counting(formula& f) : f_(f) {}
    term_id literal(std::int64_t n) {
        return f_.pool.add({.what = term::kind::literal, .type = core::dtype::i32, .integer = n});
    }
    term_id of(core::scalar_op op, term_id x, term_id y) {
        return f_.pool.add({.what = term::kind::primitive,
                            .op = op,
                            .type = core::dtype::i32,
                            .operands = {x, y}});
    }
    term_id number(zero_point const& z) {
        if (z.rest == term_id::none) return literal(z.known);
        return z.known == 0 ? z.rest : of(core::scalar_op::add, z.rest, literal(z.known));
    }
    term_id size(dim const& d) {
        if (d.is_constant()) return literal(d.constant());
        auto const wide =
            f_.pool.add({.what = term::kind::size, .type = core::dtype::i64, .dims = {d}});
        return f_.pool.add(
            {.what = term::kind::cast, .type = core::dtype::i32, .operands = {wide}});
    }

private:
    formula& f_;
};

} // namespace

// sum of (a - p) (b - q) = (sum of a b) + p (n q - sum of b) - q (sum of a), for n products.
term_id centered_sum(formula& f, contraction const& c, term_id products, term_id of_a,
                     term_id of_b) {
    using core::scalar_op;
    counting in(f);
    auto const p = zero_of(f, c.a_zero, f.pool[c.a].type, core::dtype::u8);
    auto const q = zero_of(f, c.b_zero, f.pool[c.b].type, core::dtype::i8);
    auto total = products;
    if (!p.is_nothing()) {
        dim n = 1;
        for (int v : c.reduce) n = n * f.pool.variable(v).extent;
        auto const all =
            q.is_nothing() ? in.literal(0) : in.of(scalar_op::mul, in.size(n), in.number(q));
        auto const less = in.of(scalar_op::sub, all, of_b);
        total = in.of(scalar_op::add, total, in.of(scalar_op::mul, in.number(p), less));
    }
    if (!q.is_nothing())
        total = in.of(scalar_op::sub, total, in.of(scalar_op::mul, in.number(q), of_a));
    return total;
}

std::optional<split> find_split(formula& f, term_id root) {
    std::optional<split> found;
    auto const look = [&](auto const& self, dim const& d) -> void {
        for (auto const& t : d.terms())
            for (auto const& a : t.atoms) {
                bool const divides =
                    a.kind == dim::function::floordiv || a.kind == dim::function::mod;
                if (divides && a.arguments[1].is_constant()) {
                    int const v = graph::detail::number_behind(a.arguments[0].as_symbol(), '$');
                    if (v >= 0 && core::mod(f.pool.variable(v).extent, a.arguments[1]) == dim(0))
                        found = split{v, a.arguments[1].constant()};
                }
                for (auto const& argument : a.arguments) self(self, argument);
            }
    };
    each_term(f.pool, root, [&](term_id t) {
        for (auto const& d : f.pool[t].dims) look(look, d);
    });
    return found;
}

} // namespace tenon::graph_to_loop

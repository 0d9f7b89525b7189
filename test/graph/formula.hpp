// Carries out the formulas and steps that a meaning writes, to compare them with its evaluation.
#pragma once

#include <tenon/graph/op.hpp>

namespace one_node {

using namespace tenon;

/// A number of any dtype.
struct quantity {
    double real = 0;
    std::int64_t integer = 0;
};

class formula_machine {
public:
    using term = graph::term;
    using step = graph::step;

    formula_machine(core::program const& p, core::node const& n,
                    core::list<core::tensor const*> const& operands)
        : program_(p), node_(n), operands_(operands) {}

    bool failed = false; ///< an index that the data gave is outside
    bool astray = false; ///< an element was read that does not exist

    /// Result `r`, of this shape, element by element.
    core::list<double> result(int r, core::list<std::int64_t> const& shape) {
        auto e = expressing(r);
        std::int64_t count = 1;
        core::list<core::dim> extents;
        first_variable_ = pool_.variable_count();
        for (auto d : shape) {
            extents.push_back(d);
            count *= d;
            auto const v = pool_.add_variable(d);
            e.index.push({pool_, graph::expressions::symbol_of_variable(v)});
        }
        core::list<double> all;
        if (count == 0) return all;
        node_.op->readings->express(e);
        each(0, extents, [&] { all.push_back(as_real(e.answer.id)); });
        return all;
    }
    /// All results of a stepwise meaning.
    core::list<core::list<double>> results(core::list<core::tensor> const& like) {
        core::list<core::list<double>> all;
        for (auto const& t : like) {
            all.push_back(core::list<double>(static_cast<std::size_t>(t.size()), 0.0));
            shapes_.push_back(t.shape());
        }
        results_ = &all;
        auto e = expressing(0);
        node_.op->readings->express(e);
        buffers_.resize(static_cast<std::size_t>(e.buffers));
        run(e.steps);
        return all;
    }

private:
    struct buffer {
        core::list<std::int64_t> extents;
        core::list<quantity> held;
    };

    graph::expressing expressing(int r) {
        graph::expressing e;
        e.pool = &pool_;
        e.program = &program_;
        e.node = &node_;
        e.result = r;
        e.read = &read;
        e.context = this;
        return e;
    }
    static graph::expression read(void* context, int operand,
                                  core::few<graph::symbolic_index> const& at) {
        auto& self = *static_cast<formula_machine*>(context);
        term wanted{.what = term::kind::load,
                    .type = self.operands_[static_cast<std::size_t>(operand)]->element(),
                    .integer = operand};
        for (auto const& d : at) wanted.dims.push_back(d.value);
        if (self.pool_.guard != graph::term_id::none) wanted.operands.push_back(self.pool_.guard);
        return {&self.pool_, self.pool_.add(wanted)};
    }

    std::int64_t& variable(int v) {
        if (static_cast<std::size_t>(v) >= variables_.size())
            variables_.resize(static_cast<std::size_t>(v) + 1);
        return variables_[static_cast<std::size_t>(v)];
    }
    std::int64_t integer(core::dim const& d) {
        return d.evaluate([&](std::string_view name) {
            int const v = graph::detail::number_behind(name, '$');
            if (v >= 0) return variable(v);
            int const t = graph::detail::number_behind(name, '#');
            if (t >= 0) return value(static_cast<graph::term_id>(t)).integer;
            astray = true;
            return std::int64_t{0};
        });
    }
    double as_real(graph::term_id t) {
        auto const v = value(t);
        if (core::is_float(pool_[t].type)) return v.real;
        return pool_[t].type == core::dtype::u64
                   ? static_cast<double>(static_cast<std::uint64_t>(v.integer))
                   : static_cast<double>(v.integer);
    }
    bool holds(graph::term_id t) { return value(t).integer != 0; }

    /// `f` for all values of the variables from `first_variable_ + d` on.
    template <class F> void each(std::size_t d, core::list<core::dim> const& extents, F f) {
        if (d == extents.size()) return f();
        auto const extent = integer(extents[d]);
        for (std::int64_t k = 0; k < extent; ++k) {
            variable(first_variable_ + static_cast<int>(d)) = k;
            each(d + 1, extents, f);
        }
    }
    template <class F> void each_variable(core::list<int> const& vs, std::size_t d, F f) {
        if (d == vs.size()) return f();
        auto const extent = integer(pool_.variable(vs[d]).extent);
        for (std::int64_t k = 0; k < extent; ++k) {
            variable(vs[d]) = k;
            each_variable(vs, d + 1, f);
        }
    }

    quantity value(graph::term_id id) {
        term const t = pool_[id];
        switch (t.what) {
        case term::kind::literal: return {t.real, t.integer};
        case term::kind::size: return {0, integer(t.dims[0])};
        case term::kind::load: return load(t);
        case term::kind::primitive: return primitive(t);
        case term::kind::cast: return cast(value(t.operands[0]), pool_[t.operands[0]].type, t.type);
        case term::kind::reduce: return reduce(t);
        case term::kind::carried: return carried_[index_of(t.variables[0])][at(t.integer)];
        case term::kind::result: return fold(pool_[t.operands[0]])[at(t.integer)];
        case term::kind::checked: return checked(t);
        case term::kind::slot: return slots_[core::position(id)];
        default: astray = true; return {};
        }
    }
    static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
    std::size_t index_of(int v) {
        if (at(v) >= carried_.size()) carried_.resize(at(v) + 1);
        return at(v);
    }

    quantity load(term const& t) {
        if (!t.operands.empty() && !holds(t.operands[0])) return {};
        auto const& from = *operands_[at(t.integer)];
        std::int64_t place = 0;
        for (std::size_t d = 0; d != t.dims.size(); ++d) {
            auto const i = integer(t.dims[d]);
            if (i < 0 || i >= from.shape()[d]) {
                astray = true;
                return {};
            }
            place = place * from.shape()[d] + i;
        }
        return {from.real(place), from.integer(place)};
    }
    quantity checked(term const& t) {
        auto i = value(t.operands[0]).integer;
        auto const extent = integer(t.dims[0]);
        bool const matters = t.operands.size() < 2 || holds(t.operands[1]);
        if (i < 0) i += extent;
        if (i >= 0 && i < extent) return {0, i};
        failed |= matters;
        return {};
    }
    static quantity cast(quantity v, core::dtype from, core::dtype to) {
        if (core::is_float(to)) {
            double const real = core::is_float(from) ? v.real
                                : from == core::dtype::u64
                                    ? static_cast<double>(static_cast<std::uint64_t>(v.integer))
                                    : static_cast<double>(v.integer);
            return {core::round_to(to, real), 0};
        }
        if (core::is_float(from)) return {0, core::integer_from_float(to, v.real)};
        return {0, core::wrap_integer(to, v.integer)};
    }
    quantity primitive(term const& t) {
        if (t.op == core::scalar_op::select)
            return holds(t.operands[0]) ? value(t.operands[1]) : value(t.operands[2]);
        auto const a = value(t.operands[0]);
        auto const type = pool_[t.operands[0]].type;
        bool const binary = t.operands.size() == 2;
        auto const b = binary ? value(t.operands[1]) : quantity{};
        if (binary && pool_[t.operands[1]].type != type) astray = true;
        if (core::is_float(type)) return of_real(t, a.real, b.real, binary);
        auto const integer_result = [&](auto x, auto y) {
            using number = graph::arithmetic<decltype(x)>;
            auto const result = binary ? number::binary(t.op, x, y) : number::unary(t.op, x);
            return quantity{0, core::wrap_integer(t.type, static_cast<std::int64_t>(result))};
        };
        if (type == core::dtype::u64)
            return integer_result(static_cast<std::uint64_t>(a.integer),
                                  static_cast<std::uint64_t>(b.integer));
        return integer_result(a.integer, b.integer);
    }
    static quantity of_real(term const& t, double a, double b, bool binary) {
        using number = graph::arithmetic<double>;
        double const result = binary ? number::binary(t.op, a, b) : number::unary(t.op, a);
        if (core::is_float(t.type)) return {result, 0};
        return {0, result != 0};
    }
    quantity reduce(term const& t) {
        static constexpr core::scalar_op ops[]{core::scalar_op::add, core::scalar_op::mul,
                                               core::scalar_op::max, core::scalar_op::min};
        bool first = true;
        quantity total;
        each_variable(t.variables, 0, [&] {
            auto const next = value(t.operands[0]);
            total = first ? next : combined(ops[static_cast<int>(t.how)], t.type, total, next);
            first = false;
        });
        if (!first) return total;
        if (t.operands.size() > 1) return value(t.operands[1]);
        auto const nothing = t.how == graph::reduction::product;
        return {nothing ? 1.0 : 0.0, nothing};
    }
    quantity combined(core::scalar_op op, core::dtype d, quantity a, quantity b) {
        if (core::is_float(d)) return {graph::arithmetic<double>::binary(op, a.real, b.real), 0};
        if (d == core::dtype::u64)
            return {0, static_cast<std::int64_t>(graph::arithmetic<std::uint64_t>::binary(
                           op, static_cast<std::uint64_t>(a.integer),
                           static_cast<std::uint64_t>(b.integer)))};
        return {0, core::wrap_integer(
                       d, graph::arithmetic<std::int64_t>::binary(op, a.integer, b.integer))};
    }
    core::list<quantity> fold(term const& t) {
        auto const count = t.operands.size() / 2;
        core::list<quantity> now;
        for (std::size_t i = 0; i != count; ++i) now.push_back(value(t.operands[i]));
        int const v = t.variables[0];
        auto const extent = integer(pool_.variable(v).extent);
        for (std::int64_t k = 0; k < extent; ++k) {
            variable(v) = k;
            carried_[index_of(v)] = now;
            core::list<quantity> next;
            for (std::size_t i = 0; i != count; ++i) {
                next.push_back(value(t.operands[count + i]));
                variable(v) = k;
                carried_[index_of(v)] = now;
            }
            now = next;
        }
        return now;
    }

    void run(core::list<step> const& steps) {
        for (auto const& s : steps)
            if (!failed && !astray) run(s);
    }
    void run(step const& s) {
        switch (s.what) {
        case step::kind::loop: {
            auto const extent = integer(s.extent);
            for (std::int64_t k = 0; k < extent && !astray; ++k) {
                variable(s.variable) = k;
                run(s.body);
            }
            return;
        }
        case step::kind::loop_while:
            for (run(s.test); !astray && holds(s.condition); run(s.test)) run(s.body);
            return;
        case step::kind::when:
            if (holds(s.condition)) run(s.body);
            return;
        case step::kind::make: return make(s);
        case step::kind::read: {
            auto& b = buffers_[at(s.buffer)];
            auto const from = place(b.extents, s.indices);
            if (core::position(s.value) >= slots_.size())
                slots_.resize(core::position(s.value) + 1);
            if (!astray) slots_[core::position(s.value)] = b.held[at(from)];
            return;
        }
        case step::kind::write: {
            auto& b = buffers_[at(s.buffer)];
            auto const to = place(b.extents, s.indices);
            auto const v = value(s.value);
            if (!astray) b.held[at(to)] = v;
            return;
        }
        case step::kind::write_result: {
            auto const to = place(shapes_[at(s.buffer)], s.indices);
            if (!astray && !failed) (*results_)[at(s.buffer)][at(to)] = as_real(s.value);
            return;
        }
        case step::kind::size_result:
            astray |= value(s.value).integer != shapes_[at(s.buffer)][at(s.variable)];
            return;
        }
    }
    void make(step const& s) {
        auto& b = buffers_[at(s.buffer)];
        b.extents.clear();
        std::int64_t count = 1;
        for (auto const& d : s.indices) {
            b.extents.push_back(integer(d));
            count *= b.extents.back();
        }
        b.held = core::list<quantity>(at(count));
    }
    std::int64_t place(core::list<std::int64_t> const& extents, core::list<core::dim> const& i) {
        std::int64_t all = 0;
        for (std::size_t d = 0; d != i.size(); ++d) {
            auto const k = integer(i[d]);
            if (k < 0 || k >= extents[d]) {
                astray = !failed;
                return 0;
            }
            all = all * extents[d] + k;
        }
        return all;
    }

    core::program const& program_;
    core::node const& node_;
    core::list<core::tensor const*> const& operands_;
    graph::expressions pool_;
    int first_variable_ = 0;
    core::list<std::int64_t> variables_;
    core::list<core::list<quantity>> carried_;
    core::list<quantity> slots_;
    core::list<buffer> buffers_;
    core::list<core::list<std::int64_t>> shapes_;
    core::list<core::list<double>>* results_ = nullptr;
};

} // namespace one_node

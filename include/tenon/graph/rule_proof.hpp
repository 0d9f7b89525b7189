// Proves rewrite rules: both sides are computed by the meanings of their ops and compared.
#pragma once

#include <tenon/graph/exact_reading.hpp>
#include <tenon/graph/sample.hpp>
#include <tenon/match/pattern.hpp>
#include <tenon/match/proof.hpp>

namespace tenon::graph {

namespace detail {

/// The ops in a pattern or replacement, from its type.
template <class T> struct ops_in {
    static constexpr int count = 0;
    static constexpr void write(exact_op*&, op_shapes*&) {}
};
template <class Op, match::node_traits Traits, class As, class From, class... Parts>
struct ops_in<match::node<Op, Traits, As, From, Parts...>> {
    static constexpr int count = (1 + ... + ops_in<Parts>::count);
    static constexpr void write(exact_op*& op, op_shapes*& shapes) {
        *op++ = exact_op_for<Op>();
        *shapes++ = sample_shapes_of<Op>();
        (ops_in<Parts>::write(op, shapes), ...);
    }
};
template <class Left, class Right> struct ops_of_rule {
    static constexpr int count = ops_in<Left>::count + ops_in<Right>::count;
    exact_op meanings[count + 1]{};
    op_shapes shapes[count + 1]{};
    constexpr ops_of_rule() {
        auto* op = meanings;
        auto* shape = shapes;
        ops_in<Left>::write(op, shape);
        ops_in<Right>::write(op, shape);
    }
};

/// Tries one rule on samples.
class prover {
public:
    constexpr prover(match::rule_table const& table, exact_op const* ops, op_shapes const* shapes,
                     int op_count, match::proof const& before, int enough_work)
        : table_(table), ops_(ops), shapes_(shapes), op_count_(op_count), found_(before),
          enough_work_(enough_work) {}

    constexpr match::proof run(int step) {
        int const first = step * match::proof::draws_per_step;
        int const most = found_.work + most_work_of_step;
        for (int k = 0; k != match::proof::draws_per_step && !found_.done && found_.work < most;
             ++k)
            try_sample(static_cast<std::uint64_t>(first + k));
        return found_;
    }

private:
    static constexpr int enough_samples = 4;
    static constexpr int most_work_of_step = 400, most_work_of_sample = 300;

    constexpr void try_sample(std::uint64_t seed) {
        sample drawn(table_, shapes_, seed);
        if (!drawn.build()) return;
        std::string_view unbound;
        bool const met = drawn.meets_condition(&unbound);
        if (!unbound.empty()) return lacks(unbound);
        if (!met) return;
        ++found_.met;
        auto const left = drawn.matched();
        auto const left_type = drawn.program[left].type;
        match::replacement_builder replacement(drawn.program, drawn.bound, table_, &unbound);
        auto const right = replacement.build(table_.rules[0], drawn.root);
        if (!unbound.empty()) return lacks(unbound);
        if (right == core::value_id::none) return note(drawn, left, core::value_id::none);
        ++found_.typed;
        if (!(drawn.program[right].type == left_type)) return note(drawn, left, right);
        if (!left_type.is_static()) return;
        compare(drawn, left, right, seed);
        found_.done =
            !found_.holds() || found_.samples >= (found_.work < enough_work_ ? enough_samples : 2);
    }
    constexpr void compare(sample const& drawn, core::value_id left, core::value_id right,
                           std::uint64_t seed) {
        exact_values elements(drawn.program, ops_, op_count_, seed + 11);
        std::int64_t const size = drawn.program[left].type.elements().constant();
        bool compared = false;
        for (int k = 0; k != 3 && k < size && found_.holds(); ++k) {
            if (compared && elements.work() > most_work_of_sample) break;
            auto const place = (size - 1) * (k == 0 ? 2 : k == 1 ? 0 : 1) / 2;
            auto const i = index_at(drawn.program[left].type, place);
            auto const a = elements.at(left, i), b = elements.at(right, i);
            if (elements.failed()) break;
            if (a.is_undefined() || b.is_undefined()) continue;
            compared = true;
            if (a.word != b.word) judge(drawn, i, a, b);
        }
        found_.work += elements.work();
        if (compared) ++found_.samples;
    }
    static constexpr exact_values::indices index_at(core::type const& t, std::int64_t place) {
        exact_values::indices i(t.rank(), exact_values::index(0));
        for (int d = t.rank() - 1; d >= 0; --d) {
            auto const extent = t.shape[static_cast<std::size_t>(d)].constant();
            i[d] = place % extent;
            place /= extent;
        }
        return i;
    }
    constexpr void judge(sample const& drawn, exact_values::indices const& i, exact const& a,
                         exact const& b) {
        double const gap = core::math::abs(a.real - b.real);
        double const size = core::math::abs(a.real) + 1;
        if (gap <= table_.rules[0].tolerance * size) return;
        using enum match::proof::outcome;
        found_.what = a.is_real() && gap < 1e-9 * size ? within_rounding : differs;
        found_.left = a.real;
        found_.right = b.real;
        text at("[");
        for (int d = 0; d != i.size(); ++d)
            at += text(d == 0 ? "" : ", ") + core::to_string(i[d].value);
        match::proof::write(found_.element, (at + "]").view());
        describe(drawn);
    }
    constexpr void lacks(std::string_view name) {
        found_.what = match::proof::outcome::unbound;
        found_.done = true;
        match::proof::write(found_.element, name);
    }
    /// The sides have two types, or one has none.
    constexpr void note(sample const& drawn, core::value_id left, core::value_id right) {
        text types = core::to_string(drawn.program[left].type);
        if (right != core::value_id::none)
            types += text(" and ") + core::to_string(drawn.program[right].type);
        if (found_.element[0] != 0) return;
        match::proof::write(found_.element, types.view());
        describe(drawn);
    }
    constexpr void describe(sample const& drawn) {
        auto const& p = drawn.program;
        text all(table_.rules[0].root->name);
        all += "(";
        auto const& operands = p[drawn.root].operands;
        for (std::size_t k = 0; k != operands.size(); ++k) {
            if (k != 0) all += ", ";
            if (operands[k] == core::value_id::none)
                all += "-";
            else
                all += core::to_string(p[operands[k]].type);
        }
        for (auto& c : found_.sample) c = 0;
        match::proof::write(found_.sample, (all + ")").view());
    }

    match::rule_table const& table_;
    exact_op const* ops_;
    op_shapes const* shapes_;
    int op_count_;
    match::proof found_;
    int enough_work_;
};

} // namespace detail

/// How rules over ops of this level are proven (R4, R5).
///
/// Programs that match are drawn, small ones of constant shapes and several dtypes; those that do
/// not meet the rule's condition are dropped. Both sides are then computed at a few elements, in a
/// finite field (see `exact`). What holds there holds for real numbers, but for one case in a
/// billion; division by zero is left out.
struct rule_proof {
    template <class Left, class Right>
    static constexpr match::proof prove(match::rule_table const& table, int step,
                                        match::proof const& before, int enough_work) {
        constexpr detail::ops_of_rule<Left, Right> ops;
        return detail::prover(table, ops.meanings, ops.shapes, ops.count, before, enough_work)
            .run(step);
    }
};

} // namespace tenon::graph

// Programs that a rule matches, for its proof.
#pragma once

#include <tenon/core/infer.hpp>
#include <tenon/graph/sample_attributes.hpp>
#include <tenon/graph/sample_shapes.hpp>
#include <tenon/match/replacement.hpp>

namespace tenon::graph {

/// A program that is nothing but what a rule's pattern asks for: captured values are arguments or
/// constants, attributes that the pattern leaves open are drawn.
class sample {
public:
    constexpr sample(match::rule_table const& table, op_shapes const* ops, std::uint64_t seed)
        : table_(table), rule_(table.rules[0]), ops_(ops), random_(seed),
          base_element_(drawn_element(seed)), base_(drawn_base(seed)) {
        block_ = program.add_block();
    }

    core::program program;
    match::bindings bound;
    core::node_id root = core::node_id::none;

    /// False if this draw gives no program; the next may.
    constexpr bool build() {
        auto const made = build_node(rule_.pattern);
        if (made == core::value_id::none) return false;
        root = program[made].definer;
        return true;
    }
    /// A name that the condition asks for and the pattern does not bind is noted.
    constexpr bool meets_condition(std::string_view* unbound) const {
        return rule_.where == nullptr || rule_.where({program, bound, root, unbound});
    }
    constexpr core::value_id matched() const {
        return program[root].results[rule_.pattern->result];
    }

private:
    using shape = few<std::int64_t>;
    static constexpr int most_operands = 10;

    /// One operand of the node being built: what the pattern wants there, and what is known.
    struct slot {
        match::item const* wanted = nullptr;
        core::value_id value = core::value_id::none;
        bool open = false; ///< its shape is still to be chosen
    };
    using slots = few<slot, most_operands>;

    static constexpr dtype drawn_element(std::uint64_t seed) {
        constexpr dtype all[]{dtype::f32, dtype::f32, dtype::i64, dtype::f16, dtype::f64};
        return all[seed % 5];
    }
    static constexpr shape drawn_base(std::uint64_t seed) {
        switch (seed % 6) {
        case 0: return {2, 3};
        case 1: return {2, 3, 2, 2};
        case 2: return {3};
        case 3: return {3, 3};
        case 4: return {2, 2, 3};
        default: return {2, 2};
        }
    }
    constexpr shape shape_of(core::value_id v) const {
        shape dims;
        for (auto const& d : program[v].type.shape) dims.push(d.constant());
        return dims;
    }

    // before its use: a template that clang needs in constant expressions
    constexpr core::value_id constant(core::op_facts const* op, dtype d, shape const& dims,
                                      auto element) {
        if (op == nullptr) return core::value_id::none;
        std::int64_t size = 1;
        list<std::int64_t> own;
        list<dim> type;
        for (auto n : dims) {
            size *= n;
            own.push_back(n);
            type.push_back(n);
        }
        list<double> elements;
        for (std::int64_t i = 0; i != size; ++i) elements.push_back(element(i));
        auto const n = program.add_node(block_, *op, {}, 1);
        program[n].attributes[0] = core::attribute(
            core::tensor::from(d, static_cast<list<std::int64_t>&&>(own), elements));
        auto const made = program[n].results[0];
        program[made].type = core::type::tensor(d, static_cast<list<dim>&&>(type));
        return made;
    }

    /// Operands that are nodes come first; what is known of their types decides on the others.
    constexpr core::value_id build_node(match::item const* wanted) {
        slots all;
        match::item const* part = wanted + 1;
        for (int i = 0; i != wanted->operands; ++i, part += part->size)
            if (!add_slots(*wanted, part, i, all)) return core::value_id::none;
        choose_shapes(*wanted, all);
        list<core::value_id> operands;
        for (auto const& s : all) operands.push_back(s.value);
        while (!operands.empty() && operands.back() == core::value_id::none) operands.pop_back();
        int const usual = core::detail::usual_results(*wanted->op);
        auto const n =
            program.add_node(block_, *wanted->op, static_cast<list<core::value_id>&&>(operands),
                             usual <= wanted->result ? wanted->result + 1 : usual);
        bound.nodes[wanted->ordinal] = n;
        if (bound.node_count <= wanted->ordinal) bound.node_count = wanted->ordinal + 1;
        if (wanted->slot >= 0) bound.slots[wanted->slot].node = n;
        bind_rest(*wanted, n);
        set_attributes(*wanted, n);
        core::diagnostics found;
        if (!core::infer(program, n, found)) return core::value_id::none;
        return program[n].results[wanted->result];
    }
    constexpr bool add_slots(match::item const& node, match::item const* part, int i, slots& all) {
        using match::item_kind;
        slot made{part};
        if (part->kind == item_kind::rest) {
            int const least = node.op->least_operands() - i;
            int count = static_cast<int>(random_.below(3));
            if (count < least || count == 0) count = least > 0 ? least : count;
            if (is_bound(part->slot)) count = bound.slots[part->slot].count;
            if (part->slot >= 0) bound.slots[part->slot].count = count;
            for (int k = 0; k != count && all.size() != most_operands; ++k) {
                made.open = true;
                if (is_bound(part->slot)) {
                    auto const& held = bound.slots[part->slot];
                    made = {part,
                            program[held.node].operands[static_cast<std::size_t>(held.index + k)]};
                }
                all.push(made);
            }
            return true;
        }
        if (part->kind == item_kind::node) {
            made.value = build_node(part);
            if (made.value == core::value_id::none) return false;
        } else if (is_bound(part->slot)) {
            made.value = bound.slots[part->slot].value;
        } else if (part->kind == item_kind::optional && random_.below(2) == 0) {
            mark_bound(part->slot);
        } else {
            made.open = part->kind != item_kind::absent;
        }
        all.push(made);
        return true;
    }
    constexpr void bind_rest(match::item const& wanted, core::node_id n) {
        match::item const* part = &wanted + 1;
        for (int i = 0; i != wanted.operands; ++i, part += part->size)
            if (part->kind == match::item_kind::rest && part->slot >= 0 && !is_bound(part->slot)) {
                bound.slots[part->slot].node = n;
                bound.slots[part->slot].index = i;
                mark_bound(part->slot);
            }
    }
    constexpr bool is_bound(int s) const { return s >= 0 && ((bound_slots_ >> s) & 1u) != 0; }
    constexpr void mark_bound(int s) {
        if (s >= 0) bound_slots_ |= std::uint32_t{1} << s;
    }

    constexpr void choose_shapes(match::item const& node, slots& all) {
        bool any_open = false;
        for (auto const& s : all) any_open = any_open || s.open;
        if (!any_open) return;
        std::string_view shapes;
        for (auto const* known = ops_; known->op != nullptr; ++known)
            if (known->op == node.op) shapes = known->shapes;
        if (!shapes.empty() && choose_by(shapes, node, all)) return;
        bool const stretches = node.op->form == core::op_form::elementwise;
        for (int i = 0; i != all.size(); ++i)
            if (all[i].open) {
                auto const reference = widest(all);
                fill(node, all, i,
                     stretches ? stretched(reference, *all[i].wanted) : turned(reference));
            }
    }
    /// The shape that other operands have to fit.
    constexpr shape widest(slots const& all) const {
        shape most = base_;
        bool known = false;
        for (auto const& s : all)
            if (s.value != core::value_id::none) {
                auto const own = shape_of(s.value);
                if (!known || own.size() > most.size()) most = own;
                known = true;
            }
        return most;
    }
    /// The dimensions the other way round, now and then: for operands that a transpose comes
    /// between.
    constexpr shape turned(shape const& dims) {
        if (random_.is_plain() || random_.below(4) != 0) return dims;
        shape reversed;
        for (int d = dims.size(); d != 0; --d) reversed.push(dims[d - 1]);
        return reversed;
    }
    /// A shape that broadcasts with `full`.
    constexpr shape stretched(shape const& full, match::item const& wanted) {
        bool const constant = wanted.kind != match::item_kind::any;
        if (random_.is_plain()) return wanted.kind == match::item_kind::literal ? shape{} : full;
        auto const choice = random_.below(10);
        int const rank = full.size();
        shape ones(rank > 0 ? rank - 1 : 0, 1);
        if (choice < (constant ? 2 : 5) || rank == 0) return full;
        if (choice < (constant ? 5 : 6) && rank > 1) return ones.with(0, full[1]);
        if (choice < 8) return {};
        if (choice == 8)
            return full.with(static_cast<int>(random_.below(static_cast<std::uint64_t>(rank))), 1);
        return full.slice(1, rank);
    }

    /// Shapes by the op's own list, the first of it that fits what is known.
    constexpr bool choose_by(std::string_view shapes, match::item const& node, slots& all) {
        int alternatives = 1;
        for (char c : shapes) alternatives += c == '|' ? 1 : 0;
        int const first =
            random_.is_plain()
                ? 0
                : static_cast<int>(random_.below(static_cast<std::uint64_t>(alternatives)));
        for (int k = 0; k != alternatives; ++k) {
            dims_of_letters letters{random_.below(1 << 20)};
            auto const text = part_of(shapes, '|', (first + k) % alternatives);
            if (!letters_fit(text, all, letters)) continue;
            for (int i = 0; i != all.size(); ++i)
                if (all[i].open) {
                    auto const own = part_of(text, ',', i);
                    fill(node, all, i, own == "*" ? widest(all) : letters.shape_of(own));
                }
            return true;
        }
        return false;
    }
    constexpr bool letters_fit(std::string_view text, slots const& all,
                               dims_of_letters& letters) const {
        for (int i = 0; i != all.size(); ++i)
            if (all[i].value != core::value_id::none) {
                auto const own = part_of(text, ',', i);
                if (own != "*" && !letters.fit(own, shape_of(all[i].value))) return false;
            }
        return true;
    }

    constexpr void fill(match::item const& node, slots& all, int i, shape const& dims) {
        using match::item_kind;
        auto& s = all[i];
        if (s.wanted->kind != item_kind::rest && is_bound(s.wanted->slot)) {
            s.value = bound.slots[s.wanted->slot].value; // a capture that this node has twice
            return;
        }
        auto const d = element_for(node.op->operand(i).admits, all, *node.op);
        s.open = false;
        switch (s.wanted->kind) {
        case item_kind::constant:
            s.value = constant(node.constant_op, d, dims, [&](std::int64_t) {
                if (core::is_float(d)) return (static_cast<double>(random_.below(15)) - 6.5) / 4;
                return static_cast<double>(random_.below(d == dtype::boolean ? 2 : 4));
            });
            break;
        case item_kind::literal:
            s.value = constant(node.constant_op, d, dims, [&](std::int64_t) {
                return table_.numbers[rule_.numbers + s.wanted->value];
            });
            break;
        default: {
            list<dim> all_dims;
            for (auto n : dims) all_dims.push_back(n);
            s.value = program.add_argument(
                block_, core::type::tensor(d, static_cast<list<dim>&&>(all_dims)));
        }
        }
        if (s.wanted->kind == item_kind::rest || s.wanted->slot < 0) return;
        bound.slots[s.wanted->slot].value = s.value;
        mark_bound(s.wanted->slot);
    }
    /// The dtype of an operand: like another's if it may be, since most ops want that.
    constexpr dtype element_for(core::dtype_set admits, slots const& all,
                                core::op_facts const& op) const {
        for (int i = 0; i != all.size(); ++i)
            if (all[i].value != core::value_id::none && op.operand(i).admits == admits)
                return program[all[i].value].type.element;
        constexpr dtype others[]{dtype::f32,     dtype::u8, dtype::i64,
                                 dtype::boolean, dtype::i8, dtype::i32};
        if (admits.has(base_element_)) return base_element_;
        for (auto d : others)
            if (admits.has(d)) return d;
        return dtype::f32;
    }
    constexpr void set_attributes(match::item const& wanted, core::node_id n) {
        auto const& op = *wanted.op;
        sample_attributes draw(program, n, random_);
        for (int a = 0; a != op.attribute_count; ++a) {
            auto& own = program[n].attributes[static_cast<std::size_t>(a)];
            match::setting const* given = nullptr;
            for (int s = 0; s != wanted.settings; ++s)
                if (rule_.pattern_settings[wanted.setting + s].position == a)
                    given = &rule_.pattern_settings[wanted.setting + s];
            if (given != nullptr && given->kind == match::setting_kind::fixed) {
                own = core::detail::to_attribute(table_.fixed[rule_.fixed + given->value].value(),
                                                 op.attributes[a].kind);
                continue;
            }
            if (given != nullptr && is_bound(given->slot)) {
                auto const& held = bound.slots[given->slot];
                own = program[held.node].attributes[static_cast<std::size_t>(held.index)];
                continue;
            }
            own = draw(op.attributes[a]);
            if (given == nullptr || given->slot < 0) continue;
            bound.slots[given->slot] = {core::value_id::none, n, a, 0};
            mark_bound(given->slot);
        }
    }

    match::rule_table const& table_;
    match::rule_facts const& rule_;
    op_shapes const* ops_;
    sample_random random_;
    dtype base_element_;
    shape base_;
    core::block_id block_{};
    std::uint32_t bound_slots_ = 0;
};

} // namespace tenon::graph

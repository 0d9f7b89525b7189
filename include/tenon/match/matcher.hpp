// Matches a pattern's items against a node of a program.
#pragma once

#include <tenon/match/item.hpp>
#include <tenon/match/use_counts.hpp>

namespace tenon::match {

/// What a capture was bound to: a value; a run of a node's operands; an attribute of a node.
struct binding {
    core::value_id value = core::value_id::none;
    core::node_id node = core::node_id::none;
    int index = 0;
    int count = 0;
};

/// The outcome of one match, overwritten by the next.
struct bindings {
    binding slots[most_captures]{};
    core::node_id nodes[most_nodes]{};
    int node_count = 0;
};

/// What predicates and computed attributes are given; `match_view` reads it by name.
struct match_context {
    core::program const& program;
    bindings const& bound;
    core::node_id root;
    std::string_view* unbound = nullptr; ///< in proofs: where to note a name that is not bound
};

/// One rule as data. Its trees are part of its type; the numbers and attribute values in it are
/// not, and are kept in its rule set.
struct rule_facts {
    std::string_view name{};
    item const* pattern = nullptr;
    setting const* pattern_settings = nullptr;
    item const* replacement = nullptr;
    setting const* replacement_settings = nullptr;
    int numbers = 0; ///< where its numbers start
    int fixed = 0;   ///< where its attribute values start
    sharing inner = sharing::unsaid;
    bool (*where)(match_context const&) = nullptr;
    core::op_facts const* root = nullptr;
    double tolerance = 0;         ///< within which the sides agree
    std::string_view unchecked{}; ///< why it is not proven, if it is not
};

/// Rules as data.
struct rule_table {
    rule_facts const* rules = nullptr;
    int count = 0;
    /// The rules by the kinds of their roots, and those of one kind as they are tried: the ones of
    /// kind `k` are `order[first[k]]` up to `order[first[k + 1]]`.
    std::int16_t const* order = nullptr;
    std::int16_t const* first = nullptr;
    double const* numbers = nullptr;
    fixed_attribute const* fixed = nullptr;
};

/// The tensor of the constant node that defines `v`, or null.
constexpr core::tensor const* constant_behind(core::program const& p, core::value_id v) {
    if (v == core::value_id::none || p.definer(v) == core::node_id::none) return nullptr;
    auto const definer = p.definer(v);
    core::op_facts const* const op = p.op(definer);
    if (op == nullptr || op->form != core::op_form::constant) return nullptr;
    auto const& held = p.at(definer, "value");
    return held.kind == core::attribute_kind::tensor ? &held.tensor : nullptr;
}

/// Whether every element of `t` is `number`.
constexpr bool is_splat_of(core::tensor const& t, double number) {
    if (t.element() == core::dtype::string || t.size() == 0) return false;
    for (std::int64_t i = 0; i != t.size(); ++i)
        if (t.real(i) != number) return false;
    return true;
}

/// Tries one rule at one node. Nothing is allocated. Commutative nodes are tried in both orders,
/// the last one met first: a pattern's items are walked in their order, and what follows a node is
/// walked again when its operands change places.
class matcher {
public:
    /// `kinds` are those of the ops that define the values of `p`.
    constexpr matcher(core::program const& p, core::list<core::op_kind> const& kinds,
                      use_counts& uses, rule_table const& table, bindings& bound)
        : program_(p), kinds_(kinds), uses_(uses), table_(table), bound_(bound) {}

    constexpr bool operator()(rule_facts const& rule, core::node_id root) {
        rule_ = &rule;
        bound_slots_ = 0;
        open_count_ = 0;
        int const size = rule.pattern->size;
        int at = 1;
        bool good = match_node(0, root);
        for (;;) {
            for (; good && at < size; ++at) good = match_item(at);
            if (good && nodes_fit() &&
                (rule.where == nullptr || rule.where({program_, bound_, root})))
                return true;
            if (open_count_ == 0) return false;
            auto const& last = open_[--open_count_];
            bound_slots_ = last.bound_slots;
            good = take_operands(last.item, last.node, true);
            at = last.item + 1;
        }
    }

private:
    static constexpr int most_items = 256;
    /// A node whose operands can still change places, and what was bound before them.
    struct other_order {
        int item = 0;
        core::node_id node = core::node_id::none;
        std::uint32_t bound_slots = 0;
    };

    constexpr item const& wanted_at(int at) const { return rule_->pattern[at]; }
    constexpr bool match_node(int at, core::node_id n) {
        auto const& wanted = wanted_at(at);
        auto const& found = program_[n];
        if (found.op != wanted.op) return false;
        if (wanted.result >= found.results.size()) return false;
        bound_.nodes[wanted.ordinal] = n;
        bound_.node_count = wanted.ordinal + 1;
        if (wanted.slot >= 0) bind(wanted.slot, {{}, n, 0, 0});
        if (wanted.op->commutative && found.operands.size() >= 2 &&
            found.operands[0] != found.operands[1])
            open_[open_count_++] = {at, n, bound_slots_};
        return take_operands(at, n, false);
    }
    /// Whether a value is a number that is wanted, or defined by an op of the kind that is: looked
    /// at for all operands of a node before what is below any of them.
    constexpr bool may_match(item const& wanted, core::value_id v) const {
        if (wanted.kind == item_kind::node)
            return v != core::value_id::none && kinds_[core::position(v)] == wanted.op->kind;
        if (wanted.kind != item_kind::literal) return true;
        if (v == core::value_id::none || kinds_[core::position(v)] != core::constant_kind)
            return false;
        auto const* const t = constant_behind(program_, v);
        return t != nullptr && is_splat_of(*t, table_.numbers[rule_->numbers + wanted.value]);
    }
    /// Says which values the items below a node have to match; false if one of them cannot.
    constexpr bool take_operands(int at, core::node_id n, bool swap) {
        auto const& wanted = wanted_at(at);
        auto const& operands = program_[n].operands;
        int const count = static_cast<int>(operands.size());
        int part = at + 1;
        for (int i = 0; i != wanted.operands; ++i, part += wanted_at(part).size) {
            if (wanted_at(part).kind == item_kind::rest) {
                auto const slot = wanted_at(part).slot;
                return slot < 0 || bind_rest(slot, n, i, count - i);
            }
            int const from = swap && i < 2 ? 1 - i : i;
            auto const v =
                from < count ? operands[static_cast<std::size_t>(from)] : core::value_id::none;
            if (!may_match(wanted_at(part), v)) return false;
            values_[part] = v;
        }
        for (int i = wanted.operands; i < count; ++i)
            if (operands[static_cast<std::size_t>(i)] != core::value_id::none) return false;
        return true;
    }
    constexpr bool match_item(int at) {
        auto const& wanted = wanted_at(at);
        auto const v = values_[at];
        switch (wanted.kind) {
        case item_kind::rest:
        case item_kind::literal: return true; // seen to with the operands of the node above
        case item_kind::absent: return v == core::value_id::none;
        case item_kind::optional: return bind_value(wanted.slot, v);
        default: break;
        }
        if (v == core::value_id::none) return false;
        switch (wanted.kind) {
        case item_kind::constant:
            return constant_behind(program_, v) != nullptr && bind_value(wanted.slot, v);
        case item_kind::node: {
            auto const definer = program_.definer(v);
            return definer != core::node_id::none && match_node(at, definer) &&
                   program_[definer].results[wanted.result] == v;
        }
        default: return bind_value(wanted.slot, v);
        }
    }

    /// The attributes and users of the nodes, once they are known to have the right form.
    constexpr bool nodes_fit() {
        item const* const all = rule_->pattern;
        for (int i = 0; i != all->size; ++i)
            if (all[i].kind == item_kind::node &&
                !node_fits(all[i], bound_.nodes[all[i].ordinal], i == 0))
                return false;
        return true;
    }
    constexpr bool node_fits(item const& wanted, core::node_id n, bool is_root) {
        return match_settings(wanted, n) && (is_root || !is_used_once(wanted) ||
                                             uses_.of(program_[n].results[wanted.result]) == 1);
    }
    constexpr bool is_used_once(item const& wanted) const {
        return wanted.uses == sharing::used_once ||
               (wanted.uses == sharing::unsaid && rule_->inner == sharing::used_once);
    }
    constexpr bool match_settings(item const& wanted, core::node_id n) {
        for (int i = 0; i != wanted.settings; ++i) {
            auto const& s = rule_->pattern_settings[wanted.setting + i];
            auto const& given = program_[n].attributes[static_cast<std::size_t>(s.position)];
            if (s.kind == setting_kind::fixed ? !table_.fixed[rule_->fixed + s.value].matches(given)
                                              : !bind_attribute(s.slot, n, s.position))
                return false;
        }
        return true;
    }
    constexpr bool is_bound(int slot) const { return ((bound_slots_ >> slot) & 1u) != 0; }
    constexpr void bind(int slot, binding to) {
        bound_slots_ |= std::uint32_t{1} << slot;
        bound_.slots[slot] = to;
    }
    constexpr bool bind_value(int slot, core::value_id v) {
        if (slot < 0) return true;
        if (is_bound(slot)) return bound_.slots[slot].value == v;
        bind(slot, {v, core::node_id::none, 0, 0});
        return true;
    }
    constexpr bool bind_rest(int slot, core::node_id n, int index, int count) {
        if (is_bound(slot)) {
            auto const& held = bound_.slots[slot];
            if (held.count != count) return false;
            for (int i = 0; i != count; ++i)
                if (program_[held.node].operands[static_cast<std::size_t>(held.index + i)] !=
                    program_[n].operands[static_cast<std::size_t>(index + i)])
                    return false;
            return true;
        }
        bind(slot, {core::value_id::none, n, index, count < 0 ? 0 : count});
        return true;
    }
    constexpr bool bind_attribute(int slot, core::node_id n, int position) {
        if (slot < 0) return true;
        if (is_bound(slot)) {
            auto const& held = bound_.slots[slot];
            return program_[held.node].attributes[static_cast<std::size_t>(held.index)] ==
                   program_[n].attributes[static_cast<std::size_t>(position)];
        }
        bind(slot, {core::value_id::none, n, position, 0});
        return true;
    }

    core::program const& program_;
    core::list<core::op_kind> const& kinds_;
    use_counts& uses_;
    rule_table const& table_;
    bindings& bound_;
    rule_facts const* rule_ = nullptr;
    std::uint32_t bound_slots_ = 0;
    core::value_id values_[most_items]{}; ///< what each item has to match, once it is known
    other_order open_[most_nodes]{};
    int open_count_ = 0;
};

} // namespace tenon::match

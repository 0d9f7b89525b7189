// Matches a pattern's items against a node of a program.
#pragma once

#include <tenon/match/item.hpp>
#include <tenon/match/use_lists.hpp>

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

/// The ops that define a node's first two operands, or that a pattern demands there; null where
/// there is none.
struct ops_below {
    core::op_facts const* of[2]{};

    static constexpr ops_below in(item const& root) {
        ops_below wanted;
        item const* part = &root + 1;
        for (int i = 0; i != root.operands && i != 2; ++i, part += part->size)
            if (part->kind == item_kind::node) wanted.of[i] = part->op;
        return wanted;
    }
    static constexpr ops_below in(core::program const& p, core::node const& n) {
        ops_below found;
        for (std::size_t i = 0; i != n.operands.size() && i != 2; ++i)
            if (auto const v = n.operands[i]; v != core::value_id::none)
                if (auto const definer = p.definer(v); definer != core::node_id::none)
                    found.of[i] = p.op(definer);
        return found;
    }
    constexpr bool admit(ops_below const& found, bool commutative) const {
        return fit(found.of[0], found.of[1]) || (commutative && fit(found.of[1], found.of[0]));
    }

private:
    constexpr bool fit(core::op_facts const* first, core::op_facts const* second) const {
        return (of[0] == nullptr || of[0] == first) && (of[1] == nullptr || of[1] == second);
    }
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
    int next = -1;   ///< the next rule that the same bucket of roots leads to
    sharing inner = sharing::unsaid;
    bool (*where)(match_context const&) = nullptr;
    core::op_facts const* root = nullptr;
    ops_below below{};            ///< what the pattern demands right below its root
    double tolerance = 0;         ///< within which the sides agree
    std::string_view unchecked{}; ///< why it is not proven, if it is not
};

/// Rules as data. A node's op leads to a bucket, and that to the rules worth trying, in order.
struct rule_table {
    static constexpr int buckets = 64;

    rule_facts const* rules = nullptr;
    int count = 0;
    std::int16_t const* first = nullptr; ///< per bucket
    double const* numbers = nullptr;
    fixed_attribute const* fixed = nullptr;

    static constexpr int bucket_of(std::string_view name) {
        auto const at = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
        if (name.empty()) return 0;
        return static_cast<int>(
            (name.size() * 7 + at(0) * 31u + at(name.size() / 2) * 5u + at(name.size() - 1)) %
            buckets);
    }
};

/// The tensor of the constant node that defines `v`, or null.
constexpr core::tensor const* constant_behind(core::program const& p, core::value_id v) {
    if (v == core::value_id::none || p[v].definer == core::node_id::none) return nullptr;
    auto const& definer = p[p[v].definer];
    if (definer.op == nullptr || definer.op->form != core::op_form::constant) return nullptr;
    auto const& held = p.at(p[v].definer, "value");
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
/// the last one met first.
class matcher {
public:
    constexpr matcher(core::program const& p, use_lists& uses, rule_table const& table,
                      bindings& bound)
        : program_(p), uses_(uses), table_(table), bound_(bound) {}

    constexpr bool operator()(rule_facts const& rule, core::node_id root) {
        rule_ = &rule;
        swapped_ = 0;
        for (;;) {
            seen_ = bound_slots_ = 0;
            if (match_node(rule.pattern, root) && nodes_fit() &&
                (rule.where == nullptr || rule.where({program_, bound_, root})))
                return true;
            std::uint32_t const open = seen_ & ~swapped_;
            if (open == 0) return false;
            std::uint32_t const last = std::uint32_t{1} << (31 - __builtin_clz(open));
            swapped_ = (swapped_ & (last - 1)) | last;
        }
    }

private:
    constexpr bool match_node(item const* wanted, core::node_id n) {
        auto const& found = program_[n];
        if (found.op != wanted->op) return false;
        if (wanted->result >= found.results.size()) return false;
        bound_.nodes[wanted->ordinal] = n;
        bound_.node_count = wanted->ordinal + 1;
        if (wanted->slot >= 0) bind(wanted->slot, {{}, n, 0, 0});
        return match_operands(wanted, n);
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
                                             uses_.count(program_[n].results[wanted.result]) == 1);
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
    constexpr bool match_operands(item const* wanted, core::node_id n) {
        auto const& operands = program_[n].operands;
        int const count = static_cast<int>(operands.size());
        bool const swap = wanted->op->commutative && count >= 2 && should_swap(*wanted, n);
        item const* part = wanted + 1;
        for (int i = 0; i != wanted->operands; ++i, part += part->size) {
            if (part->kind == item_kind::rest) {
                if (part->slot >= 0 && !bind_rest(part->slot, n, i, count - i)) return false;
                return true;
            }
            int const from = swap && i < 2 ? 1 - i : i;
            auto const v =
                from < count ? operands[static_cast<std::size_t>(from)] : core::value_id::none;
            if (!match_value(part, v)) return false;
        }
        for (int i = wanted->operands; i < count; ++i)
            if (operands[static_cast<std::size_t>(i)] != core::value_id::none) return false;
        return true;
    }
    constexpr bool should_swap(item const& wanted, core::node_id n) {
        if (program_[n].operands[0] == program_[n].operands[1]) return false;
        std::uint32_t const bit = std::uint32_t{1} << wanted.ordinal;
        seen_ |= bit;
        return (swapped_ & bit) != 0;
    }
    constexpr bool match_value(item const* wanted, core::value_id v) {
        if (wanted->kind == item_kind::absent) return v == core::value_id::none;
        if (wanted->kind == item_kind::optional) return bind_value(wanted->slot, v);
        if (v == core::value_id::none) return false;
        switch (wanted->kind) {
        case item_kind::constant:
            return constant_behind(program_, v) != nullptr && bind_value(wanted->slot, v);
        case item_kind::literal: {
            auto const* const t = constant_behind(program_, v);
            return t != nullptr && is_splat_of(*t, table_.numbers[rule_->numbers + wanted->value]);
        }
        case item_kind::node: {
            auto const& found = program_[v];
            return found.definer != core::node_id::none && found.index == wanted->result &&
                   match_node(wanted, found.definer);
        }
        default: return bind_value(wanted->slot, v);
        }
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
    use_lists& uses_;
    rule_table const& table_;
    bindings& bound_;
    rule_facts const* rule_ = nullptr;
    std::uint32_t swapped_ = 0, seen_ = 0, bound_slots_ = 0;
};

} // namespace tenon::match

// Which patterns certainly match some node together.
#pragma once

#include <tenon/match/coverage.hpp>

namespace tenon::match {

namespace detail {

class overlap {
public:
    constexpr overlap(pattern_facts a, pattern_facts b) : a_(a), b_(b) {}
    constexpr bool certain() const {
        return is_linear(a_) && is_linear(b_) && meet(a_.items, b_.items);
    }

private:
    constexpr bool meet(item const* a, item const* b) const {
        if (a->kind == item_kind::node && b->kind == item_kind::node) return nodes_meet(a, b);
        if (a->kind == item_kind::any) return is_present(b->kind);
        if (b->kind == item_kind::any) return is_present(a->kind);
        if (a->kind == item_kind::optional || b->kind == item_kind::optional)
            return a->kind != item_kind::rest && b->kind != item_kind::rest;
        if (a->kind == item_kind::rest || b->kind == item_kind::rest) return true;
        if (a->kind == item_kind::absent || b->kind == item_kind::absent) return a->kind == b->kind;
        // Numbers are not part of a rule's type: two are taken to be different.
        return a->kind == item_kind::constant
                   ? is_constant(b->kind)
                   : b->kind == item_kind::constant && is_constant(a->kind);
    }
    static constexpr bool is_present(item_kind k) {
        return k != item_kind::absent && k != item_kind::rest;
    }
    static constexpr bool is_constant(item_kind k) {
        return k == item_kind::constant || k == item_kind::literal;
    }
    constexpr bool nodes_meet(item const* a, item const* b) const {
        if (a->op != b->op || a->result != b->result || settings_differ(*a, *b)) return false;
        if (operands_meet(a, b, false)) return true;
        return a->op->commutative && a->operands == 2 && b->operands == 2 &&
               operands_meet(a, b, true);
    }
    /// Two values for one attribute are taken to be different.
    constexpr bool settings_differ(item const& a, item const& b) const {
        for (int i = 0; i != a.settings; ++i)
            for (int k = 0; k != b.settings; ++k) {
                auto const &x = a_.settings[a.setting + i], &y = b_.settings[b.setting + k];
                if (x.position == y.position && x.kind == setting_kind::fixed &&
                    y.kind == setting_kind::fixed)
                    return true;
            }
        return false;
    }
    /// Nodes with nothing but constant operands do not count: they are folded.
    constexpr bool operands_meet(item const* a, item const* b, bool swap) const {
        bool varies = a->operands == 0;
        item const* part = a + 1;
        for (int i = 0; i != a->operands; ++i, part += part->size) {
            int const from = swap && i < 2 ? 1 - i : i;
            if (part->kind == item_kind::rest) return true;
            if (from >= b->operands) {
                if (part->kind != item_kind::optional && part->kind != item_kind::absent)
                    return ends_in_rest(b);
                continue;
            }
            item const* other = b + 1;
            for (int k = 0; k != from; ++k) other += other->size;
            if (other->kind == item_kind::rest) return true;
            if (!meet(part, other)) return false;
            varies = varies || !(is_constant(part->kind) || is_constant(other->kind));
        }
        item const* rest = b + 1;
        for (int k = 0; k != b->operands; ++k, rest += rest->size)
            if (k >= a->operands && rest->kind != item_kind::optional &&
                rest->kind != item_kind::absent && rest->kind != item_kind::rest)
                return false;
        return varies;
    }
    static constexpr bool ends_in_rest(item const* node) {
        item const* part = node + 1;
        for (int k = 0; k != node->operands; ++k, part += part->size)
            if (part->kind == item_kind::rest) return true;
        return false;
    }

    pattern_facts a_, b_;
};

} // namespace detail

/// Whether some node is certainly matched by both; never true by mistake, but false for some pairs
/// where it holds.
constexpr bool overlaps(pattern_facts a, pattern_facts b) {
    return detail::overlap(a, b).certain();
}

} // namespace tenon::match

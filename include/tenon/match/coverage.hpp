// Which patterns certainly match whatever another one matches.
#pragma once

#include <tenon/match/item.hpp>

namespace tenon::match {

/// A pattern as the checks of a rule set see it.
struct pattern_facts {
    item const* items = nullptr;
    setting const* settings = nullptr;
    int count = 0;
    sharing inner = sharing::unsaid;
};

namespace detail {

/// A capture that occurs twice asks for equal values, so the pattern matches less than it
/// seems to.
constexpr bool is_linear(pattern_facts p) {
    std::uint32_t seen = 0;
    auto const again = [&](int slot) {
        if (slot < 0) return false;
        bool const met = ((seen >> slot) & 1u) != 0;
        seen |= std::uint32_t{1} << slot;
        return met;
    };
    for (int i = 0; i != p.count; ++i) {
        if (again(p.items[i].slot)) return false;
        for (int s = 0; s != p.items[i].settings; ++s)
            if (again(p.settings[p.items[i].setting + s].slot)) return false;
    }
    return true;
}

class coverage {
public:
    constexpr coverage(pattern_facts a, pattern_facts b) : a_(a), b_(b) {}
    constexpr bool holds() const { return is_linear(a_) && covers(a_.items, b_.items, true); }

private:
    constexpr bool covers(item const* a, item const* b, bool is_root) const {
        switch (a->kind) {
        case item_kind::any:
            return b->kind == item_kind::any || b->kind == item_kind::constant ||
                   b->kind == item_kind::literal || b->kind == item_kind::node;
        case item_kind::constant:
            return b->kind == item_kind::constant || b->kind == item_kind::literal;
        case item_kind::optional: return b->kind != item_kind::rest;
        case item_kind::rest: return true;
        case item_kind::absent: return b->kind == item_kind::absent;
        case item_kind::node: return b->kind == item_kind::node && covers_node(a, b, is_root);
        default: return false; // the numbers of literals are not part of a rule's type
        }
    }
    constexpr bool covers_node(item const* a, item const* b, bool is_root) const {
        if (a->op != b->op || a->result != b->result) return false;
        if (!is_root && once(*a, a_.inner) && !once(*b, b_.inner)) return false;
        for (int s = 0; s != a->settings; ++s)
            if (a_.settings[a->setting + s].kind != setting_kind::capture) return false;
        if (covers_operands(a, b, false)) return true;
        return a->op->commutative && a->operands == 2 && covers_operands(a, b, true);
    }
    constexpr bool covers_operands(item const* a, item const* b, bool swap) const {
        item const* part = a + 1;
        for (int i = 0; i != a->operands; ++i, part += part->size) {
            if (part->kind == item_kind::rest) return true;
            int const from = swap && i < 2 ? 1 - i : i;
            if (from >= b->operands) {
                if (part->kind != item_kind::optional && part->kind != item_kind::absent)
                    return false;
                continue;
            }
            item const* other = b + 1;
            for (int k = 0; k != from; ++k) other += other->size;
            if (!covers(part, other, false)) return false;
        }
        return a->operands >= b->operands;
    }
    static constexpr bool once(item const& i, sharing inner) {
        return i.uses == sharing::used_once ||
               (i.uses == sharing::unsaid && inner == sharing::used_once);
    }

    pattern_facts a_, b_;
};

} // namespace detail

/// Whether whatever `b` matches is certainly matched by `a` too; never true by mistake, but false
/// for some pairs where it holds.
constexpr bool covers(pattern_facts a, pattern_facts b) { return detail::coverage(a, b).holds(); }

} // namespace tenon::match

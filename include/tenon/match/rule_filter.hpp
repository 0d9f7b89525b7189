// Which rules of a table are worth trying at a node.
#pragma once

#include <tenon/match/matcher.hpp>

namespace tenon::match {

/// Looks at the kinds of ops at a pattern's root and right below it, of all rules at once: a rule
/// is a bit, and its place that in the order of its table.
class rule_filter {
public:
    constexpr explicit rule_filter(rule_table const& table)
        : table_(table), words_((static_cast<std::size_t>(table.count) + 63) / 64) {
        rows_.resize(words_ * core::op_kinds);
        crossed_.resize(words_);
        for (int at = 0; at != table.count; ++at) add(at);
    }
    /// Calls `attempt(rule)` for the rules that may match a node of kind `root` whose first two
    /// operands are defined by ops of the other kinds, until it returns true; false if it never
    /// does.
    template <class Attempt>
    constexpr bool any(core::op_kind root, core::op_kind first, core::op_kind second,
                       Attempt&& attempt) const {
        for (std::size_t word = 0; word != words_; ++word)
            for (auto bits = admitted(word, root, first, second); bits != 0; bits &= bits - 1) {
                auto const place = word * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
                if (attempt(table_.rules[table_.order[place]])) return true;
            }
        return false;
    }

private:
    /// The rules that admit a kind at the root, as the first operand, and as the second.
    struct row {
        std::uint64_t root = 0, first = 0, second = 0;
    };

    constexpr void add(int at) {
        auto const word = static_cast<std::size_t>(at) / 64;
        auto const bit = std::uint64_t{1} << (at % 64);
        item const* const root = table_.rules[table_.order[at]].pattern;
        core::op_kind below[2]{core::no_kind, core::no_kind};
        item const* part = root + 1;
        for (int i = 0; i != root->operands && i != 2; ++i, part += part->size)
            below[i] = kind_of(*part);
        row* const rows = &rows_[word * core::op_kinds];
        rows[root->op->kind].root |= bit;
        if (root->op->commutative) crossed_[word] |= bit;
        for (std::size_t k = 0; k != core::op_kinds; ++k) {
            if (below[0] == core::no_kind || below[0] == k) rows[k].first |= bit;
            if (below[1] == core::no_kind || below[1] == k) rows[k].second |= bit;
        }
    }
    /// The kind of what an item matches, `no_kind` if it may be any.
    static constexpr core::op_kind kind_of(item const& part) {
        switch (part.kind) {
        case item_kind::node: return part.op->kind;
        case item_kind::literal:
        case item_kind::constant: return core::constant_kind;
        default: return core::no_kind;
        }
    }
    /// Without a branch: which ops follow each other cannot be predicted.
    constexpr std::uint64_t admitted(std::size_t word, core::op_kind root, core::op_kind first,
                                     core::op_kind second) const {
        row const* const rows = &rows_[word * core::op_kinds];
        return rows[root].root & ((rows[first].first & rows[second].second) |
                                  (rows[second].first & rows[first].second & crossed_[word]));
    }

    rule_table const& table_;
    std::size_t words_;
    core::list<row> rows_;
    core::list<std::uint64_t> crossed_; ///< the rules whose roots are commutative
};

} // namespace tenon::match

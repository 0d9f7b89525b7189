// Whether a set of rules comes to rest: measures that every application shrinks.
#pragma once

#include <tenon/match/coverage.hpp>
#include <tenon/match/rule_order.hpp>

namespace tenon::match {

/// A rule as the checks of its set see it.
struct checked_rule {
    std::string_view name{};
    pattern_facts pattern{};
    item const* replacement = nullptr;
    int replacement_count = 0;
    bool is_conditional = false;
    int priority = 0;
    follower_names followers{};
};

namespace detail {

/// What one application does to a program. Nodes that only depend on constants weigh nothing: they
/// will be folded.
class rule_weights {
public:
    constexpr explicit rule_weights(checked_rule const& r) : rule_(r) {}

    /// By how many nodes of `op` (null: of any) a program grows at most. The root goes, and inner
    /// nodes that nobody else uses.
    constexpr int growth(core::op_facts const* op) const {
        int growth = 0;
        for (int i = 0; i != rule_.replacement_count; ++i)
            growth += counts(rule_.replacement + i, op);
        for (int i = 0; i != rule_.pattern.count; ++i)
            if (i == 0 || is_used_once(rule_.pattern.items[i]))
                growth -= counts(rule_.pattern.items + i, op);
        return growth;
    }
    /// By how much the sum of weights grows at most.
    constexpr int growth(op_weights const& weights) const {
        int growth = 0;
        for (int i = 0; i != rule_.replacement_count; ++i)
            if (auto const* const made = rule_.replacement + i; counts(made, nullptr))
                growth += weights.of(made->op);
        for (int i = 0; i != rule_.pattern.count; ++i)
            if (auto const& gone = rule_.pattern.items[i];
                (i == 0 || is_used_once(gone)) && counts(&gone, nullptr))
                growth -= weights.of(gone.op);
        return growth;
    }
    /// By how much the expression grows when every use of a value is written out; `unknown` where a
    /// captured value occurs more often than before.
    static constexpr int unknown = 1 << 20;
    constexpr int expression_growth() const {
        int growth = 0, balance[most_captures]{};
        for (int i = 0; i != rule_.pattern.count; ++i) {
            growth -= counts(rule_.pattern.items + i, nullptr);
            occur(rule_.pattern.items[i], balance, -1);
        }
        for (int i = 0; i != rule_.replacement_count; ++i) {
            growth += counts(rule_.replacement + i, nullptr);
            occur(rule_.replacement[i], balance, 1);
        }
        for (int more : balance)
            if (more > 0) return unknown;
        return growth;
    }

private:
    constexpr bool is_used_once(item const& i) const {
        return i.uses == sharing::used_once ||
               (i.uses == sharing::unsaid && rule_.pattern.inner == sharing::used_once);
    }
    static constexpr void occur(item const& i, int* balance, int by) {
        if (i.kind != item_kind::node && i.kind != item_kind::constant && i.slot >= 0)
            balance[i.slot] += by;
    }
    constexpr bool counts(item const* i, core::op_facts const* op) const {
        return i->kind == item_kind::node && (op == nullptr || i->op == op) && !is_constant(i);
    }
    /// Whether all that a node depends on is constant.
    constexpr bool is_constant(item const* i) const {
        if (i->kind == item_kind::any || i->kind == item_kind::optional ||
            i->kind == item_kind::rest)
            return is_captured_constant(i->slot);
        if (i->kind != item_kind::node) return true;
        item const* part = i + 1;
        for (int k = 0; k != i->operands; ++k, part += part->size)
            if (!is_constant(part)) return false;
        return true;
    }
    constexpr bool is_captured_constant(int slot) const {
        for (int i = 0; i != rule_.pattern.count; ++i)
            if (slot >= 0 && rule_.pattern.items[i].slot == slot)
                return rule_.pattern.items[i].kind == item_kind::constant;
        return false;
    }

    checked_rule const& rule_;
};

} // namespace detail

/// Looks for measures, one after the other, such that each rule shrinks the first of them that it
/// changes: the sum of the weights that the set gives, the number of all nodes, the size of the
/// expression written out, the number of nodes of some op. Rules that name their followers are left
/// out, and must not come back to themselves.
class termination {
public:
    static constexpr int most_rules = 512;

    constexpr termination(checked_rule const* rules, int count, op_weights const& weights = {})
        : rules_(rules), count_(count), weights_(weights) {
        settle_all();
        if (first_open() >= 0) {
            named_may_grow_ = true;
            settle_all();
        }
    }
    /// The first rule that shrinks nothing, or -1.
    constexpr int first_open() const {
        for (int r = 0; r != count_; ++r)
            if (open_[r]) return r;
        return -1;
    }
    /// Another one, which may undo what the first does; the first itself if there is none.
    constexpr int another_open() const {
        int const first = first_open();
        for (int r = first + 1; r < count_; ++r)
            if (open_[r]) return r;
        return first;
    }
    /// The first rule that comes back to itself through those that it names, or -1.
    constexpr int first_in_circle() const {
        for (int r = 0; r != count_; ++r)
            if (!names_none(r) && reaches(r, r, 0)) return r;
        return -1;
    }
    /// The first rule that names one that is not there, or -1.
    constexpr int first_with_unknown_name() const {
        for (int r = 0; r != count_; ++r)
            for (int k = 0; k < rules_[r].followers.count; ++k)
                if (find(rules_[r].followers.names[k]) < 0) return r;
        return -1;
    }

private:
    constexpr bool names_none(int r) const { return rules_[r].followers.count < 0; }
    constexpr void settle_all() {
        for (int r = 0; r != count_ && r != most_rules; ++r) open_[r] = names_none(r);
        while (settle_some()) {
        }
    }

    /// Takes out the rules that shrink the measure, if no other one lets it grow.
    constexpr bool settle_by(auto growth) {
        bool some = false;
        for (int r = 0; r != count_; ++r) {
            if (!open_[r] && (names_none(r) || named_may_grow_)) continue;
            int const by = growth(rules_[r]);
            if (by > 0) return false;
            some = some || (open_[r] && by < 0);
        }
        for (int r = 0; some && r != count_; ++r)
            if (open_[r] && growth(rules_[r]) < 0) open_[r] = false;
        return some;
    }
    constexpr bool settle_some() {
        if (weights_.count != 0 && settle_by([this](checked_rule const& r) {
                return detail::rule_weights(r).growth(weights_);
            }))
            return true;
        if (settle_by(
                [](checked_rule const& r) { return detail::rule_weights(r).growth(nullptr); }))
            return true;
        if (settle_by(
                [](checked_rule const& r) { return detail::rule_weights(r).expression_growth(); }))
            return true;
        for (int r = 0; r != count_; ++r) {
            if (!open_[r]) continue;
            auto const& pattern = rules_[r].pattern;
            for (int i = 0; i != pattern.count; ++i)
                if (auto const* const op = pattern.items[i].op; op != nullptr)
                    if (settle_by([op](checked_rule const& c) {
                            return detail::rule_weights(c).growth(op);
                        }))
                        return true;
        }
        return false;
    }
    constexpr int find(std::string_view name) const {
        for (int r = 0; r != count_; ++r)
            if (rules_[r].name == name) return r;
        return -1;
    }
    /// Whether `to` may match behind `from`, over rules that name their followers; rules between
    /// that shrink a measure may leave anything that fits.
    constexpr bool reaches(int from, int to, int depth) const {
        if (depth > count_) return false;
        auto const& named = rules_[from].followers;
        for (int k = 0; k < named.count; ++k) {
            int const next = find(named.names[k]);
            if (next < 0) continue;
            if (next == to || (!names_none(next) && reaches(next, to, depth + 1))) return true;
            if (names_none(next) && named_may_grow_ && some_shrinking_enables(to)) return true;
        }
        return false;
    }
    constexpr bool some_shrinking_enables(int to) const {
        for (int r = 0; r != count_; ++r)
            if (names_none(r) && enables(rules_[r], rules_[to])) return true;
        return false;
    }
    /// Whether an application of `a` may make `b` match: by a node that it leaves, or by bringing
    /// the user of its root together with what it captured.
    static constexpr bool enables(checked_rule const& a, checked_rule const& b) {
        int nodes = 0;
        for (int i = 0; i != b.pattern.count; ++i) {
            auto const* const op = b.pattern.items[i].op;
            if (b.pattern.items[i].kind != item_kind::node) continue;
            ++nodes;
            for (int k = 0; k != a.replacement_count; ++k)
                if (a.replacement[k].kind == item_kind::node && a.replacement[k].op == op)
                    return true;
        }
        return nodes > 1 && a.replacement[0].kind != item_kind::node;
    }

    checked_rule const* rules_;
    int count_;
    op_weights weights_;
    bool open_[most_rules]{};
    bool named_may_grow_ = false; ///< whether rules that name their followers may undo shrinking
};

} // namespace tenon::match

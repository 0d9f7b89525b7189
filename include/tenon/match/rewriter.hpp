// Applies a table of rules to a program until none matches.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/match/matcher.hpp>
#include <tenon/match/replacement.hpp>
#include <tenon/match/rule_filter.hpp>

namespace tenon::match {

/// What a run of rules did.
struct rewrite_counts {
    int rewrites = 0;
    int nodes_added = 0;
    /// The rule that was about to be applied beyond the bound, empty if the rules came to rest.
    std::string_view restless{};
};

/// Visits nodes from a worklist, first in program order and then where something changed. Every
/// node is visited at most `most_visits` times and rewritten results of rewritten results stop at
/// `most_generations`, so that a run ends whatever the rules are.
///
/// A rule is applied only if its replacement has the type of what it replaces. New nodes come from
/// all the nodes that were matched.
class rewriter {
public:
    static constexpr int most_visits = 24;
    static constexpr int most_generations = 64;

    constexpr rewriter(core::program& p, rule_table const& table)
        : program_(p), uses_(p), matcher_(p, kinds_, uses_, table, bound_),
          replacement_(p, bound_, table), filter_(table) {}

    constexpr rewrite_counts run() {
        kinds_.resize(program_.value_count());
        for (std::size_t i = 0; i != kinds_.size(); ++i) note_kind(static_cast<core::value_id>(i));
        for (; swept_blocks_ != program_.block_count(); ++swept_blocks_) sweep();
        for (std::size_t i = 0; i < work_.size(); ++i) visit(work_[i]);
        if (counts_.rewrites != 0) settle_blocks();
        return counts_;
    }

private:
    static constexpr std::size_t ahead = 16;
    struct node_state {
        std::uint16_t queued : 1 = 1; ///< or still to be swept
        std::uint16_t visits : 6 = 0;
        std::uint16_t generation : 8 = 0;
    };
    struct insertions {
        core::node_id last = core::node_id::none;     ///< the last node inserted before this one
        core::node_id previous = core::node_id::none; ///< the one inserted before this itself
    };

    constexpr void grow() {
        uses_.grow();
        if (state_.empty()) make_state();
        keep_beside(state_, program_.node_count());
        keep_beside(kinds_, program_.value_count());
        keep_beside(inserted_, program_.node_count());
    }
    /// What is known of the nodes when the first of them is rewritten.
    constexpr void make_state() {
        keep_beside(state_, program_.node_count());
        for (std::size_t b = 0; b <= swept_blocks_ && b != program_.block_count(); ++b) {
            auto const& nodes = program_[static_cast<core::block_id>(b)].nodes;
            auto const count = b == swept_blocks_ ? swept_nodes_ : nodes.size();
            for (std::size_t i = 0; i != count; ++i) state_[core::position(nodes[i])].queued = 0;
        }
    }
    constexpr void push(core::node_id n) {
        auto& s = state_[core::position(n)];
        if (s.queued || s.visits >= most_visits) return;
        s.queued = 1;
        work_.push_back(n);
    }
    /// Visits the nodes of the next block. Large programs are a wait for memory, so that it is
    /// asked for those that come next.
    constexpr void sweep() {
        auto const b = static_cast<core::block_id>(swept_blocks_);
        for (swept_nodes_ = 0; swept_nodes_ < program_[b].nodes.size();) {
            auto const& nodes = program_[b].nodes;
            if (!__builtin_is_constant_evaluated() && swept_nodes_ + ahead < nodes.size())
                prefetch(program_[nodes[swept_nodes_ + ahead]]);
            visit(nodes[swept_nodes_++]);
        }
    }
    /// What a visit reads of a node, which may lie across two cache lines.
    static void prefetch(core::node const& n) {
        __builtin_prefetch(&n.op);
        __builtin_prefetch(&n.attributes);
    }
    constexpr void note_kind(core::value_id v) {
        auto const definer = program_.definer(v);
        core::op_facts const* const op =
            definer == core::node_id::none ? nullptr : program_.op(definer);
        kinds_[core::position(v)] = op == nullptr ? core::no_kind : op->kind;
    }
    /// Without a branch on the number of operands, which cannot be predicted.
    constexpr core::op_kind kind_of(core::node const& n, std::size_t operand) const {
        if (n.operands.empty()) return core::no_kind;
        bool const there = operand < n.operands.size();
        auto const v = n.operands[there ? operand : 0];
        if (v == core::value_id::none) return core::no_kind;
        static_assert(core::no_kind == 0);
        return static_cast<core::op_kind>(kinds_[core::position(v)] * there);
    }
    constexpr void visit(core::node_id n) {
        if (!state_.empty()) {
            auto& s = state_[core::position(n)];
            s.queued = 0;
            ++s.visits;
        }
        auto const& visited = program_[n];
        core::op_facts const* const op = visited.op;
        if (op == nullptr) return;
        filter_.each(op->kind, kind_of(visited, 0), kind_of(visited, 1),
                     [&](rule_facts const& rule) {
                         return rule.root == op && results_may_go(rule, n) && matcher_(rule, n) &&
                                apply(rule, n);
                     });
    }
    /// Results beside the one that the rule replaces must be unused.
    constexpr bool results_may_go(rule_facts const& rule, core::node_id n) {
        auto const& made = program_[n].results;
        if (made.size() < 2) return true;
        auto const kept = rule.pattern->result;
        for (std::size_t i = 0; i != made.size(); ++i)
            if (i != kept && uses_.count(made[i]) != 0) return false;
        return true;
    }

    constexpr bool apply(rule_facts const& rule, core::node_id root) {
        if (!state_.empty() && state_[core::position(root)].generation >= most_generations) {
            counts_.restless = rule.name;
            return false;
        }
        auto const old = program_[root].results[rule.pattern->result];
        auto const constraints = program_.constraints.size();
        auto const made = replacement_.build(rule, root);
        if (made == old || made == core::value_id::none ||
            !may_replace(program_[old].type, program_[made].type)) {
            withdraw(constraints);
            return false;
        }
        commit(root, old, made);
        return true;
    }
    static constexpr bool may_replace(core::type const& old, core::type const& made) {
        return old.what == core::type::kind::none || old == made;
    }
    constexpr void withdraw(std::size_t constraints) {
        for (auto n : replacement_.added()) program_.set_op(n, nullptr);
        while (program_.constraints.size() > constraints) program_.constraints.pop_back();
    }
    constexpr void commit(core::node_id root, core::value_id old, core::value_id made) {
        uses_.make();
        grow();
        ++counts_.rewrites;
        counts_.nodes_added += static_cast<int>(replacement_.added().size());
        for (auto n : replacement_.added()) settle(root, n);
        uses_.each_user(old, [&](core::node_id user) { push(user); });
        uses_.replace(program_, old, made);
        if (program_[made].name.empty())
            program_[made].name = static_cast<core::text&&>(program_[old].name);
        erase(root);
    }
    constexpr void settle(core::node_id root, core::node_id n) {
        auto const generation = state_[core::position(root)].generation + 1;
        state_[core::position(n)] = {0, 0, static_cast<std::uint8_t>(generation)};
        auto& last = inserted_[core::position(root)].last;
        inserted_[core::position(n)].previous = last;
        last = n;
        for (auto v : program_[n].results) note_kind(v);
        uses_.add_node(n);
        push(n);
    }
    /// Takes a node out, and whatever pure nodes are left without a user by that.
    constexpr void erase(core::node_id n) {
        doomed_.push_back(n);
        while (!doomed_.empty()) {
            auto const dead = doomed_.back();
            doomed_.pop_back();
            if (program_.op(dead) == nullptr) continue;
            program_.set_op(dead, nullptr);
            for (auto b : program_[dead].regions) {
                for (auto inner : program_[b].nodes) doomed_.push_back(inner);
                for (auto v : program_[b].yields) release(v);
            }
            for (auto v : program_[dead].operands) release(v);
        }
    }
    constexpr void release(core::value_id v) {
        if (v == core::value_id::none) return;
        uses_.drop(v);
        auto const left = uses_.count(v);
        if (left == 1) uses_.each_user(v, [&](core::node_id user) { push(user); });
        auto const definer = program_.definer(v);
        if (left != 0 || definer == core::node_id::none || program_.op(definer) == nullptr) return;
        if (!program_.op(definer)->pure) return;
        for (auto made : program_[definer].results)
            if (uses_.count(made) != 0) return;
        doomed_.push_back(definer);
    }

    constexpr void settle_blocks() {
        for (std::size_t b = 0; b != program_.block_count(); ++b) {
            auto& nodes = program_[static_cast<core::block_id>(b)].nodes;
            core::list<core::node_id> settled;
            settled.reserve(nodes.size());
            for (auto n : nodes) emit(n, settled);
            nodes = static_cast<core::list<core::node_id>&&>(settled);
        }
    }
    constexpr void emit(core::node_id n, core::list<core::node_id>& settled) const {
        if (auto const last = inserted_[core::position(n)].last; last != core::node_id::none)
            emit_before(last, settled);
        if (program_.op(n) != nullptr) settled.push_back(n);
    }
    constexpr void emit_before(core::node_id last, core::list<core::node_id>& settled) const {
        core::list<core::node_id> chain;
        for (auto n = last; n != core::node_id::none; n = inserted_[core::position(n)].previous)
            chain.push_back(n);
        for (std::size_t i = chain.size(); i != 0; --i) emit(chain[i - 1], settled);
    }

    core::program& program_;
    use_lists uses_;
    bindings bound_;
    matcher matcher_;
    replacement_builder replacement_;
    rule_filter filter_;
    rewrite_counts counts_;
    std::size_t swept_blocks_ = 0, swept_nodes_ = 0; ///< before the first rewrite
    core::list<node_state> state_;                   ///< empty before the first rewrite
    core::list<insertions> inserted_;
    core::list<core::op_kind> kinds_; ///< of the ops that define the values
    core::list<core::node_id> work_, doomed_;
};

namespace detail {
rewrite_counts apply_in_library(rule_table const& table, core::program& p);
} // namespace detail

/// Applies the rules of `table` to `p` until none matches.
constexpr rewrite_counts apply(rule_table const& table, core::program& p) {
    TENON_PRECOMPILED_CALL(detail::apply_in_library(table, p), rewriter(p, table).run())
}

} // namespace tenon::match

// Applies a table of rules to a program until none matches.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/match/matcher.hpp>
#include <tenon/match/replacement.hpp>

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
        : program_(p), table_(table), uses_(p), matcher_(p, uses_, table, bound_),
          replacement_(p, bound_, table) {}

    constexpr rewrite_counts run() {
        keep_beside(state_, program_.node_count());
        for (std::size_t b = 0; b != program_.block_count(); ++b)
            sweep(static_cast<core::block_id>(b));
        for (std::size_t i = 0; i < work_.size(); ++i)
            if (auto const c = candidate_at(work_[i]); c.first >= 0) visit(c);
        if (counts_.rewrites != 0) settle_blocks();
        return counts_;
    }

private:
    static constexpr std::size_t ahead = 16;
    struct node_state {
        bool queued = true; ///< all nodes are, to begin with
        bool gone = false;
        std::uint8_t visits = 0;
        std::uint8_t generation = 0;
    };
    struct insertions {
        core::node_id last = core::node_id::none;     ///< the last node inserted before this one
        core::node_id previous = core::node_id::none; ///< the one inserted before this itself
    };

    constexpr void grow() {
        uses_.grow();
        keep_beside(state_, program_.node_count());
        keep_beside(inserted_, program_.node_count());
    }
    constexpr void push(core::node_id n) {
        auto& s = state_[core::position(n)];
        if (s.queued || s.visits >= most_visits) return;
        s.queued = true;
        work_.push_back(n);
    }
    /// A node, and the first rule that its op leads to.
    struct candidate {
        core::node_id node = core::node_id::none;
        int first = -1;
    };
    constexpr candidate candidate_at(core::node_id n) {
        auto const* const op = program_.op(n);
        if (op == nullptr) state_[core::position(n)].gone = true;
        return {n, op == nullptr ? -1 : table_.first[rule_table::bucket_of(op->name)]};
    }
    /// Visits the nodes of a block. Large programs are a wait for memory, so that it is asked for
    /// those that come next.
    constexpr void sweep(core::block_id b) {
        for (std::size_t i = 0; i < program_[b].nodes.size(); ++i) {
            auto const& nodes = program_[b].nodes;
            if (!__builtin_is_constant_evaluated() && i + ahead < nodes.size())
                __builtin_prefetch(&program_[nodes[i + ahead]]);
            if (auto const c = candidate_at(nodes[i]); c.first >= 0) visit(c);
        }
    }
    constexpr void visit(candidate c) {
        auto& s = state_[core::position(c.node)];
        s.queued = false;
        ++s.visits;
        if (auto const* const op = program_.op(c.node); op != nullptr) visit(c.node, op, c.first);
    }
    constexpr void visit(core::node_id n, core::op_facts const* op, int first) {
        auto const below = ops_below::in(program_, program_[n]);
        for (int r = first; r >= 0; r = table_.rules[r].next) {
            auto const& rule = table_.rules[r];
            if (rule.root == op && rule.below.admit(below, op->commutative) &&
                results_may_go(rule, n) && matcher_(rule, n) && apply(rule, n))
                return;
        }
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
        if (state_[core::position(root)].generation >= most_generations) {
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
        state_[core::position(n)] = {false, false, 0, static_cast<std::uint8_t>(generation)};
        auto& last = inserted_[core::position(root)].last;
        inserted_[core::position(n)].previous = last;
        last = n;
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
            state_[core::position(dead)].gone = true;
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
        if (!state_[core::position(n)].gone) settled.push_back(n);
    }
    constexpr void emit_before(core::node_id last, core::list<core::node_id>& settled) const {
        core::list<core::node_id> chain;
        for (auto n = last; n != core::node_id::none; n = inserted_[core::position(n)].previous)
            chain.push_back(n);
        for (std::size_t i = chain.size(); i != 0; --i) emit(chain[i - 1], settled);
    }

    core::program& program_;
    rule_table const& table_;
    use_lists uses_;
    bindings bound_;
    matcher matcher_;
    replacement_builder replacement_;
    rewrite_counts counts_;
    core::list<node_state> state_;
    core::list<insertions> inserted_;
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

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

/// Visits the nodes in their order, those of a region after the node it belongs to, so that what is
/// below a node has come to rest when it is visited. A node that a rule applies to becomes the root
/// of the replacement where it is, and is visited again after the nodes that are new below it. What
/// its users see does not change. Only a value that is left with one user can matter to a node that
/// was visited before; then there is another sweep, `most_sweeps` at most. A node is rewritten at
/// most `most_generations` times, counting those from which it came, so that a run ends whatever
/// the rules are.
///
/// A rule is applied only if its replacement has the type of what it replaces. New nodes come from
/// all the nodes that were matched.
class rewriter {
public:
    static constexpr int most_sweeps = 24;
    static constexpr int most_generations = 64;

    constexpr rewriter(core::program& p, rule_table const& table)
        : program_(p), uses_(p), matcher_(p, kinds_, uses_, table, bound_),
          replacement_(p, bound_, table), filter_(table) {}

    constexpr rewrite_counts run() {
        for (int i = 0; i != most_sweeps && sweep_again_; ++i) {
            sweep_again_ = false;
            kinds_.clear();
            kinds_.resize(program_.value_count());
            for (std::size_t b = 0; b != program_.block_count(); ++b)
                if (program_[static_cast<core::block_id>(b)].owner == core::node_id::none)
                    sweep(static_cast<core::block_id>(b));
        }
        return counts_;
    }

private:
    static constexpr std::size_t ahead = 16;
    struct insertions {
        core::node_id last = core::node_id::none;     ///< the last node inserted before this one
        core::node_id previous = core::node_id::none; ///< the one inserted before this itself
    };

    // Templates come before their use, which clang 19 demands in constant expressions.
    template <class T> static constexpr T&& take(T& from) { return static_cast<T&&>(from); }

    /// Visits what is in a block. Large programs are a wait for memory, so that it is asked for the
    /// nodes that come next.
    constexpr void sweep(core::block_id b) {
        auto const before = counts_.rewrites;
        auto const& nodes = program_[b].nodes;
        for (std::size_t i = 0; i != nodes.size(); ++i) {
            if (!__builtin_is_constant_evaluated() && i + ahead < nodes.size())
                prefetch(program_[nodes[i + ahead]]);
            visit(nodes[i]);
        }
        if (!forwards_.empty()) follow(program_[b].yields);
        if (counts_.rewrites != before) settle(b);
    }
    /// What a visit reads of a node, which may lie across two cache lines.
    static void prefetch(core::node const& n) {
        __builtin_prefetch(&n.op);
        __builtin_prefetch(&n.attributes);
    }
    constexpr void visit(core::node_id n) {
        if (rewrite(n))
            while (!waiting_.empty()) {
                auto const next = waiting_.back();
                waiting_.pop_back();
                rewrite(next);
            }
        core::op_facts const* const op = program_[n].op;
        if (op == nullptr || op->regions == 0) return;
        for (std::size_t r = 0; r < program_[n].regions.size(); ++r) sweep(program_[n].regions[r]);
    }
    /// Whether `holds(rule)` for one that may fit, by the kinds of the node's op and of those that
    /// define its first two operands. Without a branch on how many there are, which cannot be
    /// predicted.
    template <class Holds> constexpr bool any_rule(core::node const& n, Holds&& holds) const {
        auto const count = n.operands.size();
        if (count == 0) return filter_.any(n.op->kind, core::no_kind, core::no_kind, holds);
        auto const* const operands = n.operands.data();
        static_assert(core::no_kind == 0);
        auto const second = static_cast<core::op_kind>(kind_of(operands[count > 1]) * (count > 1));
        return filter_.any(n.op->kind, kind_of(operands[0]), second, holds);
    }
    constexpr core::op_kind kind_of(core::value_id v) const {
        return v == core::value_id::none ? core::no_kind : kinds_[core::position(v)];
    }
    /// Applies the first rule that fits.
    constexpr bool rewrite(core::node_id n) {
        auto& visited = program_[n];
        core::op_facts const* const op = visited.op;
        if (op == nullptr) return false;
        if (!forwards_.empty()) follow(visited.operands);
        for (auto v : visited.results) kinds_[core::position(v)] = op->kind;
        return any_rule(visited, [&](rule_facts const& rule) {
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
            if (i != kept && uses_.of(made[i]) != 0) return false;
        return true;
    }

    constexpr bool apply(rule_facts const& rule, core::node_id root) {
        if (!generations_.empty() && generations_[core::position(root)] >= most_generations) {
            counts_.restless = rule.name;
            return false;
        }
        auto const old = program_[root].results[rule.pattern->result];
        auto const constraints = program_.constraints.size();
        auto const made = replacement_.build(rule, root);
        auto const& added = replacement_.added();
        if (made == old || made == core::value_id::none ||
            !may_replace(program_[old].type, program_[made].type)) {
            for (std::size_t i = added.size(); i != 0; --i) program_.remove_last(added[i - 1]);
            while (program_.constraints.size() > constraints) program_.constraints.pop_back();
            return false;
        }
        ++counts_.rewrites;
        counts_.nodes_added += static_cast<int>(added.size());
        uses_.make();
        if (can_become(root, old, made))
            change(root, old, made);
        else
            forward(root, old, made);
        return true;
    }
    static constexpr bool may_replace(core::type const& old, core::type const& made) {
        return old.what == core::type::kind::none || old == made;
    }
    /// Whether the node that was rewritten can become the one that takes its place.
    constexpr bool can_become(core::node_id root, core::value_id old, core::value_id made) const {
        auto const& added = replacement_.added();
        return !added.empty() && program_.definer(made) == added.back() &&
               program_[added.back()].results.size() == program_[root].results.size() &&
               program_[made].index == program_[old].index;
    }
    /// Makes the node that was rewritten the last one that was added.
    constexpr void change(core::node_id root, core::value_id old, core::value_id made) {
        auto const last = replacement_.added().back();
        core::node &from = program_[last], &to = program_[root];
        core::list<core::value_id> const operands = take(to.operands);
        core::list<core::block_id> const regions = take(to.regions);
        to.operands = take(from.operands);
        to.attributes = take(from.attributes);
        to.regions = take(from.regions);
        to.where.origins = take(from.where.origins);
        for (auto b : to.regions) program_[b].owner = root;
        if (program_[old].type.what == core::type::kind::none)
            program_[old].type = program_[made].type;
        program_.set_op(root, from.op);
        program_.remove_last(last);

        grow();
        ++generations_[core::position(root)];
        uses_.add_operands(root);
        wait(root);
        take_in(root, replacement_.added().size() - 1);
        release(root, operands, regions);
        erase_doomed();
    }
    /// Makes the users of a node that was rewritten use another value.
    constexpr void forward(core::node_id root, core::value_id old, core::value_id made) {
        grow();
        while (forwards_.size() < program_.value_count()) forwards_.push_back(core::value_id::none);
        forwards_[core::position(old)] = made;
        take_in(root, replacement_.added().size());
        uses_.move(old, made);
        if (program_[made].name.empty()) program_[made].name = take(program_[old].name);
        doomed_.push_back(root);
        erase_doomed();
    }
    constexpr void grow() {
        uses_.grow();
        keep_beside(kinds_, program_.value_count());
        keep_beside(generations_, program_.node_count());
    }
    /// The first nodes of a replacement come before the node that was rewritten.
    constexpr void take_in(core::node_id root, std::size_t count) {
        if (count == 0) return;
        auto const& added = replacement_.added();
        keep_beside(inserted_, program_.node_count());
        for (std::size_t i = 0; i != count; ++i) {
            auto& last = inserted_[core::position(root)].last;
            inserted_[core::position(added[i])].previous = last;
            last = added[i];
            generations_[core::position(added[i])] =
                static_cast<std::uint8_t>(generations_[core::position(root)] + 1);
            uses_.add_operands(added[i]);
        }
        for (std::size_t i = count; i != 0; --i) wait(added[i - 1]);
    }
    constexpr void wait(core::node_id n) {
        for (auto v : program_[n].results) kinds_[core::position(v)] = core::no_kind;
        waiting_.push_back(n);
    }
    constexpr void follow(core::list<core::value_id>& values) const {
        for (auto& v : values)
            while (v != core::value_id::none && core::position(v) < forwards_.size() &&
                   forwards_[core::position(v)] != core::value_id::none)
                v = forwards_[core::position(v)];
    }

    /// Takes nodes out, and whatever pure nodes are left without a user by that.
    constexpr void erase_doomed() {
        while (!doomed_.empty()) {
            auto const dead = doomed_.back();
            doomed_.pop_back();
            if (program_.op(dead) == nullptr) continue;
            program_.set_op(dead, nullptr);
            release(dead, program_[dead].operands, program_[dead].regions);
        }
    }
    /// What a node no longer uses.
    constexpr void release(core::node_id user, core::list<core::value_id> const& operands,
                           core::list<core::block_id> const& regions) {
        for (auto b : regions) {
            for (auto inner : program_[b].nodes) doomed_.push_back(inner);
            for (auto v : program_[b].yields) release(core::node_id::none, v);
        }
        for (auto v : operands) release(user, v);
    }
    constexpr void release(core::node_id user, core::value_id v) {
        if (v == core::value_id::none) return;
        uses_.drop(v, user);
        auto const left = uses_.of(v);
        if (left == 1) sweep_again_ = sweep_again_ || may_match_now(uses_.sole_user(v));
        auto const definer = program_.definer(v);
        if (left != 0 || definer == core::node_id::none || program_.op(definer) == nullptr) return;
        if (!program_.op(definer)->pure) return;
        for (auto made : program_[definer].results)
            if (uses_.of(made) != 0) return;
        doomed_.push_back(definer);
    }
    /// Whether a rule may fit a node that was visited before.
    constexpr bool may_match_now(core::node_id n) const {
        if (n == core::node_id::none || program_.op(n) == nullptr) return false;
        auto const& user = program_[n];
        bool visited = false;
        for (auto v : user.results) visited = visited || kinds_[core::position(v)] != core::no_kind;
        return visited && any_rule(user, [](rule_facts const&) { return true; });
    }

    /// Brings the list of a block up to date.
    constexpr void settle(core::block_id b) {
        auto& nodes = program_[b].nodes;
        core::list<core::node_id> settled;
        settled.reserve(nodes.size());
        for (auto n : nodes) emit(n, settled);
        nodes = take(settled);
    }
    constexpr void emit(core::node_id n, core::list<core::node_id>& settled) {
        if (core::position(n) < inserted_.size()) {
            auto const last = inserted_[core::position(n)].last;
            inserted_[core::position(n)].last = core::node_id::none;
            if (last != core::node_id::none) emit_chain(last, settled);
        }
        if (program_.op(n) != nullptr) settled.push_back(n);
    }
    constexpr void emit_chain(core::node_id last, core::list<core::node_id>& settled) {
        core::list<core::node_id> chain;
        for (auto n = last; n != core::node_id::none; n = inserted_[core::position(n)].previous)
            chain.push_back(n);
        for (std::size_t i = chain.size(); i != 0; --i) emit(chain[i - 1], settled);
    }
    core::program& program_;
    use_counts uses_;
    bindings bound_;
    matcher matcher_;
    replacement_builder replacement_;
    rule_filter filter_;
    rewrite_counts counts_;
    bool sweep_again_ = true;
    core::list<core::op_kind> kinds_;      ///< of the ops that define the values, once visited
    core::list<std::uint8_t> generations_; ///< of the nodes
    core::list<core::value_id> forwards_;  ///< what takes the place of a value, or none
    core::list<insertions> inserted_;      ///< into the lists of blocks, later
    core::list<core::node_id> waiting_, doomed_;
};

namespace detail {
rewrite_counts apply_in_library(rule_table const& table, core::program& p);
} // namespace detail

/// Applies the rules of `table` to `p` until none matches.
constexpr rewrite_counts apply(rule_table const& table, core::program& p) {
    TENON_PRECOMPILED_CALL(detail::apply_in_library(table, p), rewriter(p, table).run())
}

} // namespace tenon::match

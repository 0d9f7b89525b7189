// The formula of a group of nodes: every value inside it is expressed by its meaning at the index
// that is asked for.
#pragma once

#include <tenon/graph/op.hpp>

#include <unordered_map>
#include <vector>

namespace tenon::graph {

/// Expresses values of a group. What is defined outside is a load of the buffer with the value's
/// number.
class formula {
public:
    /// `inside` says of each value, by position, whether its definition is part of the group.
    formula(core::program const& p, std::vector<bool> inside)
        : program_(p), inside_(std::move(inside)) {}

    expressions pool;

    /// The element of `v` at `at`, one index per dimension.
    expression element(core::value_id v, core::few<symbolic_index> const& at);
    /// The steps of a stepwise node.
    expressing steps(core::node_id n);

    core::program const& source() const { return program_; }

private:
    struct reader {
        formula* self;
        core::node const* node;
    };
    expression load(core::value_id v, core::few<symbolic_index> const& at);
    static expression read(void* context, int operand, core::few<symbolic_index> const& at);

    core::program const& program_;
    std::vector<bool> inside_;
    std::unordered_map<std::uint32_t, expression> known_;
};

/// Loop variables of a result: one per dimension, a constant 0 where the extent is 1.
core::few<symbolic_index> result_variables(expressions& pool, core::type const& t);

/// The variables that a term's value depends on, apart from those it binds itself.
class free_variables {
public:
    explicit free_variables(expressions const& pool) : pool_(pool) {}
    std::vector<int> const& of(term_id t);
    /// Says what a slot depends on.
    void set(term_id slot, std::vector<int> variables) {
        known_[static_cast<std::uint32_t>(slot)] = std::move(variables);
    }
    /// Adds the variables of an index.
    void collect(core::dim const& d, std::vector<int>& into);

private:
    expressions const& pool_;
    std::unordered_map<std::uint32_t, std::vector<int>> known_;
};

/// Calls `visit` once for every term that `root` is made of, those inside reductions included.
template <class Visit> void each_term(expressions const& pool, term_id root, Visit visit) {
    std::vector<term_id> open{root};
    std::vector<bool> seen(pool.size());
    while (!open.empty()) {
        auto const t = open.back();
        open.pop_back();
        if (seen[core::position(t)]) continue;
        seen[core::position(t)] = true;
        visit(t);
        for (auto o : pool[t].operands) open.push_back(o);
        for (auto const& d : pool[t].dims)
            d.each_symbol([&](std::string_view name) {
                if (int const computed = detail::number_behind(name, '#'); computed >= 0)
                    open.push_back(static_cast<term_id>(computed));
            });
    }
}

} // namespace tenon::graph

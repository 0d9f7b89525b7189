// Who uses each value, kept up to date while a program is rewritten.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::match {

/// The users of every value of a program, as linked lists in one array. Entries of erased nodes
/// stay and are skipped.
class use_lists {
public:
    constexpr explicit use_lists(core::program const& p) {
        grow(p);
        for (std::size_t b = 0; b != p.block_count(); ++b) {
            auto const id = static_cast<core::block_id>(b);
            for (auto n : p[id].nodes) add_node(p, n);
            for (auto v : p[id].yields) add(v, {core::node_id::none, id, none});
        }
    }
    constexpr std::uint32_t count(core::value_id v) const { return counts_[core::position(v)]; }
    /// Makes room for values and nodes added since.
    constexpr void grow(core::program const& p) {
        counts_.resize(p.value_count());
        while (heads_.size() < p.value_count()) heads_.push_back(none);
    }
    constexpr void add_node(core::program const& p, core::node_id n) {
        for (auto v : p[n].operands) add(v, {n, core::block_id::none, none});
    }
    constexpr void drop(core::value_id v) {
        if (v != core::value_id::none) --counts_[core::position(v)];
    }
    /// Calls `visit(node_id)` for every live user of `v`; a node may come more than once.
    template <class Visit>
    constexpr void each_user(core::program const& p, core::value_id v, Visit&& visit) const {
        for (auto i = heads_[core::position(v)]; i != none; i = uses_[i].next)
            if (auto const user = uses_[i].user;
                user != core::node_id::none && p[user].op != nullptr)
                visit(user);
    }
    /// Makes every user of `from` use `to`.
    constexpr void replace(core::program& p, core::value_id from, core::value_id to) {
        auto& head = heads_[core::position(from)];
        auto* tail = &head;
        for (; *tail != none; tail = &uses_[*tail].next) redirect(p, uses_[*tail], from, to);
        *tail = heads_[core::position(to)];
        heads_[core::position(to)] = head;
        if (tail != &head) head = none;
        counts_[core::position(to)] += counts_[core::position(from)];
        counts_[core::position(from)] = 0;
    }

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct use {
        core::node_id user = core::node_id::none;
        core::block_id yields = core::block_id::none;
        std::uint32_t next = none;
    };

    constexpr void add(core::value_id v, use added) {
        if (v == core::value_id::none) return;
        auto& head = heads_[core::position(v)];
        added.next = head;
        head = static_cast<std::uint32_t>(uses_.size());
        uses_.push_back(added);
        ++counts_[core::position(v)];
    }
    static constexpr void redirect(core::program& p, use const& u, core::value_id from,
                                   core::value_id to) {
        if (u.user == core::node_id::none) {
            for (auto& v : p[u.yields].yields)
                if (v == from) v = to;
        } else {
            for (auto& v : p[u.user].operands)
                if (v == from) v = to;
        }
    }

    core::list<std::uint32_t> counts_;
    core::list<std::uint32_t> heads_;
    core::list<use> uses_;
};

} // namespace tenon::match

// Who uses each value, kept up to date while a program is rewritten.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::match {

/// Makes `all` as long as what it is kept beside. Room for some more is made at once: `resize`
/// would move everything whenever a rule adds a node.
template <class T> constexpr void keep_beside(core::list<T>& all, std::size_t count) {
    if (all.empty()) all.reserve(count + count / 4);
    while (all.size() < count) all.push_back({});
}

/// The users of every value of a program, as linked lists in one array, made when somebody first
/// asks for them. Entries of erased nodes stay and are skipped.
class use_lists {
public:
    constexpr explicit use_lists(core::program const& p) : program_(p) {}

    constexpr std::uint32_t count(core::value_id v) {
        if (!made_) make();
        return values_[core::position(v)].count;
    }
    /// Makes the lists if they are not there yet.
    constexpr void make() {
        if (made_) return;
        made_ = true;
        grow();
        uses_.reserve(program_.value_count() * 2);
        for (std::size_t b = 0; b != program_.block_count(); ++b) {
            auto const id = static_cast<core::block_id>(b);
            auto const& nodes = program_[id].nodes;
            for (std::size_t i = 0; i != nodes.size(); ++i) {
                if (!__builtin_is_constant_evaluated() && i + ahead < nodes.size())
                    __builtin_prefetch(&program_[nodes[i + ahead]].operands);
                add_node(nodes[i]);
            }
            for (auto v : program_[id].yields) add(v, {core::node_id::none, id, none});
        }
    }
    /// Makes room for values added since.
    constexpr void grow() { keep_beside(values_, program_.value_count()); }
    constexpr void add_node(core::node_id n) {
        for (auto v : program_[n].operands) add(v, {n, core::block_id::none, none});
    }
    constexpr void drop(core::value_id v) {
        if (v != core::value_id::none) --values_[core::position(v)].count;
    }
    /// Calls `visit(node_id)` for every live user of `v`; a node may come more than once.
    template <class Visit> constexpr void each_user(core::value_id v, Visit&& visit) const {
        for (auto i = values_[core::position(v)].head; i != none; i = uses_[i].next)
            if (auto const user = uses_[i].user;
                user != core::node_id::none && program_.op(user) != nullptr)
                visit(user);
    }
    /// Makes every user of `from` use `to`.
    constexpr void replace(core::program& p, core::value_id from, core::value_id to) {
        auto &old = values_[core::position(from)], &made = values_[core::position(to)];
        auto* tail = &old.head;
        for (; *tail != none; tail = &uses_[*tail].next) redirect(p, uses_[*tail], from, to);
        *tail = made.head;
        made.head = old.head;
        made.count += old.count;
        old = {};
    }

private:
    static constexpr std::size_t ahead = 16; ///< nodes that memory is asked for early
    static constexpr std::uint32_t none = 0xffffffff;
    struct use {
        core::node_id user = core::node_id::none;
        core::block_id yields = core::block_id::none;
        std::uint32_t next = none;
    };
    struct uses_of {
        std::uint32_t count = 0;
        std::uint32_t head = none;
    };

    constexpr void add(core::value_id v, use added) {
        if (v == core::value_id::none) return;
        auto& used = values_[core::position(v)];
        added.next = used.head;
        used.head = static_cast<std::uint32_t>(uses_.size());
        uses_.push_back(added);
        ++used.count;
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

    core::program const& program_;
    core::list<uses_of> values_;
    core::list<use> uses_;
    bool made_ = false;
};

} // namespace tenon::match

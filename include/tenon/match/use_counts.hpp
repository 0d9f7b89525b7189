// How often each value is used, kept up to date while a program is rewritten.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::match {

/// Makes `all` as long as what it is kept beside. Room for some more is made at once: `resize`
/// would move everything whenever a rule adds a node.
template <class T> constexpr void keep_beside(core::list<T>& all, std::size_t count) {
    if (!all.empty())
        while (all.size() < count) all.push_back({});
    else if (count != 0) {
        all.reserve(count + count / 4);
        all.resize(count);
    }
}

/// How often every value of a program is used, and by whom if once: counted when somebody first
/// asks. Users are kept as the sum of all without carry, which is the one user where there is one.
class use_counts {
public:
    constexpr explicit use_counts(core::program const& p) : program_(p) {}

    constexpr std::uint32_t of(core::value_id v) {
        if (!made_) make();
        return values_[core::position(v)].count;
    }
    /// The node that uses a value that is used once; none for a value that is yielded.
    constexpr core::node_id sole_user(core::value_id v) const {
        return static_cast<core::node_id>(values_[core::position(v)].users);
    }
    /// Counts, if that was not done yet.
    constexpr void make() {
        if (made_) return;
        made_ = true;
        grow();
        for (std::size_t b = 0; b != program_.block_count(); ++b) {
            auto const& block = program_[static_cast<core::block_id>(b)];
            for (std::size_t i = 0; i != block.nodes.size(); ++i) {
                if (!__builtin_is_constant_evaluated() && i + ahead < block.nodes.size())
                    __builtin_prefetch(&program_[block.nodes[i + ahead]].operands);
                if (program_.op(block.nodes[i]) != nullptr) add_operands(block.nodes[i]);
            }
            for (auto v : block.yields) add(v, core::node_id::none);
        }
    }
    /// Makes room for values added since.
    constexpr void grow() { keep_beside(values_, program_.value_count()); }
    constexpr void add_operands(core::node_id n) {
        for (auto v : program_[n].operands) add(v, n);
    }
    constexpr void drop(core::value_id v, core::node_id user) {
        if (v == core::value_id::none) return;
        auto& used = values_[core::position(v)];
        --used.count;
        used.users ^= static_cast<std::uint32_t>(user);
    }
    /// The users of `from` become users of `to`.
    constexpr void move(core::value_id from, core::value_id to) {
        auto &old = values_[core::position(from)], &made = values_[core::position(to)];
        made.count += old.count;
        made.users ^= old.users;
        old = {};
    }

private:
    static constexpr std::size_t ahead = 16; ///< nodes that memory is asked for early
    struct uses {
        std::uint32_t count = 0;
        std::uint32_t users = 0;
    };

    constexpr void add(core::value_id v, core::node_id user) {
        if (v == core::value_id::none) return;
        auto& used = values_[core::position(v)];
        ++used.count;
        used.users ^= static_cast<std::uint32_t>(user);
    }

    core::program const& program_;
    core::list<uses> values_;
    bool made_ = false;
};

} // namespace tenon::match

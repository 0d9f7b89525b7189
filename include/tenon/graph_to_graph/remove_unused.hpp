// Removes nodes that nobody uses.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/program.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::graph_to_graph {

namespace detail {

class unused_nodes {
public:
    constexpr explicit unused_nodes(core::program& p) : program_(p), uses_(p.count_uses()) {}

    constexpr void remove() {
        for (auto const& f : program_.functions) clear(f.body);
    }

private:
    /// Users come behind what they use, so that one walk backwards finds all.
    constexpr void clear(core::block_id b) {
        auto const nodes = program_[b].nodes;
        core::list<core::node_id> kept;
        for (std::size_t i = nodes.size(); i != 0; --i) {
            auto const n = nodes[i - 1];
            if (is_unused(n)) {
                erase(n);
                continue;
            }
            kept.push_back(n);
            for (std::size_t r = 0; r != program_[n].regions.size(); ++r)
                clear(program_[n].regions[r]);
        }
        auto& order = program_[b].nodes;
        order.clear();
        for (std::size_t i = kept.size(); i != 0; --i) order.push_back(kept[i - 1]);
    }
    constexpr bool is_unused(core::node_id n) const {
        if (!is_pure(n)) return false;
        for (auto v : program_[n].results)
            if (uses_[core::position(v)] != 0) return false;
        return true;
    }
    constexpr bool is_pure(core::node_id n) const {
        if (!program_[n].op->pure) return false;
        for (auto b : program_[n].regions)
            for (auto inner : program_[b].nodes)
                if (!is_pure(inner)) return false;
        return true;
    }
    constexpr void erase(core::node_id n) {
        for (auto v : program_[n].operands) release(v);
        for (auto b : program_[n].regions) {
            for (auto inner : program_[b].nodes) erase(inner);
            for (auto v : program_[b].yields) release(v);
        }
        program_.set_op(n, nullptr);
    }
    constexpr void release(core::value_id v) {
        if (v != core::value_id::none) --uses_[core::position(v)];
    }

    core::program& program_;
    core::list<std::uint32_t> uses_;
};

void remove_unused_in_library(core::program& p);

} // namespace detail

/// Takes out pure nodes none of whose results is used.
struct remove_unused : pass::step<pass::at_level<core::graph_level>> {
    static constexpr std::string_view name = "remove-unused";

    constexpr void operator()(core::program& p, context&) const {
        TENON_PRECOMPILED_CALL(detail::remove_unused_in_library(p),
                               detail::unused_nodes(p).remove())
    }
};

} // namespace tenon::graph_to_graph

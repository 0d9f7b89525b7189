#include <tenon/graph/in_place.hpp>
#include <tenon/graph/structure.hpp>
#include <tenon/graph_to_graph/fuse.hpp>

#include "access.hpp"
#include "computable.hpp"
#include "straight_blocks.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace tenon::graph_to_graph {

using core::block_id;
using core::dim;
using core::node_id;
using core::value_id;

namespace {

constexpr std::size_t largest_group = 40;

/// The dimensions of a shape that are not 1: what a reduction's loops run over.
std::vector<dim> without_ones(core::type const& t) {
    std::vector<dim> kept;
    for (auto const& d : t.shape)
        if (!(d == dim(1))) kept.push_back(d);
    return kept;
}

/// Whether `t` has one element for each row of `whole`: the outermost dimensions in memory, and
/// ones.
bool is_per_row(core::type const& t, core::type const& whole) {
    if (t.rank() != whole.rank()) return false;
    int position = 0;
    auto const dimension = [&] { return static_cast<std::size_t>(whole.dimension_at(position)); };
    while (position != whole.rank() && t.shape[dimension()] == whole.shape[dimension()]) ++position;
    while (position != whole.rank() && t.shape[dimension()] == dim(1)) ++position;
    return position == whole.rank();
}

class fusion {
public:
    explicit fusion(core::program& p) : program_(p) {}

    void run(block_id b) {
        block_ = b;
        collect_users();
        auto const nodes = program_[b].nodes; // groups take nodes out while we go
        for (std::size_t i = nodes.size(); i-- != 0;)
            if (program_[nodes[i]].parent == b && can_start(nodes[i])) group_around(nodes[i]);
    }

private:
    struct group {
        std::vector<node_id> members; ///< the sink first
        bool has_contraction = false;
        bool only_elementwise = true;
        bool reads_at_one_index = true;           ///< elementwise but for a contraction
        std::vector<std::vector<dim>> reductions; ///< what partial reductions keep
        core::type sink;
        bool has(node_id n) const {
            return std::find(members.begin(), members.end(), n) != members.end();
        }
    };

    void collect_users() {
        users_.assign(program_.value_count(), {});
        yielded_.assign(program_.value_count(), false);
        for (std::size_t i = 0; i != program_.node_count(); ++i) {
            auto const n = static_cast<node_id>(i);
            if (program_[n].op == nullptr) continue;
            for (auto o : program_[n].operands)
                if (o != value_id::none) users_[core::position(o)].push_back(n);
        }
        for (std::size_t i = 0; i != program_.block_count(); ++i)
            for (auto y : program_[static_cast<block_id>(i)].yields)
                if (y != value_id::none) yielded_[core::position(y)] = true;
    }
    access const& access_of(node_id n) {
        auto& known = access_[static_cast<std::uint32_t>(n)];
        if (!known) known = std::make_unique<access>(program_, n);
        return *known;
    }
    bool can_start(node_id n) {
        return access_of(n).kind != work::opaque && !view(n) && !graph::is_in_place(program_, n);
    }
    bool view(node_id n) {
        auto const [at, is_new] = views_.try_emplace(static_cast<std::uint32_t>(n), false);
        if (is_new) at->second = is_view(program_, n);
        return at->second;
    }

    void group_around(node_id sink) {
        group g;
        add(g, sink);
        g.sink = program_[program_[sink].results[0]].type;
        for (bool grows = true; grows && g.members.size() < largest_group;) {
            grows = false;
            for (std::size_t m = 0; m != g.members.size() && !grows; ++m)
                for (auto o : program_[g.members[m]].operands)
                    if (o != value_id::none && may_join(g, program_[o].definer)) {
                        add(g, program_[o].definer);
                        grows = true;
                        break;
                    }
        }
        if (g.members.size() > 1) build(g, sink);
    }
    void add(group& g, node_id n) {
        auto const& a = access_of(n);
        g.members.push_back(n);
        g.has_contraction |= a.kind == work::contraction;
        g.only_elementwise &= a.kind == work::elementwise;
        g.reads_at_one_index &= a.kind == work::elementwise || a.kind == work::contraction;
        if (a.kind == work::reduction) g.reductions.push_back(without_ones(result_type(n)));
    }
    core::type const& result_type(node_id n) const { return program_[program_[n].results[0]].type; }

    bool may_join(group const& g, node_id p) {
        if (p == node_id::none || program_[p].parent != block_ || g.has(p) || !can_start(p))
            return false;
        auto const result = program_[p].results[0];
        if (yielded_[core::position(result)]) return false;
        auto const& users = users_[core::position(result)];
        if (!std::all_of(users.begin(), users.end(), [&](node_id u) { return g.has(u); }))
            return false;
        switch (access_of(p).kind) {
        case work::contraction: return contraction_may_join(g, p);
        case work::reduction: return reduction_may_join(g, p) && stays_computable(g, p);
        default: return plain_may_join(g, p) && stays_computable(g, p);
        }
    }
    /// Elementwise nodes read everything at one index, so that nothing multiplies.
    bool stays_computable(group const& g, node_id p) {
        if (g.reads_at_one_index && access_of(p).kind == work::elementwise) return true;
        auto members = g.members;
        members.push_back(p);
        return is_computable(program_, members, g.members[0]);
    }
    /// The members become its epilogue.
    bool contraction_may_join(group const& g, node_id p) const {
        return !g.has_contraction && g.only_elementwise && result_type(p).shape == g.sink.shape;
    }
    bool reduction_may_join(group const& g, node_id p) {
        if (g.has_contraction) return false;
        auto const& type = result_type(p);
        auto const kept = without_ones(type);
        auto const& users = users_[core::position(program_[p].results[0])];
        for (auto u : users) {
            if (access_of(u).kind != work::elementwise) return false;
            // Of the same shape as its consumer it is recomputed for whatever reads the consumer
            // again, unless all of them read it at the result's own index.
            bool const at_one_index = g.only_elementwise && type.shape == g.sink.shape;
            if (result_type(u).shape == type.shape && !at_one_index &&
                (users.size() > 1 || !g.reductions.empty()) &&
                std::find(g.reductions.begin(), g.reductions.end(), kept) == g.reductions.end())
                return false;
        }
        return std::all_of(g.reductions.begin(), g.reductions.end(),
                           [&](auto const& r) { return r == kept; });
    }
    bool plain_may_join(group const& g, node_id p) {
        auto const& type = result_type(p);
        if (g.has_contraction && !(type.shape == g.sink.shape)) return false;
        for (auto u : users_[core::position(program_[p].results[0])]) {
            auto const& consumer = access_of(u);
            if (consumer.kind == work::contraction) return false;
            if (consumer.kind != work::elementwise && ends_contraction(p)) return false;
            for (std::size_t o = 0; o != program_[u].operands.size(); ++o) {
                if (program_[u].operands[o] != program_[p].results[0]) continue;
                if (consumer.kind != work::elementwise) {
                    if (!consumer.reads_once(static_cast<int>(o))) return false;
                } else if (!(type.shape == result_type(u).shape) &&
                           !is_per_row(type, result_type(u))) {
                    auto const kept = without_ones(type); // per row, beside the row's reductions
                    if (std::find(g.reductions.begin(), g.reductions.end(), kept) ==
                        g.reductions.end())
                        return false;
                }
            }
        }
        return true;
    }

    /// Whether `n` can be the end of an epilogue: elementwise nodes lead to it from a contraction,
    /// each the only user of the one before.
    bool ends_contraction(node_id n) {
        while (access_of(n).kind == work::elementwise) {
            auto before = node_id::none;
            for (auto o : program_[n].operands)
                if (o != value_id::none && program_[o].type.shape == result_type(n).shape &&
                    program_[o].definer != node_id::none &&
                    program_[program_[o].definer].parent == block_ &&
                    users_[core::position(o)].size() == 1 && !yielded_[core::position(o)] &&
                    can_start(program_[o].definer)) {
                    before = program_[o].definer;
                    if (access_of(before).kind == work::contraction) return true;
                }
            if (before == node_id::none) return false;
            n = before;
        }
        return false;
    }

    void build(group& g, node_id sink) {
        auto const result = program_[sink].results[0];
        auto& order = program_[block_].nodes;
        std::size_t at = 0;
        while (order[at] != sink) ++at;
        auto const made = program_.add_node(block_, core::facts_of<graph::fused>, {}, 1, at + 1);
        auto const region = program_.add_region(made);
        auto const outside = program_[made].results[0];
        program_[outside].type = program_[result].type;
        program_[outside].name = program_[result].name;
        program_[result].name = {};
        program_.replace_uses(result, outside);
        core::list<node_id> left;
        for (auto n : program_[block_].nodes) {
            if (!g.has(n)) {
                left.push_back(n);
                continue;
            }
            program_[n].parent = region;
            program_[region].nodes.push_back(n);
            program_[made].where.merge(program_[n].where);
        }
        program_[block_].nodes = left;
        program_[region].yields.push_back(result);
        users_.resize(program_.value_count());
        users_[core::position(outside)] = users_[core::position(result)];
        yielded_.resize(program_.value_count(), false);
        yielded_[core::position(outside)] = yielded_[core::position(result)];
    }

    core::program& program_;
    block_id block_ = block_id::none;
    std::vector<std::vector<node_id>> users_;
    std::vector<bool> yielded_;
    std::unordered_map<std::uint32_t, std::unique_ptr<access>> access_;
    std::unordered_map<std::uint32_t, bool> views_;
};

} // namespace

void fuse(core::program& p) {
    fusion f(p);
    for (auto const& function : p.functions)
        each_straight_block(p, function.body, [&](block_id b) { f.run(b); });
}

} // namespace tenon::graph_to_graph

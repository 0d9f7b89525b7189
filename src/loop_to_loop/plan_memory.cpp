#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>
#include <tenon/loop_to_loop/plan_memory.hpp>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace tenon::loop_to_loop {

using core::dim;
using core::node_id;
using core::value_id;

namespace {

constexpr std::int64_t alignment = 64;

struct buffer {
    node_id node;
    dim bytes;
    std::size_t first, last; ///< the nodes between which it holds something
    std::int64_t offset = 0;
};

bool overlap(buffer const& a, buffer const& b) { return a.first <= b.last && b.first <= a.last; }

std::vector<buffer> lives(core::program const& p, core::function const& f) {
    std::vector<buffer> found;
    std::unordered_map<std::uint32_t, std::size_t> owner; // value -> buffer, through views
    auto const& nodes = p[f.body].nodes;
    for (std::size_t i = 0; i != nodes.size(); ++i) {
        auto const& node = p[nodes[i]];
        if (node.op == &core::facts_of<loop::arena>) {
            auto const& t = p[node.results[0]].type;
            dim const bytes = core::storage(t) * dim(core::bits(t.element) / 8);
            owner[static_cast<std::uint32_t>(node.results[0])] = found.size();
            found.push_back(
                {nodes[i], dim(alignment) * core::ceildiv(bytes, dim(alignment)), i, i});
            continue;
        }
        for (auto o : node.operands) {
            auto const at = owner.find(static_cast<std::uint32_t>(o));
            if (at == owner.end()) continue;
            found[at->second].last = i;
            if (node.op == &core::facts_of<loop::view>)
                owner[static_cast<std::uint32_t>(node.results[0])] = at->second;
        }
    }
    return found;
}

std::int64_t lower_bound(std::vector<buffer> const& all) {
    std::int64_t most = 0;
    for (auto const& at : all) {
        std::int64_t alive = 0;
        for (auto const& b : all)
            if (b.first <= at.first && at.first <= b.last) alive += b.bytes.constant();
        most = std::max(most, alive);
    }
    return most;
}

/// Largest first, each at the lowest offset that is free while it lives.
std::int64_t place_static(std::vector<buffer*> all) {
    std::stable_sort(all.begin(), all.end(),
                     [](auto* a, auto* b) { return a->bytes.constant() > b->bytes.constant(); });
    std::vector<buffer*> placed;
    std::int64_t end = 0;
    for (auto* b : all) {
        std::vector<buffer*> near;
        for (auto* other : placed)
            if (overlap(*b, *other)) near.push_back(other);
        std::sort(near.begin(), near.end(), [](auto* x, auto* y) { return x->offset < y->offset; });
        std::int64_t at = 0;
        for (auto* other : near) {
            if (other->offset - at >= b->bytes.constant()) break;
            at = std::max(at, other->offset + other->bytes.constant());
        }
        b->offset = at;
        end = std::max(end, at + b->bytes.constant());
        placed.push_back(b);
    }
    return end;
}

struct slot {
    dim bytes, offset;
    std::size_t free_from;
};

dim place_symbolic(core::program& p, std::vector<buffer*> const& all, std::int64_t start) {
    std::vector<slot> slots;
    dim end = start;
    for (auto* b : all) { // in order of their beginnings
        auto const reused = std::find_if(slots.begin(), slots.end(), [&](auto const& s) {
            return s.free_from < b->first && s.bytes == b->bytes;
        });
        if (reused == slots.end()) {
            slots.push_back({b->bytes, end, b->last});
            p.set(b->node, "offset", core::list<dim>{end});
            end = end + b->bytes;
            continue;
        }
        p.set(b->node, "offset", core::list<dim>{reused->offset});
        reused->free_from = b->last;
    }
    return end - dim(start);
}

} // namespace

memory_plan plan_memory(core::program& loops) {
    memory_plan plan;
    for (auto const& f : loops.functions) {
        if (f.kind == "kernel") continue;
        auto all = lives(loops, f);
        std::vector<buffer*> known, symbolic;
        std::vector<buffer> known_copies;
        for (auto& b : all) (b.bytes.is_constant() ? known : symbolic).push_back(&b);
        for (auto* b : known) known_copies.push_back(*b);
        auto const end = place_static(known);
        for (auto* b : known) loops.set(b->node, "offset", core::list<dim>{dim(b->offset)});
        auto const dynamic = place_symbolic(loops, symbolic, end);
        // Entries have arenas of their own: what is said is what the largest comes to.
        plan.static_bytes = std::max(plan.static_bytes, end);
        plan.static_lower_bound = std::max(plan.static_lower_bound, lower_bound(known_copies));
        plan.dynamic_bytes = core::max(plan.dynamic_bytes, dynamic);
    }
    return plan;
}

} // namespace tenon::loop_to_loop

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
    std::int64_t units = 0;  ///< bytes, or how many times the common size of its group
    std::int64_t offset = 0; ///< in the same unit
};

bool overlap(buffer const& a, buffer const& b) { return a.first <= b.last && b.first <= a.last; }

/// The buffers of an entry and when they hold something. Nodes are numbered as they stand, those in
/// the regions of a node behind it.
class lives {
public:
    lives(core::program const& p, core::function const& f) : program_(p) { walk(f.body); }
    std::vector<buffer> buffers;

private:
    void walk(core::block_id b) {
        for (auto n : program_[b].nodes) {
            ++now_;
            auto const& node = program_[n];
            if (node.op == &core::facts_of<loop::arena>) add(n);
            for (auto o : node.operands) use(n, o);
            if (node.op == &core::facts_of<loop::while_>)
                repeat(n);
            else
                for (auto r : node.regions) walk(r);
        }
    }
    /// What lives when a loop begins and is used in it lives until it ends.
    void repeat(node_id n) {
        auto const begin = now_;
        for (auto r : program_[n].regions) walk(r);
        ++now_;
        for (auto& b : buffers)
            if (b.first < begin && b.last > begin) b.last = now_;
    }
    void add(node_id n) {
        auto const v = program_[n].results[0];
        auto const& t = program_[v].type;
        dim const bytes = core::storage(t) * dim(core::bits(t.element) / 8);
        owner_[static_cast<std::uint32_t>(v)] = buffers.size();
        buffers.push_back({n, dim(alignment) * core::ceildiv(bytes, dim(alignment)), now_, now_});
    }
    void use(node_id n, value_id v) {
        auto const at = owner_.find(static_cast<std::uint32_t>(v));
        if (at == owner_.end()) return;
        auto const found = at->second;
        buffers[found].last = now_;
        if (program_[n].op == &core::facts_of<loop::view>)
            owner_[static_cast<std::uint32_t>(program_[n].results[0])] = found;
    }

    core::program const& program_;
    std::size_t now_ = 0;
    std::unordered_map<std::uint32_t, std::size_t> owner_; ///< value -> buffer, through views
};

std::int64_t lower_bound(std::vector<buffer*> const& all) {
    std::int64_t most = 0;
    for (auto const* at : all) {
        std::int64_t alive = 0;
        for (auto const* b : all)
            if (b->first <= at->first && at->first <= b->last) alive += b->units;
        most = std::max(most, alive);
    }
    return most;
}

/// Largest first, each at the lowest offset that is free while it lives.
std::int64_t place(std::vector<buffer*> all) {
    std::stable_sort(all.begin(), all.end(), [](auto* a, auto* b) { return a->units > b->units; });
    std::vector<buffer*> placed;
    std::int64_t end = 0;
    for (auto* b : all) {
        std::vector<buffer*> near;
        for (auto* other : placed)
            if (overlap(*b, *other)) near.push_back(other);
        std::sort(near.begin(), near.end(), [](auto* x, auto* y) { return x->offset < y->offset; });
        std::int64_t at = 0;
        for (auto* other : near) {
            if (other->offset - at >= b->units) break;
            at = std::max(at, other->offset + other->units);
        }
        b->offset = at;
        end = std::max(end, at + b->units);
        placed.push_back(b);
    }
    return end;
}

/// A size as a multiple of one that others share: 401408*n and 100352*n are multiples of n, and
/// known sizes of 1.
struct multiple {
    std::int64_t count;
    dim unit;
};
multiple split(dim const& bytes) {
    if (bytes.is_constant()) return {bytes.constant(), 1};
    auto const coefficient = bytes.terms()[0].coefficient;
    bool const single = bytes.terms().size() == 1 && bytes.constant() == 0;
    if (!single || coefficient % alignment != 0) return {1, bytes};
    return {coefficient, core::floordiv(bytes, dim(coefficient))};
}

/// Buffers whose sizes are multiples of one size.
struct family {
    dim unit;
    std::vector<buffer*> members;
};

std::vector<family> families(std::vector<buffer>& all) {
    std::vector<family> found;
    for (auto& b : all) {
        auto const [count, unit] = split(b.bytes);
        b.units = count;
        auto at = std::find_if(found.begin(), found.end(), [&](auto& f) { return f.unit == unit; });
        if (at == found.end()) at = found.insert(found.end(), {unit, {}});
        at->members.push_back(&b);
    }
    std::stable_partition(found.begin(), found.end(), [](auto& f) { return f.unit == dim(1); });
    return found;
}

} // namespace

memory_plan plan_memory(core::program& loops) {
    memory_plan plan;
    for (auto const& f : loops.functions) {
        if (f.kind == "kernel") continue;
        auto all = lives(loops, f).buffers;
        dim begin = 0, dynamic = 0;
        for (auto const& [unit, members] : families(all)) {
            auto const end = place(members);
            for (auto* b : members)
                loops.set(b->node, "offset", core::list<dim>{begin + dim(b->offset) * unit});
            begin = begin + dim(end) * unit;
            if (!(unit == dim(1))) {
                dynamic = dynamic + dim(end) * unit;
                continue;
            }
            // Entries have arenas of their own: what is said is what the largest comes to.
            plan.static_bytes = std::max(plan.static_bytes, end);
            plan.static_lower_bound = std::max(plan.static_lower_bound, lower_bound(members));
        }
        if (plan.dynamic_bytes == dim(0))
            plan.dynamic_bytes = dynamic;
        else
            plan.dynamic_bytes = core::max(plan.dynamic_bytes, dynamic);
    }
    return plan;
}

} // namespace tenon::loop_to_loop

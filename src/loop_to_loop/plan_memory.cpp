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
constexpr std::int64_t typical_size = 256; ///< of a symbol

struct buffer {
    node_id node;
    dim bytes;                       ///< a multiple of the alignment
    std::size_t first = 1, last = 0; ///< the nodes between which it holds something, if any
    std::int64_t units = 0;          ///< its size, in bytes or another unit
    std::int64_t offset = 0;         ///< in the same unit
    bool is_used() const { return first <= last; }
};

bool live_at_once(buffer const& a, buffer const& b) {
    return a.is_used() && b.is_used() && a.first <= b.last && b.first <= a.last;
}

/// The buffers of an entry in the order of their nodes, and when they are used. Nodes are numbered
/// as they stand, those in the regions of a node behind it.
class lives {
public:
    lives(core::program const& p, core::function const& f) : program_(p) {
        walk(f.body);
        for (auto const& loop : loops_)
            for (auto& times : uses_) last_as_long_as(loop, times);
        for (std::size_t i = 0; i != buffers.size(); ++i)
            for (auto const at : uses_[i]) {
                auto& b = buffers[i];
                b.first = b.is_used() ? std::min(b.first, at) : at;
                b.last = std::max(b.last, at);
            }
    }
    std::vector<buffer> buffers;

private:
    struct span {
        std::size_t first, last;
    };

    void walk(core::block_id b) {
        for (auto n : program_[b].nodes) {
            ++now_;
            auto const& node = program_[n];
            if (node.op == &core::facts_of<loop::arena>)
                add(n);
            else
                for (auto o : node.operands) use(n, o);
            auto const begin = now_;
            for (auto r : node.regions) walk(r);
            if (node.op == &core::facts_of<loop::while_>) loops_.push_back({begin, ++now_});
        }
    }
    void add(node_id n) {
        auto const v = program_[n].results[0];
        auto const& t = program_[v].type;
        dim const bytes = core::storage(t) * dim(core::bits(t.element) / 8);
        owner_[static_cast<std::uint32_t>(v)] = buffers.size();
        buffers.push_back({n, dim(alignment) * core::ceildiv(bytes, dim(alignment))});
        uses_.emplace_back();
    }
    void use(node_id n, value_id v) {
        auto const at = owner_.find(static_cast<std::uint32_t>(v));
        if (at == owner_.end()) return;
        if (program_[n].op == &core::facts_of<loop::view>)
            owner_[static_cast<std::uint32_t>(program_[n].results[0])] = at->second;
        else
            uses_[at->second].push_back(now_);
    }
    /// What is used in a loop and outside of it lives as long as the loop runs.
    static void last_as_long_as(span loop, std::vector<std::size_t>& times) {
        auto const in_loop = [&](std::size_t at) { return loop.first <= at && at <= loop.last; };
        bool const inside = std::any_of(times.begin(), times.end(), in_loop);
        if (!inside || std::all_of(times.begin(), times.end(), in_loop)) return;
        times.push_back(loop.first);
        times.push_back(loop.last);
    }

    core::program const& program_;
    std::size_t now_ = 0;
    std::unordered_map<std::uint32_t, std::size_t> owner_; ///< value -> buffer, through views
    std::vector<std::vector<std::size_t>> uses_;           ///< of the buffers
    std::vector<span> loops_;                              ///< inner ones first
};

/// Largest first, each at the lowest offset that is free while it lives.
void place(std::vector<buffer>& all) {
    std::vector<buffer*> order;
    for (auto& b : all) order.push_back(&b);
    std::stable_sort(order.begin(), order.end(),
                     [](auto* a, auto* b) { return a->units > b->units; });
    for (std::size_t i = 0; i != order.size(); ++i) {
        auto& b = *order[i];
        std::vector<buffer*> near;
        std::copy_if(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(i),
                     std::back_inserter(near),
                     [&](auto* other) { return live_at_once(b, *other); });
        std::sort(near.begin(), near.end(), [](auto* x, auto* y) { return x->offset < y->offset; });
        for (auto* other : near) {
            if (other->offset - b.offset >= b.units) break;
            b.offset = std::max(b.offset, other->offset + other->units);
        }
    }
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

/// Whether all sizes are multiples of one, which is then their unit.
bool have_one_unit(std::vector<buffer>& all, dim& unit) {
    for (auto& b : all) {
        auto const [count, of] = split(b.bytes);
        if (&b == &all.front()) unit = of;
        if (!(unit == of)) return false;
        b.units = count;
    }
    return true;
}

/// Makes the buffers right below each its operands: those that it lives with at some time and that
/// no other one of them lies above.
void stack(core::program& p, core::function const& f, std::vector<buffer>& all) {
    std::stable_sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.offset < b.offset; });
    std::vector<std::vector<bool>> below(all.size(), std::vector<bool>(all.size()));
    for (std::size_t i = 0; i != all.size(); ++i) {
        core::list<value_id> operands;
        for (std::size_t k = i; k-- != 0;) {
            if (!live_at_once(all[i], all[k]) || below[i][k]) continue;
            operands.push_back(p[all[k].node].results[0]);
            below[i][k] = true;
            for (std::size_t j = 0; j != k; ++j)
                if (below[k][j]) below[i][j] = true;
        }
        p[all[i].node].operands = operands;
        p.set(all[i].node, "offset", core::list<dim>{dim(0)});
    }
    core::list<node_id> order;
    for (auto const& b : all) {
        auto& there = p[p[b.node].parent].nodes;
        for (std::size_t i = 0; i != there.size(); ++i)
            if (there[i] == b.node) {
                there.erase(i);
                break;
            }
        p[b.node].parent = f.body;
        order.push_back(b.node);
    }
    order.append(p[f.body].nodes);
    p[f.body].nodes = order;
}

} // namespace

void plan_memory(core::program& loops) {
    for (auto const& f : loops.functions) {
        if (f.kind == "kernel") continue;
        auto all = lives(loops, f).buffers;
        if (dim unit = 1; have_one_unit(all, unit)) {
            place(all);
            for (auto& b : all) {
                loops[b.node].operands.clear();
                loops.set(b.node, "offset", core::list<dim>{dim(b.offset) * unit});
            }
            continue;
        }
        for (auto& b : all)
            b.units = b.bytes.evaluate([](std::string_view) { return typical_size; });
        place(all);
        stack(loops, f, all);
    }
}

memory_use memory_of(core::program const& loops, core::function const& entry,
                     core::list<symbol_size> const& sizes) {
    auto const size_of = [&](std::string_view symbol) {
        for (auto const& s : sizes)
            if (s.name == symbol) return s.size;
        return std::int64_t{0};
    };
    auto all = lives(loops, entry).buffers;
    std::unordered_map<std::uint32_t, std::int64_t> ends;
    memory_use total;
    for (auto& b : all) {
        b.units = b.bytes.evaluate(size_of);
        b.offset = loops.at(b.node, "offset").dims[0].evaluate(size_of);
        for (auto o : loops[b.node].operands)
            b.offset = std::max(b.offset, ends.at(static_cast<std::uint32_t>(o)));
        ends[static_cast<std::uint32_t>(loops[b.node].results[0])] = b.offset + b.units;
        total.bytes = std::max(total.bytes, b.offset + b.units);
    }
    for (auto const& at : all) {
        std::int64_t alive = 0;
        for (auto const& b : all)
            if (at.is_used() && b.first <= at.first && at.first <= b.last) alive += b.units;
        total.least = std::max(total.least, alive);
    }
    return total;
}

} // namespace tenon::loop_to_loop

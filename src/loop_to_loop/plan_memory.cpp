#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>
#include <tenon/loop_to_loop/plan_memory.hpp>

#include "loop/buffers.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace tenon::loop_to_loop {

using core::dim;
using core::node_id;
using core::value_id;

namespace {

constexpr std::int64_t typical_size = 256; ///< of a symbol

struct buffer : loop::buffer {
    std::int64_t units = 0;  ///< its size, in bytes or another unit
    std::int64_t offset = 0; ///< in the same unit
};

std::vector<buffer> buffers_of(core::program const& p, core::function const& f) {
    std::vector<buffer> all;
    for (auto const& b : loop::buffers_of(p, f).all) all.push_back({b});
    return all;
}

bool live_at_once(buffer const& a, buffer const& b) {
    return a.is_used() && b.is_used() && a.first <= b.last && b.first <= a.last;
}

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
    if (!single || coefficient % loop::buffer_alignment != 0) return {1, bytes};
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
        auto all = buffers_of(loops, f);
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
    auto all = buffers_of(loops, entry);
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

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

using indices = std::vector<std::size_t>;

/// Of each buffer those that it lives with.
std::vector<indices> neighbours_of(std::vector<buffer> const& all) {
    std::vector<indices> near(all.size());
    for (std::size_t i = 0; i != all.size(); ++i)
        for (std::size_t k = 0; k != i; ++k)
            if (live_at_once(all[i], all[k])) {
                near[i].push_back(k);
                near[k].push_back(i);
            }
    return near;
}

/// Each in turn at the lowest offset that is free while it lives.
void place(std::vector<buffer>& all, std::vector<indices> const& near, indices const& order) {
    std::vector<bool> placed(all.size());
    std::vector<buffer const*> others;
    for (auto i : order) {
        auto& b = all[i];
        others.clear();
        for (auto k : near[i])
            if (placed[k]) others.push_back(&all[k]);
        std::sort(others.begin(), others.end(),
                  [](auto* x, auto* y) { return x->offset < y->offset; });
        b.offset = 0;
        for (auto const* other : others) {
            if (other->offset - b.offset >= b.units) break;
            b.offset = std::max(b.offset, other->offset + other->units);
        }
        placed[i] = true;
    }
}

/// The most that is alive at once.
std::int64_t least(std::vector<buffer> const& all, std::vector<indices> const& near) {
    std::int64_t most = 0;
    for (std::size_t i = 0; i != all.size(); ++i) {
        if (!all[i].is_used()) continue;
        std::int64_t alive = all[i].units;
        for (auto k : near[i])
            if (all[k].first <= all[i].first && all[i].first <= all[k].last) alive += all[k].units;
        most = std::max(most, alive);
    }
    return most;
}

/// Largest first; and as long as that takes more than it must, the one that ends highest earlier.
void place_well(std::vector<buffer>& all, std::vector<indices> const& near) {
    constexpr int most_tries = 100;
    auto const wanted = least(all, near);
    indices order(all.size());
    for (std::size_t i = 0; i != order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return all[a].units > all[b].units; });
    std::vector<buffer> best;
    std::int64_t lowest = 0;
    for (int tries = 0; tries != most_tries && !order.empty(); ++tries) {
        place(all, near, order);
        auto const highest = std::max_element(order.begin(), order.end(), [&](auto a, auto b) {
            return all[a].offset + all[a].units < all[b].offset + all[b].units;
        });
        auto const height = all[*highest].offset + all[*highest].units;
        if (best.empty() || height < lowest) {
            best = all;
            lowest = height;
        }
        if (height <= wanted || highest == order.begin()) break;
        std::rotate(order.begin(), highest, highest + 1);
    }
    all = best;
}

using sizes_of_buffers = std::vector<std::int64_t>;

/// Sizes of the buffers, each time for other sizes of the symbols: all the same, and one that
/// differs from the others.
std::vector<sizes_of_buffers> trials_of(std::vector<buffer> const& all) {
    constexpr std::int64_t same[]{256, 1, 16, 64, 1024}, few = 4, many = 256;
    constexpr std::size_t most_symbols = 6; // that get trials of their own
    std::vector<std::string_view> symbols;
    for (auto const& b : all)
        b.bytes.each_symbol([&](std::string_view name) {
            if (std::find(symbols.begin(), symbols.end(), name) == symbols.end())
                symbols.push_back(name);
        });
    std::vector<sizes_of_buffers> trials;
    auto const add = [&](std::string_view one, std::int64_t its, std::int64_t others) {
        auto& sizes = trials.emplace_back();
        for (auto const& b : all)
            sizes.push_back(b.bytes.evaluate(
                [&](std::string_view name) { return name == one ? its : others; }));
    };
    for (auto size : same) add({}, size, size);
    if (symbols.size() == 1) return trials;
    for (std::size_t i = 0; i != std::min(symbols.size(), most_symbols); ++i) {
        add(symbols[i], many, few);
        add(symbols[i], few, many);
    }
    return trials;
}

/// Judges in which order buffers lie, whatever their sizes are.
class judge_of_orders {
public:
    judge_of_orders(std::vector<buffer> all, std::vector<indices> const& near,
                    std::vector<sizes_of_buffers> const& trials)
        : near_(near), trials_(trials) {
        for (auto const& sizes : trials_) {
            for (std::size_t i = 0; i != all.size(); ++i) all[i].units = sizes[i];
            least_.push_back(least(all, near));
        }
    }

    /// In the trial where that is worst, how often it takes the memory that it must.
    double worst(std::vector<buffer> const& all) const {
        indices order(all.size()), place(all.size());
        for (std::size_t i = 0; i != order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return all[a].offset < all[b].offset; });
        for (std::size_t i = 0; i != order.size(); ++i) place[order[i]] = i;
        double found = 0;
        for (std::size_t t = 0; t != trials_.size(); ++t)
            if (least_[t] != 0)
                found = std::max(found, static_cast<double>(height(order, place, trials_[t])) /
                                            static_cast<double>(least_[t]));
        return found;
    }

private:
    std::int64_t height(indices const& order, indices const& place,
                        sizes_of_buffers const& sizes) const {
        std::vector<std::int64_t> ends(order.size());
        std::int64_t most = 0;
        for (auto i : order) {
            std::int64_t begin = 0;
            for (auto k : near_[i])
                if (place[k] < place[i]) begin = std::max(begin, ends[k]);
            ends[i] = begin + sizes[i];
            most = std::max(most, ends[i]);
        }
        return most;
    }

    std::vector<indices> const& near_;
    std::vector<sizes_of_buffers> const& trials_;
    std::vector<std::int64_t> least_; ///< of the trials
};

/// Places the buffers as that trial would have it whose order serves all of them best.
void place_for_all_sizes(std::vector<buffer>& all, std::vector<indices> const& near) {
    auto const trials = trials_of(all);
    judge_of_orders const judge(all, near, trials);
    double best = 0;
    std::vector<buffer> chosen;
    for (auto const& sizes : trials) {
        for (std::size_t i = 0; i != all.size(); ++i) all[i].units = sizes[i];
        place_well(all, near);
        auto const worst = judge.worst(all);
        if (!chosen.empty() && worst >= best) continue;
        best = worst;
        chosen = all;
    }
    all = chosen;
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
        auto const near = neighbours_of(all);
        if (dim unit = 1; have_one_unit(all, unit)) {
            place_well(all, near);
            for (auto& b : all) {
                loops[b.node].operands.clear();
                loops.set(b.node, "offset", core::list<dim>{dim(b.offset) * unit});
            }
            continue;
        }
        place_for_all_sizes(all, near);
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
    total.least = least(all, neighbours_of(all));
    return total;
}

} // namespace tenon::loop_to_loop

#include "partition.hpp"

#include <tenon/loop/ops.hpp>

#include <algorithm>
#include <cmath>

namespace tenon::loop_to_llvm {

using core::block_id;
using core::dim;
using core::node_id;
using llvm::Value;

namespace {

constexpr std::int64_t enough = 64;        // iterations: loops inside are not looked at any more
constexpr std::int64_t long_enough = 1024; // for an innermost loop to be cut
constexpr double worth_a_thread = 1 << 16; // nodes: about 3 microseconds
constexpr std::int64_t usual = 16;         // for a size that is not known

std::int64_t usual_size(dim const& d) {
    return d.is_constant() ? std::max<std::int64_t>(d.constant(), 0) : usual;
}

/// How many nodes run when a block does.
double cost(core::program const& p, block_id b);

double cost(core::program const& p, node_id n) {
    auto const& node = p[n];
    if (node.regions.empty()) return 1;
    double times = 1;
    for (auto const& name : {"extent", "extents"})
        for (auto const& d : p.at(n, name).dims) times *= static_cast<double>(usual_size(d));
    if (node.op == &core::facts_of<loop::while_>) times = usual;
    double inside = 0;
    for (auto region : node.regions) inside += cost(p, region);
    return 1 + times * inside;
}

double cost(core::program const& p, block_id b) {
    double all = 0;
    for (auto n : p[b].nodes) all += cost(p, n);
    return all;
}

bool depends_on_a_loop(dim const& d) {
    bool depends = false;
    d.each_symbol([&](std::string_view name) { depends |= name[0] == '$'; });
    return depends;
}

Value* clamp(builder& b, Value* v, Value* most) {
    Value* const positive = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, v, b.getInt64(0));
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, positive, most);
}

} // namespace

partition::partition(core::program const& p, core::function const& kernel)
    : program_(p), body_(kernel.body) {
    loops_ = loops_in(body_);
    if (!loops_.empty()) return;
    for (auto n : p[body_].nodes) {
        if (p[n].op->pure) continue;
        bool const first = contraction_ == node_id::none;
        contraction_ = n;
        if (first && p[n].op == &core::facts_of<loop::contract>) continue;
        contraction_ = node_id::none;
        return;
    }
}

partition::nodes partition::loops_in(block_id b) const {
    nodes loops;
    for (auto n : program_[b].nodes) {
        auto const& node = program_[n];
        if (node.op == &core::facts_of<loop::for_> && program_.at(n, "parallel").integer != 0)
            loops.push_back(n);
        else if (node.op != &core::facts_of<loop::local> &&
                 (!node.op->pure || !node.regions.empty()))
            return {};
    }
    return loops;
}

bool partition::is_innermost(node_id n) const {
    bool innermost = true;
    core::each_node(program_, program_[n].regions[0], [&](node_id inner) {
        if (program_[inner].op == &core::facts_of<loop::reduce>)
            innermost &= program_.at(inner, "unroll").integer != 0;
        else
            innermost &= program_[inner].regions.empty();
    });
    return innermost;
}

partition::nodes partition::inside(node_id n, std::int64_t outside) const {
    if (outside * usual_size(extent(n)) >= enough && extent(n).is_constant()) return {};
    auto loops = loops_in(program_[n].regions[0]);
    bool const few = outside == 1 && (!extent(n).is_constant() || extent(n).constant() == 1);
    for (auto inner : loops) {
        auto const& size = extent(inner);
        if (depends_on_a_loop(size)) return {};
        bool const is_long = !size.is_constant() || size.constant() >= long_enough;
        if (is_innermost(inner) && !(few && is_long)) return {};
    }
    return loops;
}

namespace {
/// Iterations so far, with a loop inside: only what is known counts.
std::int64_t times_known(std::int64_t outside, dim const& extent) {
    return extent.is_constant() ? outside * extent.constant() : outside;
}
} // namespace

Value* partition::count(nodes const& loops, std::int64_t outside, writer& w, builder& b) const {
    Value* all = b.getInt64(0);
    for (auto n : loops) {
        Value* own = w.number(extent(n));
        if (auto const inner = inside(n, outside); !inner.empty())
            own = b.CreateMul(own, count(inner, times_known(outside, extent(n)), w, b));
        all = b.CreateAdd(all, own);
    }
    return all;
}

double partition::largest_cost(nodes const& loops, std::int64_t outside) const {
    double largest = 1;
    for (auto n : loops) {
        auto const inner = inside(n, outside);
        largest =
            std::max(largest, inner.empty() ? cost(program_, program_[n].regions[0])
                                            : largest_cost(inner, times_known(outside, extent(n))));
    }
    return largest;
}

std::int64_t partition::grain() const {
    return static_cast<std::int64_t>(std::ceil(worth_a_thread / largest_cost(loops_, 1)));
}

void partition::write(block_id in, nodes const& loops, std::int64_t outside, writer& w, builder& b,
                      Value* first, Value* last) const {
    Value* before = b.getInt64(0);
    for (auto n : program_[in].nodes) {
        if (std::find(loops.begin(), loops.end(), n) == loops.end()) {
            w.write(n);
            continue;
        }
        if (loops.size() == 1) {
            write_loop(n, outside, w, b, first, last);
            continue;
        }
        Value* const own = count({n}, outside, w, b);
        write_loop(n, outside, w, b, clamp(b, b.CreateSub(first, before), own),
                   clamp(b, b.CreateSub(last, before), own));
        before = b.CreateAdd(before, own);
    }
}

void partition::write_loop(node_id n, std::int64_t outside, writer& w, builder& b, Value* first,
                           Value* last) const {
    auto const region = program_[n].regions[0];
    auto const variable = static_cast<int>(program_.at(n, "variable").integer);
    auto const inner = inside(n, outside);
    if (inner.empty()) return w.iterate(n, first, last);
    auto const so_far = times_known(outside, extent(n));
    Value* const each = count(inner, so_far, w, b);
    Value* const divisor =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, each, b.getInt64(1)); // of empty loops
    Value* const end =
        b.CreateUDiv(b.CreateAdd(last, b.CreateSub(divisor, b.getInt64(1))), divisor);
    w.loop(b.CreateUDiv(first, divisor), end, {}, [&](Value* i, values const&) {
        w.known().variables[variable] = i;
        Value* const before = b.CreateMul(i, each);
        write(region, inner, so_far, w, b, clamp(b, b.CreateSub(first, before), each),
              clamp(b, b.CreateSub(last, before), each));
        return values{};
    });
}

} // namespace tenon::loop_to_llvm

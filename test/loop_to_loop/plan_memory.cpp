// Where buffers lie in the arena.
#include <tenon/core/address.hpp>
#include <tenon/core/parser.hpp>
#include <tenon/loop/ops.hpp>
#include <tenon/loop_to_loop/plan_memory.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using namespace tenon;
using core::dim;

namespace {

/// An entry with buffers and kernels that read and write some of them, in any order.
core::program random_entry(std::mt19937& random, bool symbolic) {
    core::program p;
    auto const body = p.add_block();
    p.functions.push_back({.name = "main", .body = body});
    std::vector<core::value_id> buffers;
    auto const any = [&] { return buffers[random() % buffers.size()]; };
    for (int i = 0; i != 30; ++i) {
        auto const what = random() % 4;
        if (buffers.size() < 2 || what == 0) {
            auto const n = p.add_node(body, core::facts_of<loop::arena>, {}, 1);
            dim size = static_cast<std::int64_t>(random() % 1000);
            if (symbolic && random() % 2 == 0)
                size = dim::symbol(random() % 2 == 0 ? "n" : "m") * dim(3);
            p[p[n].results[0]].type = core::type::tensor(core::dtype::f32, {size});
            buffers.push_back(p[n].results[0]);
        } else if (what == 1) {
            auto const of = any();
            auto const n = p.add_node(body, core::facts_of<loop::view>, {of}, 1);
            p[p[n].results[0]].type = p[of].type;
            buffers.push_back(p[n].results[0]);
        } else {
            p.add_node(body, core::facts_of<loop::call>, {any(), any()}, 0);
        }
    }
    return p;
}

struct life {
    std::size_t first, last;
    std::int64_t begin, end;
};

/// Lives and places for sizes of symbols, found anew and simply.
std::vector<life> lives(core::program const& p, std::int64_t n, std::int64_t m) {
    auto const value = [&](dim const& d) {
        return d.evaluate([&](std::string_view name) { return name == "n" ? n : m; });
    };
    auto const& nodes = p[p.functions[0].body].nodes;
    std::vector<life> found;
    for (std::size_t i = 0; i != nodes.size(); ++i) {
        if (p[nodes[i]].op != &core::facts_of<loop::arena>) continue;
        auto const begin = value(p.at(nodes[i], "offset").dims[0]);
        life l{i, i, begin, begin + value(core::storage(p[p[nodes[i]].results[0]].type)) * 4};
        std::vector<core::value_id> names{p[nodes[i]].results[0]};
        for (std::size_t k = i; k != nodes.size(); ++k)
            for (auto o : p[nodes[k]].operands)
                if (std::find(names.begin(), names.end(), o) != names.end()) {
                    l.last = k;
                    if (p[nodes[k]].op == &core::facts_of<loop::view>)
                        names.push_back(p[nodes[k]].results[0]);
                }
        found.push_back(l);
    }
    return found;
}

} // namespace

TEST_CASE("buffers that live at once do not overlap") {
    std::mt19937 random(1);
    for (int round = 0; round != 400; ++round) {
        auto p = random_entry(random, round % 2 == 1);
        auto const plan = loop_to_loop::plan_memory(p);
        for (std::int64_t n : {0, 1, 5, 1000})
            for (std::int64_t m : {0, 1, 7, 300}) {
                auto const all = lives(p, n, m);
                auto const dynamic = plan.dynamic_bytes.evaluate(
                    [&](std::string_view s) { return s == "n" ? n : m; });
                for (std::size_t a = 0; a != all.size(); ++a) {
                    CHECK(all[a].begin % 64 == 0);
                    CHECK(all[a].end <= plan.static_bytes + dynamic);
                    for (std::size_t b = 0; b != a; ++b) {
                        bool const together =
                            all[a].first <= all[b].last && all[b].first <= all[a].last;
                        bool const apart = all[a].end <= all[b].begin || all[b].end <= all[a].begin;
                        CHECK((!together || apart));
                    }
                }
            }
        CHECK(plan.static_lower_bound <= plan.static_bytes);
    }
}

TEST_CASE("a chain of buffers needs the memory of two, and says so") {
    core::program p;
    auto const body = p.add_block();
    p.functions.push_back({.name = "main", .body = body});
    core::value_id before = core::value_id::none;
    for (int i = 0; i != 10; ++i) {
        auto const n = p.add_node(body, core::facts_of<loop::arena>, {}, 1);
        auto const now = p[n].results[0];
        p[now].type = core::type::tensor(core::dtype::f32, {dim(256)});
        if (i != 0) p.add_node(body, core::facts_of<loop::call>, {before, now}, 0);
        before = now;
    }
    auto const plan = loop_to_loop::plan_memory(p);
    CHECK(plan.static_bytes == 2048);
    CHECK(plan.static_lower_bound == 2048);
    CHECK(plan.dynamic_bytes == dim(0));
}

TEST_CASE("what a loop reads keeps its place until the loop ends, what a branch makes does not") {
    core::program p;
    auto const body = p.add_block();
    p.functions.push_back({.name = "main", .body = body});
    auto const arena_in = [&](core::block_id b) {
        auto const n = p.add_node(b, core::facts_of<loop::arena>, {}, 1);
        p[p[n].results[0]].type = core::type::tensor(core::dtype::f32, {dim(256)});
        return p[n].results[0];
    };
    auto const call_in = [&](core::block_id b, core::list<core::value_id> buffers) {
        p.add_node(b, core::facts_of<loop::call>, std::move(buffers), 0);
    };
    auto const offset = [&](core::value_id v) {
        return p.at(p[v].definer, "offset").dims[0].constant();
    };
    auto const read = arena_in(body), condition = arena_in(body);
    call_in(body, {read, condition});
    auto const repeated = p.add_node(body, core::facts_of<loop::while_>, {}, 0);
    p.add_region(repeated);
    auto const iteration = p.add_region(repeated);
    auto const first = arena_in(iteration);
    call_in(iteration, {read, first});
    auto const second = arena_in(iteration); // `read` is not used behind this, but comes again
    call_in(iteration, {first, second});
    core::value_id made[2];
    for (auto& m : made) {
        auto const branch = p.add_node(body, core::facts_of<loop::if_>, {condition}, 0);
        auto const inside = p.add_region(branch);
        m = arena_in(inside);
        call_in(inside, {condition, m});
    }
    auto const plan = loop_to_loop::plan_memory(p);
    CHECK(offset(second) != offset(read));
    CHECK(offset(second) != offset(condition));
    CHECK(offset(first) != offset(condition));
    CHECK(offset(made[0]) == offset(made[1]));
    CHECK(offset(made[0]) != offset(condition));
    CHECK(plan.static_bytes == 4 * 1024);
}

TEST_CASE("multiples of one symbolic size share memory as known sizes do") {
    core::program p;
    auto const body = p.add_block();
    p.functions.push_back({.name = "main", .body = body});
    core::value_id before = core::value_id::none;
    auto const n = dim::symbol("n");
    for (std::int64_t const width : {64, 32, 16, 48, 16}) {
        auto const node = p.add_node(body, core::facts_of<loop::arena>, {}, 1);
        auto const now = p[node].results[0];
        p[now].type = core::type::tensor(core::dtype::f32, {n, dim(width)});
        if (before != core::value_id::none)
            p.add_node(body, core::facts_of<loop::call>, {before, now}, 0);
        before = now;
    }
    CHECK(loop_to_loop::plan_memory(p).dynamic_bytes == dim(4 * (64 + 32)) * n);
}

TEST_CASE("several entries: the plan is the largest of each") {
    core::program p;
    for (std::int64_t size : {100, 16}) {
        auto const body = p.add_block();
        p.functions.push_back({.name = core::text(size == 16 ? "small" : "large"), .body = body});
        auto const n = p.add_node(body, core::facts_of<loop::arena>, {}, 1);
        p[p[n].results[0]].type = core::type::tensor(core::dtype::f32, {dim(size)});
    }
    CHECK(loop_to_loop::plan_memory(p).static_bytes == 448);
}

#include <tenon/core/program.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

using namespace tenon::core;

namespace {

struct small {
    program p;
    block_id body;
    value_id x;
    node_id a, b;

    constexpr small() {
        body = p.add_block();
        x = p.add_argument(body, type::scalar(dtype::f32), "x");
        a = p.add_node(body, facts_of<toy::relu>, {x}, 1);
        b = p.add_node(body, facts_of<toy::add>, {p[a].results[0], p[a].results[0]}, 1);
        p[body].yields = {p[b].results[0]};
        p.functions.push_back({"main", body, {}, {}});
    }
};

} // namespace

TEST_CASE("nodes, values and blocks know each other") {
    static_assert([] {
        small s;
        value_id const v = s.p[s.a].results[0];
        return s.p[v].definer == s.a && s.p[s.x].owner == s.body && s.p[s.b].parent == s.body &&
               s.p[s.body].nodes == list<node_id>{s.a, s.b} && s.p.find_function("main") != nullptr;
    }());
    CHECK(small().p.find_function("other") == nullptr);
}

TEST_CASE("a node goes where it is wanted, with its attributes at their defaults") {
    small s;
    auto const n = s.p.add_node(s.body, facts_of<toy::conv>, {s.x, s.x}, 1, 1);
    CHECK(s.p[s.body].nodes == list<node_id>{s.a, n, s.b});
    CHECK(s.p.at(n, "group") == attribute(1));
    CHECK(s.p.at(n, "auto_pad") == attribute("NOTSET"));
    CHECK_FALSE(s.p.at(n, "pads").is_set());
    CHECK_FALSE(s.p.at(n, "no such").is_set());
    s.p.set(n, "group", 4);
    CHECK(s.p.at(n, "group").integer == 4);
}

TEST_CASE("uses are counted and replaced, in yields too") {
    small s;
    CHECK(s.p.count_uses()[position(s.p[s.a].results[0])] == 2);
    s.p.replace_uses(s.p[s.a].results[0], s.x);
    s.p.replace_uses(s.p[s.b].results[0], s.x);
    CHECK(s.p.count_uses()[position(s.x)] == 4);
    s.p.erase(s.a);
    CHECK(s.p[s.a].op == nullptr);
    CHECK(s.p[s.body].nodes == list<node_id>{s.b});
}

TEST_CASE("nodes are visited before those in their regions") {
    small s;
    auto const choice = s.p.add_node(s.body, facts_of<toy::choose>, {s.x}, 0);
    auto const inner = s.p.add_region(choice);
    auto const n = s.p.add_node(inner, facts_of<toy::relu>, {s.x}, 1);
    list<node_id> seen;
    each_node(s.p, s.body, [&](node_id visited) { seen.push_back(visited); });
    CHECK(seen == list<node_id>{s.a, s.b, choice, n});
    CHECK(s.p[inner].owner == choice);
}

TEST_CASE("messages name a node by where it came from, else by its result") {
    small s;
    CHECK(describe(s.p, s.a) == "node (relu)");
    s.p[s.p[s.a].results[0]].name = "r";
    CHECK(describe(s.p, s.a) == "node %r (relu)");
    s.p[s.a].where.origins = {"a", "b"};
    location more{{"b", "c", "d"}};
    s.p[s.a].where.merge(more);
    CHECK(describe(s.p, s.a) == "node \"a\", \"b\", \"c\", ... (relu)");
}

TEST_CASE("invented symbols differ") {
    program p;
    CHECK_FALSE(p.fresh_symbol() == p.fresh_symbol());
}

#include <tenon/core/inference.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

using namespace tenon::core;

namespace {

struct view {
    program p;
    diagnostics found;
    block_id body = p.add_block();
    node_id n = node_id::none;

    view() {
        auto const c = p.add_node(body, facts_of<toy::constant>, {}, 1);
        p.set(c, "value", tensor::from(dtype::f32, {1}, list<double>{2}));
        value_id const x = p.add_argument(body, type::tensor(dtype::f32, {dim::symbol("n"), 3}));
        n = p.add_node(body, facts_of<toy::conv>, {x, p[c].results[0], value_id::none}, 1);
    }
    inference look() { return inference(p, n, found); }
};

} // namespace

TEST_CASE("operands are looked at from both ends, and constants through") {
    view v;
    auto i = v.look();
    CHECK(i.operands() == 3);
    CHECK(i.has(1));
    CHECK_FALSE(i.has(2));
    CHECK_FALSE(i.has(3));
    CHECK(i.dim_of(0, -1) == dim(3));
    CHECK(i.constant(0) == nullptr);
    REQUIRE(i.constant(1) != nullptr);
    CHECK(i.constant(1)->real(0) == 2);
    CHECK(i[attr<"group">] == attribute(1));
    i.set("group", 3);
    CHECK(i.at("group").integer == 3);
}

TEST_CASE("demands are decided where they can be") {
    view v;
    auto i = v.look();
    dim const n = dim::symbol("n"), m = dim::symbol("m");
    i.require_equal(n + dim(1), dim(1) + n, "a");
    i.require_at_least(n + dim(1), n, "a");
    CHECK_FALSE(i.failed());
    CHECK(v.p.constraints.empty());
    i.require_equal(n, m, "a");
    i.require_at_least(n, 1, "a");
    CHECK(i.require_broadcastable(n, m) == broadcast(n, m));
    CHECK(v.p.constraints.size() == 3);
    i.require_at_least(n, n + dim(1), "the size");
    CHECK(i.failed());
    CHECK(v.found.problems()[0].what == "the size is n, expected at least n + 1");
}

TEST_CASE("shapes are broadcast from the right") {
    view v;
    auto i = v.look();
    dim const n = dim::symbol("n");
    CHECK(i.broadcast_shapes({n, 1, 4}, {3, 1}) == list<dim>{n, 3, 4});
    CHECK(i.broadcast_shapes({}, {n}) == list<dim>{n});
}

#include <tenon/core/infer.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tenon::core;

namespace {

struct one_node {
    program p;
    block_id body = p.add_block();
    node_id n = node_id::none;

    one_node(op_facts const& op, list<type> operands) {
        list<value_id> values;
        for (auto const& t : operands) values.push_back(p.add_argument(body, t));
        n = p.add_node(body, op, values, 1);
    }
    std::string problems() {
        diagnostics found;
        bool const good = infer(p, n, found);
        CHECK(good == found.empty());
        return std::string(found.to_text().view());
    }
    type const& result() const { return p[p[n].results[0]].type; }
};
type f32(list<dim> shape) { return type::tensor(dtype::f32, shape); }
dim n() { return dim::symbol("n"); }
dim m() { return dim::symbol("m"); }

} // namespace

TEST_CASE("what only the caller knows becomes a constraint, once") {
    one_node add(facts_of<toy::add>, {f32({n(), 3}), f32({m(), 1})});
    CHECK(add.problems() == "");
    CHECK(add.problems() == "");
    CHECK(to_string(add.result()) == "f32[broadcast(m, n), 3]");
    REQUIRE(add.p.constraints.size() == 1);
    CHECK(add.p.constraints[0].how == constraint::relation::broadcastable);
    CHECK(add.p.constraints[0].why == "node (add)");
}

TEST_CASE("what cannot hold is a problem") {
    CHECK(one_node(facts_of<toy::add>, {f32({2}), f32({3})}).problems() ==
          "[tenon/V2] node (add): dimensions 2 and 3 cannot be broadcast, expected equal "
          "dimensions or a 1\n");
    CHECK(one_node(facts_of<toy::add>, {f32({2})}).problems() ==
          "[tenon/V1] node (add): has 1 operand, expected 2 (a, b)\n");
    CHECK(one_node(facts_of<toy::relu>, {type::scalar(dtype::string)})
              .problems()
              .find("[tenon/V2] node (relu): operand `x` is string[], expected one of the dtypes "
                    "f64,") == 0);
    CHECK(one_node(facts_of<toy::conv>, {f32({n(), 3, 8, 8}), f32({4, 2, 3, 3})}).problems() ==
          "[tenon/V2] node (conv): the channels are 3 and 2, expected equal dimensions\n");
    one_node concat(facts_of<toy::concat>, {f32({2})});
    concat.p.set(concat.n, "axis", 5);
    CHECK(concat.problems() ==
          "[tenon/V2] node (concat): axis is 5, expected a value in [-1, 0]\n");
}

TEST_CASE("nothing is inferred from operands of unknown type") {
    one_node relu(facts_of<toy::relu>, {type()});
    CHECK(relu.problems() == "");
    CHECK(relu.result() == type());
}

TEST_CASE("a program is inferred through its regions, and all its problems are found") {
    program p;
    block_id const body = p.add_block();
    value_id const x = p.add_argument(body, f32({2})), y = p.add_argument(body, f32({3}));
    p.add_node(body, facts_of<toy::add>, {x, y}, 1);
    auto const loop = p.add_node(body, facts_of<toy::loop_for>, {}, 0);
    p.set(loop, "to", list<dim>{4});
    auto const inside = p.add_node(p.add_region(loop), facts_of<toy::relu>, {x}, 1);
    p.add_node(body, facts_of<toy::relu>, {x, y}, 1);
    p.functions.push_back({"main", body, {}, {}});
    diagnostics found;
    CHECK_FALSE(infer(p, found));
    CHECK(found.problems().size() == 2);
    CHECK(to_string(p[p[inside].results[0]].type) == "f32[2]");
}

TEST_CASE("written types are compared with inferred ones, up to invented symbols") {
    one_node found_at(facts_of<toy::nonzero>, {f32({n()})});
    found_at.p[found_at.p[found_at.n].results[0]].type = type::tensor(dtype::i64, {1, m()});
    diagnostics found;
    CHECK(detail::infer_written(found_at.p, found_at.n, found));
    CHECK(to_string(found_at.result()) == "i64[1, m]");
    CHECK(found_at.p.constraints[0].b == m());
    CHECK(found_at.p.fresh_symbol() == dim::symbol("d0"));
}

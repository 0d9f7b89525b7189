// If and Loop (BR-53, BR-55, BR-56).
#include "onnx_to_graph/support.hpp"

#include <limits>

using namespace importing;
using wire::attribute;
using wire::node;
using wire::value;

namespace {

wire::message named(std::string_view name) { return wire::message().text(1, name); }
core::tensor truth(bool holds) { return tensor(core::dtype::boolean, {}, {holds ? 1.0 : 0.0}); }

TEST_CASE("If takes the branch that its condition says") {
    wire::graph const yes{{node("Neg", "x", "t")}, {}, {named("t")}};
    wire::graph const no{{node("Add", "x one", "e")}, {}, {named("e")}, {wire::f32s("one", {1})}};
    wire::model const m{
        {{node("If", "c", "y", {attribute("then_branch", yes), attribute("else_branch", no)})},
         {value("x", wire::f32, "2"), value("c", wire::boolean, "")},
         {named("y")}}};
    auto const p = import(m);
    CHECK(count(p, "if") == 1);
    CHECK(elements(run(p, {f32({2}, {1, 2}), truth(true)})[0]) == numbers{-1, -2});
    CHECK(elements(run(p, {f32({2}, {1, 2}), truth(false)})[0]) == numbers{2, 3});
}
TEST_CASE("an If that shapes decide leaves one branch") {
    wire::graph const yes{{node("Squeeze", "x axes", "t")}, {}, {named("t")}};
    wire::graph const no{{}, {}, {named("x")}};
    wire::model const m{
        {{node("Shape", "x", "s"), node("Gather", "s last", "n"), node("Equal", "n one", "c"),
          node("If", "c", "y", {attribute("then_branch", yes), attribute("else_branch", no)})},
         {value("x", wire::f32, "n 1")},
         {named("y")},
         {wire::i64_scalar("last", 1), wire::i64_scalar("one", 1), wire::i64s("axes", {1})}}};
    auto const p = import(m);
    CHECK(count(p, "if") == 0);
    CHECK(type_of(p) == "f32[n]");
}

/// `y` by an If named "pick" that knows nothing of its condition.
wire::model picking(wire::graph const& yes, wire::graph const& no, std::string_view results = "y") {
    return {{{node("If", "c", results,
                   {attribute("then_branch", yes), attribute("else_branch", no)}, "pick")},
             {value("x", wire::f32, "n 1"), value("z", wire::f32, "m 1"),
              value("c", wire::boolean, "")},
             {named("y")}}};
}
TEST_CASE("branches must give as many values, of one dtype and rank") {
    wire::graph const same{{}, {}, {named("x")}};
    wire::graph const two{{}, {}, {named("x"), named("z")}};
    CHECK(names(problems(picking(same, two)), {"pick", "(If)", "1 and 2 values"}));
    CHECK(names(problems(picking(two, same, "y w")), {"pick", "more outputs than one of"}));
    wire::graph const integers{
        {node("Cast", "x", "i", {attribute("to", wire::i64)})}, {}, {named("i")}};
    CHECK(
        names(problems(picking(same, integers)), {"pick", "f32[n, 1]", "i64[n, 1]", "one dtype"}));
    wire::graph const flat{
        {node("Reshape", "x shape", "f")}, {}, {named("f")}, {wire::i64s("shape", {-1})}};
    CHECK(names(problems(picking(flat, same)), {"pick", "f32[n]", "f32[n, 1]", "rank"}));
}
TEST_CASE("what is wrong in a branch is said of its node") {
    wire::graph const same{{}, {}, {named("x")}};
    wire::graph const wrong{{node("Neg", "x z", "t", {}, "inner")}, {}, {named("t")}};
    auto const told = problems(picking(wrong, same));
    CHECK(names(told, {"inner", "(Neg)"}));
    CHECK(told.find("one dtype") == told.npos);
}
TEST_CASE("sizes that differ between the branches are known when it has run") {
    wire::graph const one{{}, {}, {named("x")}}, other{{}, {}, {named("z")}};
    auto const p = import(picking(one, other));
    auto const type = type_of(p);
    CHECK(type.find(", 1]") != type.npos);
    CHECK(type != "f32[n, 1]");
    CHECK(type != "f32[m, 1]");
    auto const x = f32({2, 1}, {1, 2}), z = f32({3, 1}, {3, 4, 5});
    CHECK(elements(run(p, {x, z, truth(true)})[0]) == numbers{1, 2});
    CHECK(elements(run(p, {x, z, truth(false)})[0]) == numbers{3, 4, 5});
}
/// A dimension of 1 is removed, else the value stays: how exporters write a squeeze. `more` makes
/// the condition `c` out of `e`, whether the size is 1.
wire::model squeezing(std::vector<wire::message> const& more, bool if_equal) {
    wire::graph const squeezed{{node("Squeeze", "x axes", "t")}, {}, {named("t")}};
    wire::graph const same{{node("Identity", "x", "i")}, {}, {named("i")}};
    std::vector<wire::message> nodes{node("Shape", "x", "s"), node("Gather", "s last", "k"),
                                     node("Equal", "k one", "e")};
    nodes.insert(nodes.end(), more.begin(), more.end());
    nodes.push_back(node("If", "c", "y",
                         {attribute("then_branch", if_equal ? squeezed : same),
                          attribute("else_branch", if_equal ? same : squeezed)},
                         "squeeze"));
    return {{nodes,
             {value("x", wire::f32, "n k")},
             {named("y")},
             {wire::i64_scalar("last", 1), wire::i64_scalar("one", 1), wire::i64s("axes", {1})}}};
}
TEST_CASE("where a size decides the rank, the calls must have it") {
    for (bool const if_equal : {true, false}) {
        std::vector<wire::message> more{node("Cast", "e", "b", {attribute("to", wire::boolean)})};
        more.push_back(node(if_equal ? "Identity" : "Not", "b", "c"));
        auto const p = import(squeezing(more, if_equal));
        CHECK(count(p, "if") == 0);
        CHECK(type_of(p) == "f32[n]");
        bool demanded = false;
        for (auto const& c : p.constraints)
            demanded |= c.how == core::constraint::relation::equal &&
                        std::string(c.why.view()).find("squeeze") != std::string::npos;
        CHECK(demanded);
        CHECK(elements(run(p, {f32({2, 1}, {1, 2})})[0]) == numbers{1, 2});
        core::diagnostics found;
        CHECK(graph::evaluate(p, p.functions[0], {f32({1, 2}, {1, 2})}, found).empty());
        CHECK(names(std::string(found.to_text().view()), {"squeeze", "k = 2"}));
    }
}
TEST_CASE("two numbers that no size is cannot decide a rank") {
    auto const told = problems(squeezing({node("Less", "k one", "c")}, true));
    CHECK(names(told, {"squeeze", "one dtype and rank"}));
}

wire::model looping(wire::graph const& body, wire::message const& trips) {
    return {{{node("Loop", "m _ start", "last scan", {attribute("body", body)})},
             {value("start", wire::f32, "1")},
             {named("last"), named("scan")},
             {trips}}};
}
TEST_CASE("scans record what a value is before it changes") {
    wire::graph const body{
        {node("Add", "v one", "w"), node("Identity", "v", "s")},
        {value("i", wire::i64, ""), value("c", wire::boolean, ""), value("v", wire::f32, "1")},
        {named("c"), named("w"), named("s")},
        {wire::f32s("one", {1})}};
    auto const p = import(looping(body, wire::i64_scalar("m", 3)));
    CHECK(type_of(p, 1) == "f32[3, 1]");
    auto const r = run(p, {f32({1}, {10})});
    CHECK(elements(r[0]) == numbers{13});
    CHECK(elements(r[1]) == numbers{10, 11, 12});
}
TEST_CASE("a loop without a bound ends by its condition") {
    wire::graph const body{
        {node("Add", "v one", "w"), node("Less", "w three", "more"), node("Squeeze", "more", "d"),
         node("Identity", "w", "s")},
        {value("i", wire::i64, ""), value("c", wire::boolean, ""), value("v", wire::f32, "1")},
        {named("d"), named("w"), named("s")},
        {wire::f32s("one", {1}), wire::f32s("three", {3})}};
    auto const most = std::numeric_limits<std::int64_t>::max();
    auto const r = run(import(looping(body, wire::i64_scalar("m", most))), {f32({1}, {0})});
    CHECK(elements(r[0]) == numbers{3});
    CHECK(elements(r[1]) == numbers{1, 2, 3});
}
TEST_CASE("a body's input hides the outer value of its name") {
    wire::graph const body{
        {node("Add", "start one", "w"), node("Identity", "w", "s")},
        {value("i", wire::i64, ""), value("c", wire::boolean, ""), value("start", wire::f32, "1")},
        {named("c"), named("w"), named("s")},
        {wire::f32s("one", {1})}};
    CHECK(elements(run(import(looping(body, wire::i64_scalar("m", 3))), {f32({1}, {10})})[0]) ==
          numbers{13});
}
TEST_CASE("a carried value may grow") {
    wire::graph const body{
        {node("Concat", "v v", "w", {attribute("axis", 0)}),
         node("ReduceSum", "v", "s", {attribute("keepdims", 0)})},
        {value("i", wire::i64, ""), value("c", wire::boolean, ""), value("v", wire::f32, "?")},
        {named("c"), named("w"), named("s")}};
    auto const r = run(import(looping(body, wire::i64_scalar("m", 3))), {f32({1}, {2})});
    CHECK(elements(r[0]).size() == 8);
    CHECK(elements(r[1]) == numbers{2, 4, 8});
}

TEST_CASE("a carried value must keep its dtype and rank") {
    wire::graph const body{
        {node("Cast", "v", "w", {attribute("to", wire::i64)}), node("Identity", "v", "s")},
        {value("i", wire::i64, ""), value("c", wire::boolean, ""), value("v", wire::f32, "1")},
        {named("c"), named("w"), named("s")}};
    CHECK(names(problems(looping(body, wire::i64_scalar("m", 3))),
                {"(Loop)", "f32[1]", "i64[1]", "one dtype and rank"}));
}

} // namespace

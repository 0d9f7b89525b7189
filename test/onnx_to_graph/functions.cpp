// Model-local functions (BR-58, BR-59).
#include "onnx_to_graph/support.hpp"

using namespace importing;
using wire::node;
using wire::value;

namespace {

constexpr int an_integer = 2;

wire::model calling(std::vector<wire::message> nodes, std::string_view dims,
                    std::vector<wire::message> functions) {
    return {{std::move(nodes), {value("x", wire::f32, dims)}, {wire::message().text(1, "y")}},
            17,
            std::move(functions),
            {wire::opset("own", 1)}};
}

TEST_CASE("attributes are passed through nested calls") {
    auto const inner = wire::function(
        "inner", "x", "y", "inner",
        {node("Constant", "", "c", {wire::reference("value_int", "inner", an_integer)}),
         node("CastLike", "c x", "f"), node("Add", "x f", "y")});
    auto const outer = wire::function(
        "outer", "x", "y", "outer",
        {node("inner", "x", "y", {wire::reference("inner", "outer", an_integer)}, "", "own")});
    auto const m = calling({node("outer", "x", "y", {wire::attribute("outer", 1)}, "", "own")}, "3",
                           {inner, outer});
    CHECK(elements(run(m, {f32({3}, {0, 0, 0})})[0]) == numbers{1, 1, 1});
}
TEST_CASE("each call has its own attributes") {
    auto const dup =
        wire::function("dup", "x", "y", "dim",
                       {node("Concat", "x x", "y", {wire::reference("axis", "dim", an_integer)})});
    auto const m = calling({node("dup", "x", "t", {wire::attribute("dim", 0)}, "", "own"),
                            node("dup", "t", "y", {wire::attribute("dim", 1)}, "", "own")},
                           "1 2", {dup});
    auto const y = run(m, {f32({1, 2}, {1, 2})})[0];
    CHECK(shape(y) == std::vector<std::int64_t>{2, 4});
    CHECK(elements(y) == numbers{1, 2, 1, 2, 1, 2, 1, 2});
}
TEST_CASE("names inside a body are its own") {
    auto const f =
        wire::function("f", "x", "y", "", {node("Neg", "x", "t"), node("Add", "t t", "y")});
    auto const m = calling(
        {node("Abs", "x", "t"), node("f", "x", "u", {}, "", "own"), node("Sub", "u t", "y")}, "2",
        {f});
    CHECK(elements(run(m, {f32({2}, {1, -2})})[0]) == numbers{-3, 2});
}
TEST_CASE("unused and missing arguments") {
    auto const f = wire::function("f", "a b", "y", "", {node("Neg", "a", "y")});
    CHECK(elements(run(calling({node("f", "x x", "y", {}, "", "own")}, "1", {f}),
                       {f32({1}, {3})})[0]) == numbers{-3});
    CHECK(elements(run(calling({node("f", "x", "y", {}, "", "own")}, "1", {f}),
                       {f32({1}, {3})})[0]) == numbers{-3});
    auto const g = wire::function("g", "a top", "y", "", {node("Clip", "a _ top", "y")});
    CHECK(elements(run(calling({node("g", "x", "y", {}, "", "own")}, "1", {g}),
                       {f32({1}, {3})})[0]) == numbers{3});
}
TEST_CASE("a body has its own opset") {
    auto const old = wire::function(
        "old", "x", "y", "",
        {node("Squeeze", "x", "y", {wire::attribute("axes", std::vector<std::int64_t>{0})})}, 11);
    auto const m = calling({node("old", "x", "y", {}, "", "own")}, "1 2", {old});
    CHECK(shape(run(m, {f32({1, 2}, {1, 2})})[0]) == std::vector<std::int64_t>{2});
}
TEST_CASE("nodes say through which calls they came") {
    auto const f = wire::function("f", "x", "y", "", {node("Neg", "x", "y", {}, "inside")});
    auto const p = import(calling({node("f", "x", "y", {}, "outside", "own")}, "1", {f}));
    bool found = false;
    core::each_node(p, p.functions[0].body, [&](core::node_id n) {
        found = found || p[n].where.origins.contains("outside/inside");
    });
    CHECK(found);
}
TEST_CASE("functions that call themselves are refused") {
    auto const f = wire::function("f", "x", "y", "", {node("g", "x", "y", {}, "there", "own")});
    auto const g = wire::function("g", "x", "y", "", {node("f", "x", "y", {}, "back", "own")});
    CHECK(names(problems(calling({node("f", "x", "y", {}, "start", "own")}, "1", {f, g})),
                {"start/there/back", "call themselves"}));
}

} // namespace

// Names, order, inputs, outputs and defaults (BR-35, BR-62, BR-64, BR-65, BR-67).
#include "onnx_to_graph/support.hpp"

using namespace importing;
using wire::node;
using wire::value;

namespace {

wire::message const x2 = value("x", wire::f32, "2"), y2 = value("y", wire::f32, "2");

TEST_CASE("unsorted nodes are sorted") {
    wire::model const m{{{node("Neg", "t", "y"), node("Abs", "x", "t")}, {x2}, {y2}}};
    CHECK(elements(run(m, {f32({2}, {1, -2})})[0]) == numbers{-1, -2});
}
TEST_CASE("names that clash or are missing are told with the value") {
    CHECK(names(
        problems({{{node("Relu", "x", "twice", {}, "one"), node("Neg", "x", "twice", {}, "two")},
                   {x2},
                   {value("twice", wire::f32, "2")}}}),
        {"\"two\"", "\"one\"", "\"twice\""}));
    CHECK(names(problems({{{node("Add", "x lost", "y", {}, "loser")}, {x2}, {y2}}}),
                {"\"loser\" (Add)", "\"lost\""}));
    CHECK(names(problems({{{node("Relu", "x", "t")}, {x2}, {value("never", wire::f32, "2")}}}),
                {"output \"never\""}));
    CHECK(names(problems({{{node("Add", "x w", "y")},
                           {x2},
                           {y2},
                           {wire::f32s("w", {1, 2}), wire::f32s("w", {1, 2})}}}),
                {"initialiser \"w\""}));
    CHECK(names(problems({{{node("Relu", "x", "y")}, {x2, x2}, {y2}}}), {"input \"x\""}));
}
TEST_CASE("node names may repeat") {
    wire::model const m{
        {{node("Neg", "x", "t", {}, "n"), node("Neg", "t", "y", {}, "n")}, {x2}, {y2}}};
    CHECK(elements(run(m, {f32({2}, {1, -2})})[0]) == numbers{1, -2});
}
TEST_CASE("a cycle is told by its nodes") {
    auto const told =
        problems({{{node("Add", "x b", "a", {}, "first"), node("Neg", "a", "b", {}, "second"),
                    node("Neg", "b", "c", {}, "behind")},
                   {x2},
                   {value("a", wire::f32, "2")}}});
    CHECK(names(told, {"\"first\"", "\"second\"", "cycle"}));
    CHECK(!names(told, {"behind"}));
    CHECK(names(problems({{{node("Add", "x y", "y", {}, "selfish")}, {x2}, {y2}}}),
                {"\"selfish\"", "its own result"}));
}
TEST_CASE("all problems are told, and none that only follows from another") {
    auto const told = problems(
        {{{node("Frobnicate", "x", "a", {}, "strange"), node("MatMul", "x w", "b", {}, "product"),
           node("Add", "a b", "y", {}, "innocent")},
          {x2},
          {y2},
          {wire::f32s("w", {1, 2, 3})}}});
    CHECK(names(told, {"\"strange\" (Frobnicate)", "\"product\" (MatMul)"}));
    CHECK(!names(told, {"innocent"}));
}

TEST_CASE("domains and opsets") {
    wire::model const relu{{{node("Neg", "x", "y", {}, "n", "ai.onnx")}, {x2}, {y2}},
                           0,
                           {},
                           {wire::opset("ai.onnx", 14)}};
    CHECK(elements(run(relu, {f32({2}, {1, -2})})[0]) == numbers{-1, 2});
    auto broken = relu;
    broken.opsets.clear();
    CHECK(names(problems(broken), {"opset"}));
    broken.version = 99;
    CHECK(names(problems(broken), {"99", "7 to 28"}));
    broken.version = 6;
    CHECK(names(problems(broken), {"opset 6", "7 to 28"}));
    broken.version = 17;
    broken.ir_version = 99;
    CHECK(names(problems(broken), {"IR version", "99"}));
    wire::model const foreign{{{node("Neg", "x", "y", {}, "far", "com.example")}, {x2}, {y2}},
                              17,
                              {},
                              {wire::opset("com.example", 3)}};
    CHECK(names(problems(foreign), {"\"far\" (Neg)", "com.example", "version 3"}));
    CHECK(names(problems({{{node("Gelu", "x", "y", {}, "early")}, {x2}, {y2}}}),
                {"\"early\" (Gelu)", "20", "17"}));
}

TEST_CASE("nodes are held against ONNX's schemas") {
    auto const told = [&](wire::message const& n) { return problems({{{n}, {x2}, {y2}}}); };
    CHECK(names(told(node("Relu", "x x", "y", {}, "greedy")), {"\"greedy\" (Relu)", "2 inputs"}));
    CHECK(names(told(node("Add", "x", "y", {}, "lonely")), {"\"lonely\" (Add)", "1 inputs"}));
    CHECK(names(told(node("Concat", "x x", "y", {}, "axisless")), {"\"axisless\"", "axis"}));
    CHECK(names(told(node("Concat", "x x", "y", {wire::attribute("axis", "zero")}, "worded")),
                {"\"worded\"", "axis", "a text", "an integer"}));
    CHECK(names(told(node("Relu", "x", "y", {wire::attribute("slope", 0.1f)}, "fancy")),
                {"\"fancy\"", "slope"}));
    CHECK(names(told(node("Concat", "x x", "y", {wire::attribute("axis", 5)}, "far")),
                {"\"far\"", "5"}));
}

TEST_CASE("an initialiser that is an input is its default, and a constant in old models") {
    wire::model m{{{node("Mul", "c c", "d"), node("Add", "x d", "y")},
                   {value("x", wire::f32, "1"), value("c", wire::f32, "1")},
                   {value("y", wire::f32, "1")},
                   {wire::f32s("c", {3})}}};
    m.ir_version = 7;
    CHECK(elements(run(m, {f32({1}, {1}), f32({1}, {10})})[0]) == numbers{101});
    CHECK(elements(run(m, {f32({1}, {1}), {}})[0]) == numbers{10});
    m.ir_version = 3;
    CHECK(elements(run(m, {f32({1}, {1})})[0]) == numbers{10});
}
TEST_CASE("outputs that are inputs or initialisers, unused inputs, no inputs") {
    wire::model const same{{{}, {x2}, {value("x", wire::f32, "2")}}};
    CHECK(elements(run(same, {f32({2}, {1, 2})})[0]) == numbers{1, 2});
    wire::model const held{{{node("Min", "c x", "y")},
                            {x2},
                            {y2, value("c", wire::f32, "1")},
                            {wire::f32s("c", {3})}}};
    auto const both = run(held, {f32({2}, {1, 5})});
    CHECK(elements(both[0]) == numbers{1, 3});
    CHECK(elements(both[1]) == numbers{3});
    wire::model const unused{{{node("Neg", "x", "y")}, {x2, value("b", wire::f32, "3")}, {y2}}};
    CHECK(elements(run(unused, {f32({2}, {1, 2}), f32({3}, {0, 0, 0})})[0]) == numbers{-1, -2});
    wire::model const alone{
        {{node("Constant", "", "c", {wire::attribute("value", wire::f32s("", {1, 2}))}),
          node("Neg", "c", "y")},
         {},
         {y2}}};
    CHECK(elements(run(alone, {})[0]) == numbers{-1, -2});
    wire::model const dangling{{{node("Dropout", "x", "y mask")}, {x2}, {y2}}};
    CHECK(elements(run(dangling, {f32({2}, {1, 2})})[0]) == numbers{1, 2});
}
TEST_CASE("inputs in the middle may be left out") {
    wire::model const clip{{{node("Clip", "x _ top", "y")},
                            {value("x", wire::f32, "3")},
                            {value("y", wire::f32, "3")},
                            {wire::tensor("top", wire::f32, {}, std::vector<float>{6})}}};
    CHECK(elements(run(clip, {f32({3}, {-5, 0.5, 11})})[0]) == numbers{-5, 0.5, 6});
    wire::model const split{{{node("Split", "x _", "a b")},
                             {value("x", wire::f32, "4")},
                             {value("a", wire::f32, "2"), value("b", wire::f32, "2")}}};
    auto const parts = run(split, {f32({4}, {0, 1, 2, 3})});
    CHECK(elements(parts[0]) == numbers{0, 1});
    CHECK(elements(parts[1]) == numbers{2, 3});
}
TEST_CASE("declared types that contradict are told") {
    CHECK(names(problems({{{node("Relu", "x", "y")}, {x2}, {value("y", wire::f32, "3")}}}),
                {"output \"y\"", "3", "2"}));
    CHECK(names(problems({{{node("Relu", "x", "y")}, {x2}, {value("y", wire::i64, "2")}}}),
                {"output \"y\"", "i64", "f32"}));
    CHECK(names(problems({{{node("Relu", "x", "y")}, {value("x", wire::f32, "-2")}, {y2}}}),
                {"input \"x\"", "-2"}));
    CHECK(names(problems({{{node("Relu", "x", "y")}, {value("x", 0, "2")}, {y2}}}),
                {"input \"x\"", "dtype"}));
    CHECK(names(problems({{{node("Relu", "x", "y")}, {value("x", 200, "2")}, {y2}}}),
                {"input \"x\"", "200"}));
}

} // namespace

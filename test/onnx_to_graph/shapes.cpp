// Shape arithmetic that stays symbolic (BR-01, BR-25, BR-26, and what exporters write).
#include "onnx_to_graph/support.hpp"

#include <limits>

using namespace importing;
using wire::attribute;
using wire::i64_scalar;
using wire::i64s;
using wire::node;
using wire::value;

namespace {

using integers = std::vector<std::int64_t>;

wire::model from_x(std::string_view dims, std::vector<wire::message> nodes,
                   std::vector<wire::message> constants = {}, std::int64_t version = 17) {
    return {{std::move(nodes),
             {value("x", wire::f32, dims)},
             {wire::message().text(1, "y")},
             std::move(constants)},
            version};
}
core::tensor counted(core::list<std::int64_t> shape) {
    numbers values;
    std::int64_t size = 1;
    for (auto d : shape) size *= d;
    for (std::int64_t i = 0; i != size; ++i) values.push_back(static_cast<double>(i));
    return f32(shape, values);
}

TEST_CASE("integer division in shape arithmetic truncates") {
    auto const p = import(from_x(
        "N",
        {node("Shape", "x", "s"), node("Gather", "s zero", "g"), node("Div", "g three", "d"),
         node("Unsqueeze", "d axis", "e"), node("Slice", "x start e", "y")},
        {i64_scalar("zero", 0), i64_scalar("three", 3), i64s("axis", {0}), i64s("start", {0})},
        13));
    CHECK(type_of(p) == "f32[floordiv(N, 3)]");
    CHECK(elements(run(p, {counted({8})})[0]) == numbers{0, 1});
    CHECK(run(p, {counted({386})})[0].size() == 128);
}
TEST_CASE("Shape of a part, counted from either end") {
    auto const part = [](std::initializer_list<wire::message> bounds) {
        return elements(
            run(from_x("2 n 4", {node("Shape", "x", "y", bounds)}), {counted({2, 3, 4})})[0]);
    };
    CHECK(part({attribute("start", -1)}) == numbers{4});
    CHECK(part({attribute("start", -2), attribute("end", -1)}) == numbers{3});
    CHECK(part({attribute("start", -10), attribute("end", 10)}) == numbers{2, 3, 4});
}
TEST_CASE("heads of attention keep batch and sequence symbolic") {
    auto const p = import(from_x(
        "batch seq 768",
        {node("Shape", "x", "s"), node("Gather", "s i0", "b"), node("Gather", "s i1", "l"),
         node("Unsqueeze", "b i0v", "bu"), node("Unsqueeze", "l i0v", "lu"),
         node("Concat", "bu lu h d", "to", {attribute("axis", 0)}), node("Reshape", "x to", "r"),
         node("Transpose", "r", "t", {attribute("perm", integers{0, 2, 1, 3})}),
         node("Transpose", "t", "u", {attribute("perm", integers{0, 2, 1, 3})}),
         node("Concat", "bu lu m1", "back", {attribute("axis", 0)}),
         node("Reshape", "u back", "y")},
        {i64_scalar("i0", 0), i64_scalar("i1", -2), i64s("i0v", {0}), i64s("h", {12}),
         i64s("d", {64}), i64s("m1", {-1})}));
    CHECK(type_of(p) == "f32[batch, seq, 768]");
    CHECK(p.constraints.empty());
}
TEST_CASE("Reshape keeps, divides and infers") {
    auto const reshaped = [](std::string_view dims, integers shape,
                             std::initializer_list<wire::message> attributes = {}) {
        return type_of(
            import(from_x(dims, {node("Reshape", "x to", "y", attributes)}, {i64s("to", shape)})));
    };
    CHECK(reshaped("n 6 4", {0, -1}) == "f32[n, 24]");
    CHECK(reshaped("n 6 4", {-1, 8}) == "f32[3*n, 8]");
    CHECK(reshaped("n m", {-1}) == "f32[m*n]");
    CHECK(reshaped("2 3", {3, -1, 1}) == "f32[3, 2, 1]");
    CHECK(reshaped("0 3", {3, 0}, {attribute("allowzero", 1)}) == "f32[3, 0]");
    CHECK(names(
        problems(from_x("2 3", {node("Reshape", "x to", "y", {}, "bad")}, {i64s("to", {-1, -1})})),
        {"\"bad\"", "two -1"}));
    CHECK(
        names(problems(from_x("2 3", {node("Reshape", "x to", "y", {}, "bad")}, {i64s("to", {4})})),
              {"\"bad\"", "6", "4"}));
    CHECK(names(
        problems(from_x("2 3", {node("Reshape", "x to", "y", {}, "bad")}, {i64s("to", {4, -1})})),
        {"\"bad\""}));
}
TEST_CASE("a shape that only data decides is told by the value") {
    wire::model const m{{{node("Reshape", "x to", "y", {}, "open")},
                         {value("x", wire::f32, "6"), value("to", wire::i64, "2")},
                         {value("y", wire::f32, "? ?")}}};
    CHECK(names(problems(m), {"\"open\" (Reshape)", "\"to\""}));
}
TEST_CASE("a Slice to the end knows that sizes are not negative") {
    auto const sliced = [](std::int64_t start, std::int64_t end) {
        return import(from_x("1 1 n",
                             {node("MaxPool", "x", "p", {attribute("kernel_shape", integers{3})}),
                              node("Slice", "p a b axes", "y")},
                             {i64s("a", {start}), i64s("b", {end}), i64s("axes", {2})}));
    };
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    CHECK(type_of(sliced(0, most)) == "f32[1, 1, n - 2]");
    CHECK(elements(run(sliced(1, -1), {tensor(core::dtype::f32, {1, 1, 6},
                                              {1, 2, 3, 4, 5, 6})})[0]) == numbers{4, 5});
    CHECK(elements(run(sliced(1, most), {tensor(core::dtype::f32, {1, 1, 3}, {1, 2, 3})})[0])
              .empty());
}
TEST_CASE("Slice is normalised whatever its bounds are") {
    auto const sliced = [](std::string_view dims, integers start, integers end, integers step) {
        return import(
            from_x(dims, {node("Slice", "x a b axes c", "y")},
                   {i64s("a", start), i64s("b", end), i64s("axes", {0}), i64s("c", step)}));
    };
    constexpr auto most = std::numeric_limits<std::int64_t>::max(),
                   least = std::numeric_limits<std::int64_t>::min();
    CHECK(elements(run(sliced("5", {1}, {most}, {2}), {counted({5})})[0]) == numbers{1, 3});
    CHECK(elements(run(sliced("n", {1}, {most}, {2}), {counted({6})})[0]) == numbers{1, 3, 5});
    CHECK(elements(run(sliced("n", {-2}, {most}, {1}), {counted({6})})[0]) == numbers{4, 5});
    CHECK(elements(run(sliced("n", {-2}, {most}, {1}), {counted({1})})[0]) == numbers{0});
    CHECK(elements(run(sliced("n", {-1}, {least}, {-1}), {counted({3})})[0]) == numbers{2, 1, 0});
    CHECK(elements(run(sliced("n", {1}, {-1}, {1}), {counted({4})})[0]) == numbers{1, 2});
    CHECK(elements(run(sliced("n", {10}, {0}, {-2}), {counted({4})})[0]) == numbers{3, 1});
    CHECK(type_of(sliced("n", {0}, {most}, {1})) == "f32[n]");
    CHECK(elements(run(sliced("n", {3}, {1}, {1}), {counted({4})})[0]).empty());
}
TEST_CASE("scaling in floats") {
    auto const p = import(from_x(
        "n 3 h w",
        {node("Shape", "x", "s"), node("Slice", "s two four", "hw"),
         node("Cast", "hw", "f", {attribute("to", 1)}), node("Mul", "f scale", "g"),
         node("Floor", "g", "k"), node("Cast", "k", "i", {attribute("to", 7)}),
         node("Slice", "s zero two", "nc"), node("Concat", "nc i", "all", {attribute("axis", 0)}),
         node("Expand", "one all", "y")},
        {i64s("zero", {0}), i64s("two", {2}), i64s("four", {4}),
         wire::tensor("scale", wire::f32, {}, std::vector<float>{0.5f}), wire::f32s("one", {1})}));
    CHECK(type_of(p) == "f32[n, 3, floordiv(h, 2), floordiv(w, 2)]");
}
TEST_CASE("Where and Equal choose between known and symbolic sizes") {
    auto const p = import(from_x("n 1",
                                 {node("Shape", "x", "s"), node("Equal", "wanted minus", "e"),
                                  node("Where", "e s wanted", "to"), node("Expand", "x to", "y")},
                                 {i64s("wanted", {-1, 5}), i64s("minus", {-1, -1})}));
    CHECK(type_of(p) == "f32[n, 5]");
    auto const q =
        import(from_x("n 4",
                      {node("Shape", "x", "s"), node("Equal", "s minus", "e"),
                       node("Where", "e ones s", "to"), node("Expand", "one to", "y")},
                      {i64s("minus", {-1, -1}), i64s("ones", {1, 1}), wire::f32s("one", {1})}));
    CHECK(type_of(q) == "f32[n, 4]");
}
TEST_CASE("Range, ConstantOfShape, Size and reductions of shapes") {
    auto const p = import(from_x("n 4", {node("Size", "x", "k"), node("Range", "zero k one", "y")},
                                 {i64_scalar("zero", 0), i64_scalar("one", 1)}));
    CHECK(type_of(p) == "i64[4*n]");
    CHECK(elements(run(p, {counted({1, 4})})[0]) == numbers{0, 1, 2, 3});
    auto const q = import(from_x("n 4", {node("Shape", "x", "s"),
                                         node("ReduceProd", "s", "k", {attribute("keepdims", 1)}),
                                         node("ConstantOfShape", "k", "y")}));
    CHECK(type_of(q) == "f32[4*n]");
    wire::model const scalar{
        {{node("ConstantOfShape", "e", "y", {attribute("value", wire::f32s("", {2.5f}))})},
         {},
         {value("y", wire::f32, "")},
         {i64s("e", {})}}};
    auto const y = run(scalar, {})[0];
    CHECK(y.rank() == 0);
    CHECK(elements(y) == numbers{2.5});
}
TEST_CASE("Range by constants of every kind") {
    auto const range = [](wire::message a, wire::message b, wire::message d) {
        wire::model const m{
            {{node("Range", "a b d", "y")}, {}, {wire::message().text(1, "y")}, {a, b, d}}};
        return elements(run(m, {})[0]);
    };
    auto const real = [](std::string_view name, float v) {
        return wire::tensor(name, wire::f32, {}, std::vector<float>{v});
    };
    CHECK(range(real("a", 5), real("b", 0), real("d", -1.5f)) == numbers{5, 3.5, 2, 0.5});
    CHECK(range(real("a", 0), real("b", 1), real("d", 0.3f)).size() == 4);
    CHECK(range(real("a", 3), real("b", 1), real("d", 1)).empty());
    CHECK(range(i64_scalar("a", 10), i64_scalar("b", 4), i64_scalar("d", -4)) == numbers{10, 6});
}

TEST_CASE("names of dimensions become identifiers, fixed ones numbers") {
    auto const p = import(from_x("p2o.DynamicDimension.0 d0 ? min", {node("Relu", "x", "y")}));
    CHECK(type_of(p) == "f32[p2o_DynamicDimension_0, _d0, d0, _min]");
    load_options const fix{.dims = {{"p2o.DynamicDimension.0", 2}, {"_d0", 3}}};
    CHECK(type_of(import(from_x("p2o.DynamicDimension.0 d0 ?", {node("Relu", "x", "y")}), fix)) ==
          "f32[2, 3, d0]");
    CHECK(names(problems(from_x("n", {node("Relu", "x", "y")}), {.dims = {{"lost", 1}}}),
                {"O7", "\"lost\""}));
}
TEST_CASE("a squeezed dimension that may not be 1 is a check at run time") {
    auto const p = import(from_x("n m", {node("Squeeze", "x axes", "y")}, {i64s("axes", {1})}));
    CHECK(type_of(p) == "f32[n]");
    CHECK(!p.constraints.empty());
}

} // namespace

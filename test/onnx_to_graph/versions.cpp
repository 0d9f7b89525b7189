// What changed between versions of an operator (BR-13, BR-31, BR-32, BR-34).
#include "onnx_to_graph/support.hpp"

using namespace importing;
using wire::attribute;
using wire::i64s;
using wire::node;
using wire::value;

namespace {

using integers = std::vector<std::int64_t>;

core::tensor one(wire::message n, std::int64_t version, core::tensor x,
                 std::vector<wire::message> constants = {}) {
    std::string dims;
    for (auto d : x.shape()) dims += std::to_string(d) + " ";
    wire::model const m{
        {{n}, {value("x", wire::f32, dims)}, {wire::message().text(1, "y")}, std::move(constants)},
        version};
    auto const results = run(m, {x});
    return results.empty() ? core::tensor() : results[0];
}
std::vector<numbers> parts(wire::message n, std::string_view outputs, std::int64_t version,
                           core::tensor x, std::vector<wire::message> constants = {}) {
    std::vector<wire::message> out;
    for (auto const& name : wire::words(outputs)) out.push_back(wire::message().text(1, name));
    wire::model const m{
        {{n}, {value("x", wire::f32, std::to_string(x.size()))}, out, std::move(constants)},
        version};
    std::vector<numbers> all;
    for (auto const& t : run(m, {x})) all.push_back(elements(t));
    return all;
}

TEST_CASE("Softmax before 13 takes the rest as one dimension") {
    auto const zeros = f32({1, 2, 2}, {0, 0, 0, 0});
    numbers const quarters(4, 0.25), halves(4, 0.5);
    CHECK(elements(one(node("Softmax", "x", "y", {attribute("axis", 1)}), 11, zeros)) == quarters);
    CHECK(elements(one(node("Softmax", "x", "y"), 11, zeros)) == quarters);
    CHECK(elements(one(node("Softmax", "x", "y", {attribute("axis", 1)}), 13, zeros)) == halves);
    CHECK(elements(one(node("Hardmax", "x", "y"), 11, zeros)) == numbers{1, 0, 0, 0});
    CHECK(elements(one(node("Hardmax", "x", "y"), 13, zeros)) == numbers{1, 0, 1, 0});
    CHECK(elements(one(node("LogSoftmax", "x", "y"), 11, zeros))[0] == doctest::Approx(-1.3862944));
    CHECK(elements(one(node("LogSoftmax", "x", "y"), 13, zeros))[0] == doctest::Approx(-0.6931472));
}
TEST_CASE("axes are an attribute or an input") {
    auto const x = f32({1, 2, 2}, {1, 2, 3, 6});
    auto const by_attribute = {attribute("axes", integers{2}), attribute("keepdims", 0)};
    numbers const means{1.5, 4.5}, sums{3, 9};
    CHECK(elements(one(node("ReduceMean", "x", "y", by_attribute), 13, x)) == means);
    CHECK(elements(one(node("ReduceMean", "x a", "y", {attribute("keepdims", 0)}), 18, x,
                       {i64s("a", {2})})) == means);
    CHECK(elements(one(node("ReduceSum", "x", "y", by_attribute), 11, x)) == sums);
    CHECK(elements(one(node("ReduceSum", "x a", "y", {attribute("keepdims", 0)}), 13, x,
                       {i64s("a", {-1})})) == sums);
    CHECK(elements(one(node("ReduceSum", "x", "y"), 13, x)) == numbers{12});
    CHECK(elements(one(node("ReduceSum", "x", "y", {attribute("noop_with_empty_axes", 1)}), 13,
                       x)) == numbers{1, 2, 3, 6});
    CHECK(shape(one(node("Squeeze", "x", "y", {attribute("axes", integers{0})}), 11, x)) ==
          integers{2, 2});
    CHECK(shape(one(node("Squeeze", "x a", "y"), 13, x, {i64s("a", {0})})) == integers{2, 2});
    CHECK(shape(one(node("Squeeze", "x", "y"), 13, x)) == integers{2, 2});
    CHECK(shape(one(node("Unsqueeze", "x", "y", {attribute("axes", integers{0, -1})}), 11, x)) ==
          integers{1, 1, 2, 2, 1});
    CHECK(shape(one(node("Unsqueeze", "x a", "y"), 13, x, {i64s("a", {0, 4})})) ==
          integers{1, 1, 2, 2, 1});
}
TEST_CASE("Split by attribute, by input, by number") {
    auto const ten = [] {
        numbers values;
        for (int i = 0; i != 10; ++i) values.push_back(i);
        return f32({10}, values);
    }();
    auto const sizes = [](std::vector<numbers> const& all) {
        std::vector<std::size_t> found;
        for (auto const& one : all) found.push_back(one.size());
        return found;
    };
    using counts = std::vector<std::size_t>;
    CHECK(sizes(parts(node("Split", "x", "a b", {attribute("split", integers{3, 7})}), "a b", 11,
                      ten)) == counts{3, 7});
    CHECK(sizes(parts(node("Split", "x s", "a b"), "a b", 13, ten, {i64s("s", {3, 7})})) ==
          counts{3, 7});
    CHECK(sizes(parts(node("Split", "x", "a b"), "a b", 13, ten)) == counts{5, 5});
    CHECK(sizes(parts(node("Split", "x", "a b c", {attribute("num_outputs", 3)}), "a b c", 18,
                      ten)) == counts{4, 4, 2});
    CHECK(sizes(parts(node("Split", "x", "a b c d", {attribute("num_outputs", 4)}), "a b c d", 18,
                      ten)) == counts{3, 3, 3, 1});
    auto const five = f32({5}, {0, 1, 2, 3, 4});
    CHECK(sizes(parts(node("Split", "x", "a b c d", {attribute("num_outputs", 4)}), "a b c d", 18,
                      five)) == counts{2, 2, 1, 0});
    CHECK(sizes(parts(node("Split", "x s", "a b c"), "a b c", 13, f32({3}, {1, 2, 3}),
                      {i64s("s", {0, 3, 0})})) == counts{0, 3, 0});
    wire::model const uneven{{{node("Split", "x", "a b", {}, "halves")},
                              {value("x", wire::f32, "5")},
                              {wire::message().text(1, "a")}},
                             13};
    CHECK(names(problems(uneven), {"\"halves\" (Split)"}));
}
TEST_CASE("limits, pads and bounds moved from attributes to inputs") {
    auto const x = f32({3}, {-5, 0.5, 11});
    auto const scalar = [](std::string_view name, float v) {
        return wire::tensor(name, wire::f32, {}, std::vector<float>{v});
    };
    CHECK(elements(one(node("Clip", "x", "y", {attribute("max", 6.0f)}), 6 + 1, x)) ==
          numbers{-5, 0.5, 6});
    CHECK(elements(one(node("Clip", "x a b", "y"), 11, x, {scalar("a", 0), scalar("b", 6)})) ==
          numbers{0, 0.5, 6});
    CHECK(elements(one(
              node("Pad", "x", "y", {attribute("pads", integers{1, 0}), attribute("value", 9.0f)}),
              10, x)) == numbers{9, -5, 0.5, 11});
    CHECK(elements(one(node("Pad", "x p v", "y"), 11, x, {i64s("p", {1, 0}), scalar("v", 9)})) ==
          numbers{9, -5, 0.5, 11});
    CHECK(elements(one(node("Pad", "x p _ a", "y"), 18, x, {i64s("p", {0, 1}), i64s("a", {-1})})) ==
          numbers{-5, 0.5, 11, 0});
    CHECK(elements(one(node("Slice", "x", "y",
                            {attribute("starts", integers{1}), attribute("ends", integers{1000})}),
                       9, x)) == numbers{0.5, 11});
    CHECK(elements(one(node("Slice", "x s e", "y"), 10, x, {i64s("s", {-2}), i64s("e", {1000})})) ==
          numbers{0.5, 11});
}
TEST_CASE("Dropout is the identity at inference, and refused in training") {
    auto const x = f32({2}, {1, 2});
    CHECK(elements(one(node("Dropout", "x", "y", {attribute("ratio", 0.5f)}), 7, x)) ==
          numbers{1, 2});
    CHECK(elements(one(node("Dropout", "x", "y"), 13, x)) == numbers{1, 2});
    CHECK(parts(node("Dropout", "x", "a m"), "a m", 13, x) == std::vector<numbers>{{1, 2}, {1, 1}});
    wire::model const training{{{node("Dropout", "x _ t", "y", {}, "drops")},
                                {value("x", wire::f32, "2")},
                                {wire::message().text(1, "y")},
                                {wire::tensor("t", wire::boolean, {}, std::vector<char>{1})}},
                               13};
    CHECK(names(problems(training), {"\"drops\"", "training"}));
}
TEST_CASE("Upsample and the first Resize count from the corner") {
    auto const x = f32({1, 1, 1, 2}, {1, 2});
    auto const scales = std::vector<float>{1, 1, 1, 2};
    numbers const wanted{1, 1, 2, 2};
    CHECK(elements(one(node("Upsample", "x s", "y"), 9, x, {wire::f32s("s", scales)})) == wanted);
    CHECK(elements(one(node("Resize", "x s", "y"), 10, x, {wire::f32s("s", scales)})) == wanted);
    CHECK(elements(one(node("Resize", "x _ _ t", "y"), 13, x, {i64s("t", {1, 1, 1, 4})})) ==
          wanted);
    wire::model const gone{{{node("Upsample", "x s", "y", {}, "old")},
                            {value("x", wire::f32, "1 1 1 2")},
                            {wire::message().text(1, "y")},
                            {wire::f32s("s", scales)}},
                           11};
    CHECK(names(problems(gone), {"\"old\" (Upsample)", "11"}));
}

TEST_CASE("auto_pad puts the odd element behind or before") {
    auto const w = wire::tensor("w", wire::f32, {1, 1, 2}, std::vector<float>{1, 10});
    auto const x = f32({1, 1, 4}, {1, 2, 3, 4});
    CHECK(elements(one(node("Conv", "x w", "y", {attribute("auto_pad", "SAME_UPPER")}), 17, x,
                       {w})) == numbers{21, 32, 43, 4});
    CHECK(elements(one(node("Conv", "x w", "y", {attribute("auto_pad", "SAME_LOWER")}), 17, x,
                       {w})) == numbers{10, 21, 32, 43});
    CHECK(elements(one(node("Conv", "x w", "y", {attribute("auto_pad", "VALID")}), 17, x, {w})) ==
          numbers{21, 32, 43});
    auto const w3 = wire::tensor("w", wire::f32, {1, 1, 3}, std::vector<float>{1, 10, 100});
    auto const x2 = f32({1, 1, 2}, {1, 2});
    auto const strides = attribute("strides", integers{2});
    CHECK(elements(
              one(node("ConvTranspose", "x w", "y", {strides, attribute("auto_pad", "SAME_UPPER")}),
                  17, x2, {w3})) == numbers{1, 10, 102, 20});
    CHECK(elements(
              one(node("ConvTranspose", "x w", "y", {strides, attribute("auto_pad", "SAME_LOWER")}),
                  17, x2, {w3})) == numbers{10, 102, 20, 200});
    wire::model const dynamic{
        {{node("Conv", "x w", "y", {strides, attribute("auto_pad", "SAME_UPPER")})},
         {value("x", wire::f32, "1 1 n")},
         {wire::message().text(1, "y")},
         {w3}}};
    auto const p = import(dynamic);
    CHECK(type_of(p) == "f32[1, 1, floordiv(n + 1, 2)]");
    CHECK(elements(run(p, {x})[0]) == numbers{321, 43});
}

} // namespace

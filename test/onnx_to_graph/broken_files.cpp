// Files that are no models, and models with bytes changed: refused or imported, never a crash.
#include "onnx_to_graph/support.hpp"

#include <random>

using namespace importing;
using wire::attribute;
using wire::node;
using wire::value;

namespace {

std::string whole() {
    using integers = std::vector<std::int64_t>;
    auto const f = wire::function(
        "f", "a", "b", "axis", {node("Concat", "a a", "b", {wire::reference("axis", "axis", 2)})});
    wire::model m{
        {{node(
              "Conv", "x w", "c",
              {attribute("kernel_shape", integers{3, 3}), attribute("pads", integers{1, 1, 1, 1})}),
          node("Relu", "c", "r"), node("Shape", "r", "s"), node("Gather", "s zero", "n"),
          node("Unsqueeze", "n axes", "nu"),
          node("Concat", "nu minus", "to", {attribute("axis", 0)}), node("Reshape", "r to", "t"),
          node("f", "t", "d", {attribute("axis", 1)}, "", "own"),
          node("Slice", "d axes minus", "l"), node("Softmax", "d", "y")},
         {value("x", wire::f32, "n 1 4 4")},
         {value("y", wire::f32, "? ?")},
         {wire::tensor("w", wire::f32, {2, 1, 3, 3}, std::vector<float>(18, 1)),
          wire::i64_scalar("zero", 0), wire::i64s("axes", {0}), wire::i64s("minus", {-1})}},
        17,
        {f},
        {wire::opset("own", 1)}};
    return m.bytes();
}
bool imports(std::string const& bytes) {
    core::diagnostics found;
    onnx_to_graph::parse(bytes, {}, found);
    return found.empty();
}

TEST_CASE("the whole model is fine") { CHECK(imports(whole())); }
TEST_CASE("what is no model is refused") {
    CHECK(!imports(""));
    CHECK(!imports("This is not a model.\n"));
    CHECK(!imports(std::string(4096, '\0')));
    std::mt19937 luck(1);
    std::string noise(5000, ' ');
    for (char& c : noise) c = static_cast<char>(luck());
    CHECK(!imports(noise));
}
TEST_CASE("every beginning of a model is dealt with") {
    auto const bytes = whole();
    for (std::size_t size = 0; size < bytes.size(); ++size) imports(bytes.substr(0, size));
    CHECK(!imports(bytes.substr(0, bytes.size() / 2)));
}
TEST_CASE("changed bytes are dealt with") {
    auto const bytes = whole();
    std::mt19937 luck(20);
    int refused = 0;
    for (int round = 0; round != 3000; ++round) {
        auto mutant = bytes;
        for (auto left = 1 + luck() % 4; left != 0; --left)
            mutant[luck() % mutant.size()] = static_cast<char>(luck());
        refused += !imports(mutant);
    }
    CHECK(refused > 1000);
}

} // namespace

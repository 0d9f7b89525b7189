#include <tenon/core/compare.hpp>
#include <tenon/core/printer.hpp>
#include <tenon/core/verify.hpp>
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace tenon::core;
using tenon::graph::standard_dialect;

constexpr auto model = [] {
    return tenon::ir<R"(
        func main(%x: f32[n, 3, 8, 8]) -> (y: f32[n, 4, 8, 8]) {
            %w = constant {value = f32[4, 3, 3, 3](0.5 ...)}
            %c = conv %x, %w {pads = [1, 1, 1, 1]} @ "conv1"
            %y = relu %c
            return %y
        })",
                     standard_dialect>();
};

TEST_CASE("a literal is a program in constant expressions and at run time") {
    static_assert(model().data.node_count() == 3);
    static_assert(same(model(), model()));
    static_assert(std::is_same_v<decltype(model())::dialect, standard_dialect>);
    CHECK(std::string(print(model().data).view()) ==
          R"(func main(%x: f32[n, 3, 8, 8]) -> (y: f32[n, 4, 8, 8]) {
  dataflow {
    %w = constant {value = f32[4, 3, 3, 3](0.5 ...)} : f32[4, 3, 3, 3]
    %c = conv %x, %w {pads = [1, 1, 1, 1]} : f32[n, 4, 8, 8] @ "conv1"
    %y = relu %c : f32[n, 4, 8, 8]
  }
  return %y
}
)");
}

TEST_CASE("what parses verifies") {
    static_assert([] {
        diagnostics found;
        return verify(model().data, found);
    }());
}

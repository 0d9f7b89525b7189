// The standard pipeline up to a plain graph.
#define TENON_STANDARD_RULES
#include <tenon/standard/canonical.hpp>

#include <doctest/doctest.h>

#include <graph_to_graph/becomes.hpp>

namespace {
using tenon::standard::canonical;
using given = tenon::core::typed_program<tenon::core::graph_level, tenon::graph::standard_dialect>;

static_assert(becomes<R"(func main(%x: f32[n, 1, 4, 4]) -> f32[n, 2] {
    %w = constant {value = f32[2, 1, 2, 2](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)}
    %one = constant {value = f32[2](1.0, 1.0)}
    %zero = constant {value = f32[2](0.0, 2.0)}
    %var = constant {value = f32[2](0.25, 0.25)}
    %a = conv %x, %w {strides = [2, 2]}
    %b = batch_normalization %a, %one, %zero, %zero, %var {epsilon = 0.0}
    %c = relu %b
    %d = identity %c
    %e = reshape %d {shape = [n, 8]}
    %m = constant {value = f32[2, 8](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)}
    %f = gemm %e, %m {transB = 1}
    return %f
})",
                      R"(func main(%x: f32[n, 1, 4, 4]) -> f32[n, 2] {
    %w = constant {value = f32[2, 1, 2, 2](2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0)}
    %t = constant {value = f32[2](0.0, -2.0)}
    %a = conv %x, %w, %t {strides = [2, 2]}
    %c = relu %a
    %e = reshape %c {shape = [n, 8]}
    %m = constant {value = f32[8, 2](1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0, 7.0, 7.0, 8.0, 8.0)}
    %f = mat_mul %e, %m
    return %f
})">(canonical));

// The type says which ops cannot occur any more.
using left = decltype(tenon::run(canonical, given{}))::dialect;
static_assert(!left::has<tenon::graph::gemm> && !left::has<tenon::graph::batch_normalization> &&
              !left::has<tenon::graph::attention>);
static_assert(left::has<tenon::graph::conv> && left::size + 3 == given::dialect::size);
} // namespace

TEST_CASE("a graph of ill-typed nodes is refused, all of them in one go") {
    tenon::core::program p;
    tenon::core::diagnostics found;
    tenon::core::builder at(p, p.add_block(), found);
    p.functions.push_back(tenon::core::function{"main", at.block(), {}, {}, "func"});
    auto const x = at(
        p.add_argument(at.block(), tenon::core::type::tensor(tenon::core::dtype::f32, {3}), "x"));
    auto const y = at(
        p.add_argument(at.block(), tenon::core::type::tensor(tenon::core::dtype::f32, {4}), "y"));
    tenon::add(x, y);
    tenon::mul(y, x);
    tenon::context c;
    tenon::run(canonical, static_cast<tenon::core::program&&>(p), c);
    CHECK(c.found.problems().size() == 2);
}

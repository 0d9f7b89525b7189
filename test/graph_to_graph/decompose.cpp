// Decompositions: what they leave, and that it computes the same.
#include <tenon/graph_to_graph/decompose.hpp>
#include <tenon/graph_to_graph/fold_constants.hpp>
#include <tenon/graph_to_graph/infer_types.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using namespace tenon::core;
using tenon::graph_to_graph::gemm_rules, tenon::graph_to_graph::batch_normalization_rules;

static_assert(becomes<R"(func f(%a: f32[n, 3], %b: f32[4, 3], %c: f32[4]) -> f32[n, 4] {
    %y = gemm %a, %b, %c {transB = 1}
    return %y
})",
                      R"(func f(%a: f32[n, 3], %b: f32[4, 3], %c: f32[4]) -> f32[n, 4] {
    %t = transpose %b {perm = [1, 0]}
    %p = mat_mul %a, %t
    %y = add %p, %c
    return %y
})">(gemm_rules));
static_assert(becomes<R"(func f(%a: f32[3, n], %b: f32[3, 4]) -> f32[n, 4] {
    %y = gemm %a, %b {transA = 1, alpha = 0.5, beta = 3.0}
    return %y
})",
                      R"(func f(%a: f32[3, n], %b: f32[3, 4]) -> f32[n, 4] {
    %t = transpose %a {perm = [1, 0]}
    %h = constant {value = f32[](0.5)}
    %s = mul %b, %h
    %y = mat_mul %t, %s
    return %y
})">(gemm_rules));
static_assert(becomes<R"(func f(%a: f16[n, 3], %b: f16[3, 4], %c: f16[n, 1]) -> f16[n, 4] {
    %y = gemm %a, %b, %c {beta = 2.0}
    return %y
})",
                      R"(func f(%a: f16[n, 3], %b: f16[3, 4], %c: f16[n, 1]) -> f16[n, 4] {
    %h = constant {value = f16[](2.0)}
    %s = mul %c, %h
    %p = mat_mul %a, %b
    %y = add %p, %s
    return %y
})">(gemm_rules));

/// The largest difference between what a program without inputs computes before and after `rules`.
template <fixed_string Source> constexpr double change_by(auto const& rules) {
    using namespace tenon::graph_to_graph;
    auto const before = tenon::ir<Source, tenon::graph::standard_dialect>().data;
    auto const after = tenon::run(rules, before);
    auto const evaluate = infer_types() | fold_constants();
    auto const result = [](program const& p) {
        auto const& body = p[p.functions[0].body];
        return *tenon::match::constant_behind(p, body.yields[0]);
    };
    auto const x = result(tenon::run(evaluate, before)), y = result(tenon::run(evaluate, after));
    double worst = x.shape() == y.shape() && !same(before, after) ? 0 : 1e9;
    for (std::int64_t i = 0; i != x.size(); ++i) {
        double const gap = x.real(i) - y.real(i);
        worst = gap > worst ? gap : -gap > worst ? -gap : worst;
    }
    return worst;
}
static_assert(change_by<R"(func f() -> f64[2, 2] {
    %a = constant {value = f64[3, 2](1.0, 2.0, 3.0, 4.0, 5.0, 7.0)}
    %b = constant {value = f64[2, 3](1.5, -2.0, 3.0, 0.25, 5.0, -7.0)}
    %c = constant {value = f64[2, 1](0.125, 3.0)}
    %y = gemm %a, %b, %c {transA = 1, transB = 1, alpha = -0.5, beta = 3.0}
    return %y
})">(gemm_rules) < 1e-12);
static_assert(change_by<R"(func f() -> f64[2, 3, 2] {
    %x = constant {value = f64[2, 3, 2](1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 1.0, -2.0, 3.5, 0.5, 9.0, 8.0)}
    %s = constant {value = f64[3](1.5, -2.0, 3.0)}
    %b = constant {value = f64[3](0.5, 2.0, -3.0)}
    %u = constant {value = f64[3](0.25, 1.0, 2.0)}
    %v = constant {value = f64[3](0.75, 3.0, 2.0)}
    %y = batch_normalization %x, %s, %b, %u, %v {epsilon = 0.125}
    return %y
})">(batch_normalization_rules) < 1e-12);
} // namespace

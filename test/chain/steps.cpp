// Ops with several results, with steps, and those that interpolate and normalise.
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/stepwise.hpp>
#include <tenon/loop/ops.hpp>

#include "compiled.hpp"

using namespace chain;

TEST_CASE("running sums") {
    check(R"(func main(%x: f32[n, 3, m], %y: i32[n, 4]) {
  %a = cum_sum %x {axis = 2}
  %b = cum_sum %x {axis = 0, reverse = 1}
  %c = cum_prod %y {axis = 1, exclusive = 1}
  %d = cum_sum %y {axis = 0, exclusive = 1, reverse = 1}
  %e = exp %a
  return %a, %b, %c, %d, %e
})");
}

TEST_CASE("the largest elements, sorted") {
    check(R"(func main(%x: f32[n, 9], %y: i32[7, m]) {
  %v, %i = top_k %x {k = [3]}
  %w, %j = top_k %y {k = [7], axis = 0, largest = 0}
  %u = neg %v
  return %v, %i, %w, %j, %u
})");
}

TEST_CASE("scattering") {
    check(
        R"(func main(%x: f32[4, m], %index_a: i64[3, m], %u: f32[3, m], %index_b: i64[n, 1], %t: f32[n, m]) {
  %a = scatter_elements %x, %index_a, %u {reduction = "add"}
  %b = scatter_nd %x, %index_b, %t {reduction = "max"}
  %c = tanh %a
  return %a, %b, %c
})");
}

TEST_CASE("sizes that only the data decides are refused with the way out") {
    core::program p;
    auto const body = p.add_block();
    auto const x =
        p.add_argument(body, core::type::tensor(dtype::f32, {core::dim::symbol("n")}), "x");
    auto const n = p.add_node(body, core::facts_of<graph::non_zero>, {x}, 1);
    auto const result = p[n].results[0];
    p[result].type = core::type::tensor(dtype::i64, {core::dim(1), p.fresh_symbol()});
    p[body].yields.push_back(result);
    p.functions.push_back({.name = "main", .body = body, .result_names = {"r"}});
    compiled const c(p);
    CHECK(c.problems.find("depends on data") != std::string::npos);
    CHECK(c.problems.find("--reference") != std::string::npos);
}

TEST_CASE("the sums of a recurrent network are formed in any order, and nothing else is") {
    compiled const made(R"(func main(%x: f32[t, n, 6], %w: f32[1, 80, 6], %r: f32[1, 80, 20]) {
  %y, %h, %c = lstm %x, %w, %r {activations = ["sigmoid", "tanh", "tanh"], alphas = [0.0, 0.0, 0.0], betas = [0.0, 0.0, 0.0]}
  %s = cum_sum %y {axis = 0}
  return %y, %h, %c, %s
})");
    REQUIRE_MESSAGE(made.problems.empty(), made.problems);
    std::size_t sums = 0;
    for (std::size_t i = 0; i != made.loops.node_count(); ++i) {
        auto const n = static_cast<core::node_id>(i);
        if (made.loops.op(n) == &core::facts_of<loop::for_> &&
            made.loops.at(n, "sums").integer != 0)
            sums += made.loops[n].results.size();
    }
    CHECK(sums == 4);
    std::mt19937 random(5);
    for (auto const& [t, n] : {std::pair{3, 2}, std::pair{1, 1}, std::pair{0, 2}})
        CHECK(compare(made, made.inputs({{"t", t}, {"n", n}}, random), "main", 1e-5) == "");
}

TEST_CASE("steps read row-major what a convolution makes channels-last") {
    compiled const made(R"(func main(%x: f32[n, 3, t], %v: f32[8, 3, 3], %u: f32[8, 8, 3]) {
  %a = conv %x, %v {pads = [1, 1]}
  %b = conv %a, %u {pads = [1, 1]}
  %y = cum_sum %b {axis = 2}
  return %y
})");
    REQUIRE_MESSAGE(made.problems.empty(), made.problems);
    for (std::size_t i = 0; i != made.grouped.node_count(); ++i) {
        auto const n = static_cast<core::node_id>(i);
        if (made.grouped.op(n) == &core::facts_of<graph::cum_sum>)
            CHECK(made.grouped[made.grouped[n].operands[0]].type.is_row_major());
        else if (made.grouped.op(n) == &core::facts_of<graph::conv>)
            CHECK(!made.grouped[made.grouped[n].results[0]].type.is_row_major());
    }
    std::mt19937 random(5);
    CHECK(compare(made, made.inputs({{"t", 9}, {"n", 3}}, random), "main", 1e-4) == "");
}

TEST_CASE("normalisations as one node") {
    check(R"(func main(%x: f32[n, 6, m], %s: f32[6], %b: f32[6], %v: f32[6], %g: f32[m]) {
  %p = abs %v
  %a = batch_normalization %x, %s, %b, %v, %p
  %c = layer_normalization %x, %g {axis = 2}
  %d = rms_normalization %x, %g {axis = 2}
  %e = lp_normalization %x {axis = 1}
  %f = relu %c
  return %a, %c, %d, %e, %f
})",
          1e-3);
    check("func main(%x: f32[n, 6, 5], %s: f32[6], %b: f32[6]) {\n  %a = instance_normalization "
          "%x, %s, %b\n"
          "  %c = group_normalization %x, %s, %b {num_groups = 3}\n  %d = lrn %x {size = 3}\n"
          "  return %a, %c, %d\n}\n",
          1e-4);
}

TEST_CASE("einsum") {
    check("func main(%x: f32[n, 3, 4], %y: f32[n, 5, 4]) {\n  %a = einsum %x, %y {equation = "
          "\"bij,bkj->bik\"}\n"
          "  %b = einsum %x {equation = \"bij->jb\"}\n  %c = einsum %x, %y {equation = "
          "\"bij,bkj->ki\"}\n"
          "  return %a, %b, %c\n}\n");
}

TEST_CASE("resize") {
    for (auto const* mode : {"nearest", "linear", "cubic"})
        check(
            "func main(%x: f32[n, 2, 5, 4]) {\n  %a = resize %x {sizes = [n, 2, 10, 7], mode = \"" +
            std::string(mode) + "\"}\n  %b = resize %x {sizes = [n, 2, 3, 8], mode = \"" + mode +
            "\", coordinate_transformation_mode = \"align_corners\"}\n  %c = tanh %a\n  return %c, "
            "%b\n}\n");
}

TEST_CASE("work for several threads gives the same on any number of them") {
    std::mt19937 random(8);
    compiled const c(
        R"(func main(%x: f32[n, 16, 20, 20], %w: f32[24, 16, 3, 3], %a: f32[s, 70], %b: f32[70, 90]) {
  %c = conv %x, %w {pads = [1, 1, 1, 1]}
  %r = relu %c
  %p = max_pool %r {kernel_shape = [2, 2], strides = [2, 2]}
  %m = mat_mul %a, %b
  %g = gelu %m
  %h = softmax %g {axis = 0}
  %e = reduce_sum %x {axes = [0, 1]}
  return %p, %h, %e, %r
})");
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    auto const inputs = c.inputs({{"n", 3}, {"s", 400}}, random);
    CHECK(compare(c, inputs) == "");
    auto const alone = c.call(inputs);
    for (int threads : {2, 3, 5, 8}) {
        auto const together = c.call(inputs, "main", threads);
        for (std::size_t k = 0; k != alone.outputs.size(); ++k)
            CHECK(together.outputs[k] == alone.outputs[k]);
    }
}

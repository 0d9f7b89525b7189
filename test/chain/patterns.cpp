// What models are made of, compiled and compared for several sizes.
#include "compiled.hpp"

using namespace chain;

TEST_CASE("elementwise chains with broadcasting") {
    check(R"(func main(%x: f32[n, 5], %y: f32[5], %z: f32[n, 1]) -> (r: f32[n, 5]) {
  %a = add %x, %y
  %b = mul %a, %z
  %c = tanh %b
  %d = sub %x, %c
  return %d
})");
    check(R"(func main(%x: f32[a, b], %y: f32[b], %s: f32[]) -> (r: f32[a, b], q: f32[b]) {
  %q = exp %y
  %p = mul %x, %q
  %r = sub %p, %s
  return %r, %q
})");
}

TEST_CASE("dimensions that broadcast only for some calls") {
    check("func main(%x: f32[a, c], %y: f32[b, c]) {\n"
          "  %s = add %x, %y\n  %r = sigmoid %s\n  return %r\n}\n");
    compiled const c("func main(%x: f32[a], %y: f32[b]) {\n"
                     "  %s = mul %x, %y\n  %r = add %s, %y\n  return %r\n}\n");
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    std::mt19937 random(1);
    for (std::int64_t a : {0, 1, 2, 9})
        for (std::int64_t b : {0, 1, 2, 9}) {
            CAPTURE(a);
            CAPTURE(b);
            CHECK(compare(c, c.inputs({{"a", a}, {"b", b}}, random)) == "");
        }
}

TEST_CASE("reductions over any axes") {
    std::string text, body;
    for (auto const* op : {"reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod",
                           "reduce_l1", "reduce_l2", "reduce_sum_square", "reduce_log_sum_exp"}) {
        std::string statements, yields;
        for (auto const* axes : {"0", "1", "2", "0, 1", "1, 2", "0, 2", "0, 1, 2"})
            for (int keep : {0, 1}) {
                auto const name = "%r" + std::to_string(yields.size());
                statements += "  " + name + " = " + op + " %x {axes = [" + axes +
                              "], keepdims = " + std::to_string(keep) + "}\n";
                yields += (yields.empty() ? "" : ", ") + name;
            }
        check("func main(%x: f32[n, 3, m]) {\n" + statements + "  return " + yields + "\n}\n");
    }
}

TEST_CASE("reductions of integers and booleans") {
    check(R"(func main(%x: i8[n, 3], %y: u8[n, 3], %c: bool[n, 3], %z: i64[n, m]) {
  %a = reduce_sum %x {axes = [0]}
  %b = reduce_sum %y {axes = [1]}
  %d = reduce_max %c {axes = [0]}
  %e = reduce_min %c {axes = [1]}
  %f = reduce_prod %z {axes = [1]}
  %g = reduce_max %x {axes = [0]}
  %h = reduce_min %y {axes = [0]}
  return %a, %b, %d, %e, %f, %g, %h
})");
}

TEST_CASE("places of extreme elements") {
    check(R"(func main(%x: f32[n, 5], %y: i32[n, 5]) {
  %a = arg_max %x {axis = 1}
  %b = arg_min %x {axis = 1, keepdims = 0}
  %c = arg_max %y {axis = 1, select_last_index = 1}
  %d = arg_min %y {axis = -1}
  return %a, %b, %c, %d
})");
}

TEST_CASE("softmax on every axis") {
    for (auto const* axis : {"0", "1", "2", "-1"})
        check("func main(%x: f32[n, m, 3]) {\n  %a = softmax %x {axis = " + std::string(axis) +
              "}\n  %b = log_softmax %x {axis = " + axis + "}\n  %c = hardmax %x {axis = " + axis +
              "}\n  %d = softmax %c {axis = " + axis + "}\n  return %a, %b, %d\n}\n");
}

TEST_CASE("layer norm") {
    for (auto const* keep : {"1", "0"}) {
        std::string const back = *keep == '1' ? "" : "  %m = reshape %m0 {shape = [n, s, 1]}\n";
        std::string const mean = *keep == '1' ? "%m" : "%m0";
        check("func main(%x: f32[n, s, 24], %g: f32[24], %b: f32[24], %e: f32[]) {\n"
              "  %h = mul %x, %x\n  " +
              mean + " = reduce_mean %h {axes = [2], keepdims = " + keep + "}\n" + back +
              "  %d = sub %h, %m\n  %q = mul %d, %d\n  %v = reduce_mean %q {axes = [2]}\n"
              "  %w = abs %e\n  %u = add %v, %w\n  %t = sqrt %u\n  %z = div %d, %t\n  %y = mul %z, "
              "%g\n"
              "  %r = add %y, %b\n  return %r\n}\n");
    }
}

TEST_CASE("movement") {
    check(R"(func main(%x: f32[n, 4, m], %y: f32[n, 4, 2]) {
  %c = concat %x, %y, %x {axis = 2}
  %e = exp %c
  %t = transpose %e {perm = [2, 0, 1]}
  %r = reshape %t {shape = [(2*m + 2)*n, 4]}
  %s = slice %r {starts = [0, 3], sizes = [(2*m + 2)*n, 4], steps = [1, -1]}
  %p = pad %s {begins = [1, 2], ends = [0, 1]}
  %q = tanh %p
  return %q, %t
})");
    for (auto const* mode : {"edge", "reflect", "wrap"})
        check("func main(%x: f32[n, 4], %y: f32[3, 5]) {\n  %p = pad %x {begins = [0, 2], ends = "
              "[0, 3], mode = \"" +
              std::string(mode) +
              "\"}\n  %q = relu %p\n  %r = pad %y {begins = [2, 1], ends = [1, 3], mode = \"" +
              mode + "\"}\n  return %q, %r\n}\n");
    check(R"(func main(%x: f32[n, 6], %v: f32[]) {
  %p = pad %x {begins = [1, -2], ends = [-1, 1]}
  %q = pad %x, %v {begins = [n, 0], ends = [2, 0]}
  %t = tile %x {repeats = [2, 3]}
  return %p, %q, %t
})");
    check(R"(func main(%x: f32[n, 8, 2, 3], %y: i32[n, 1]) {
  %d = depth_to_space %x {blocksize = 2}
  %e = depth_to_space %x {blocksize = 2, mode = "CRD"}
  %f = space_to_depth %e {blocksize = 2}
  %g = expand %y {shape = [n, 5]}
  %h = trilu %g {upper = 0}
  return %d, %e, %f, %g, %h
})");
}

TEST_CASE("gathering") {
    check(R"(func main(%x: f32[4, 5, m], %index_a: i64[n, 2], %index_b: i32[4, 2, m]) {
  %a = gather %x, %index_a {axis = 0}
  %b = gather %x, %index_a {axis = 1}
  %c = gather_elements %x, %index_b {axis = 1}
  %d = exp %a
  %e = gather_nd %x, %index_a
  return %a, %b, %c, %d, %e
})");
    compiled const c("func main(%x: f32[3, 2], %index: i64[n]) {\n  %y = gather %x, %index\n  %z = "
                     "neg %y\n  return %z\n}\n");
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    std::mt19937 random(3);
    auto const x = random_tensor(dtype::f32, {3, 2}, random);
    CHECK(compare(c, {x, tensor::from(dtype::i64, {4}, list<std::int64_t>{-1, 0, -3, 2})}) == "");
    for (std::int64_t wrong : {3, -4}) {
        auto const got = c.call({x, tensor::from(dtype::i64, {2}, list<std::int64_t>{0, wrong})});
        CHECK(got.refusal.find(std::to_string(wrong)) != std::string::npos);
    }
}

TEST_CASE("results that are views, inputs, constants, each other") {
    check(R"(func main(%x: f32[n, 6]) {
  %w = constant {value = f32[2](1.0, 2.0)} : f32[2]
  %v = reshape %x {shape = [n*2, 3]}
  %y = exp %v
  %u = reshape %y {shape = [n, 6]}
  return %x, %w, %v, %y, %y, %u, %x
})");
    check("func main(%x: f32[n]) {\n  return %x\n}\n");
    check("func main(%x: i64[]) {\n  %y = neg %x\n  return %y, %x\n}\n");
}

TEST_CASE("an operand read in two ways by one group") {
    check(
        "func main(%x: f32[n]) {\n  %o = constant {value = f32[](1.0)} : f32[]\n  %a = add %x, %o\n"
        "  %b = sub %x, %a\n  return %b\n}\n");
    check("func main(%x: f32[n, m]) {\n  %a = exp %x\n  %b = concat %a, %x, %a {axis = 0}\n  %c = "
          "neg %b\n"
          "  return %c\n}\n");
    check("func main(%x: f32[n, n]) {\n  %a = exp %x\n  %b = transpose %a {perm = [1, 0]}\n  %c = "
          "add %a, %b\n"
          "  return %c\n}\n");
}

TEST_CASE("inputs that may be left out") {
    compiled const c(
        "func main(%x: f32[n, 3], %y: f32[3] = f32[3](1.0, 2.0, 4.0), %z: f32[] = f32[](0.5)) "
        "{\n  %a = mul %x, %y\n  %b = add %a, %z\n  return %b, %y\n}\n");
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    std::mt19937 random(4);
    auto all = c.inputs({{"n", 5}}, random);
    CHECK(compare(c, all) == "");
    all[1] = {};
    CHECK(compare(c, all) == "");
    all[2] = {};
    CHECK(compare(c, all) == "");
}

TEST_CASE("several entries share their constants") {
    compiled const c(R"(func first(%x: f32[n, 4]) -> (y: f32[n, 4]) {
  %w = constant {value = f32[4, 4](0.5 ...)} : f32[4, 4]
  %m = mat_mul %x, %w
  %y = relu %m
  return %y
}
func second(%x: f32[n, 4], %u: f32[4]) -> (y: f32[n, 4], z: f32[4]) {
  %z = exp %u
  %a = add %x, %z
  %b = softmax %a
  return %b, %z
})");
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    std::mt19937 random(5);
    for (std::int64_t n : {0, 1, 6}) {
        CHECK(compare(c, c.inputs({{"n", n}}, random, "first"), "first") == "");
        CHECK(compare(c, c.inputs({{"n", n}}, random, "second"), "second") == "");
    }
}

TEST_CASE("the same program gives the same bytes") {
    auto const text = R"(func main(%x: f32[n, 3, h, 9], %v: f32[4, 3, 3, 3]) {
  %w = constant {value = f32[4, 4, 3, 3](0.25 ...)} : f32[4, 4, 3, 3]
  %a = conv %x, %v {pads = [1, 1, 1, 1]}
  %b = relu %a
  %c = conv %b, %w {pads = [1, 1, 1, 1]}
  %d = softmax %c {axis = 1}
  %e = reduce_mean %d {axes = [2, 3]}
  return %d, %e
})";
    for (bool optimize : {false, true}) {
        settings s;
        s.optimize = optimize;
        CHECK(compiled(text, s).bytes() == compiled(text, s).bytes());
    }
}

// Convolutions and pooling, in all variants.
#include <tenon/loop/ops.hpp>

#include "compiled.hpp"

using namespace chain;

namespace {

struct window {
    char const* x;
    char const* w;
    char const* attributes;
};

void check_conv(window const& v, bool weights) {
    std::string const w = "f32[" + std::string(v.w) + "]", m = w.substr(4, w.find(',') - 4);
    std::string const head = "func main(%x: f32[" + std::string(v.x) + "]" +
                             (weights ? "" : ", %w: " + w) + ", %b: f32[" + m + "]) {\n";
    std::string const constant =
        weights ? "  %w = constant {value = " + w + "(0.375 ...)} : " + w + "\n" : "";
    check(head + constant + "  %c = conv %x, %w, %b {" + v.attributes +
          "}\n  %r = relu %c\n  %d = conv %x, %w {" + v.attributes + "}\n  return %r, %d\n}\n");
}

constexpr window convolutions[] = {
    {"n, 3, 9", "4, 3, 3", "pads = [1, 1]"},
    {"n, 3, t", "4, 3, 2", "pads = [2, 0], strides = [2]"},
    {"n, 3, 8, 8", "4, 3, 3, 3", "pads = [1, 1, 1, 1]"},
    {"n, 3, 8, 8", "20, 3, 3, 3", ""},
    {"n, 3, 9, 7", "4, 3, 3, 2", "pads = [0, 1, 2, 0], strides = [2, 1]"},
    {"n, 2, 9, 9", "4, 2, 3, 3", "dilations = [2, 3], pads = [2, 3, 2, 3]"},
    {"n, 4, 6, 6", "6, 2, 3, 3", "group = 2, pads = [1, 1, 1, 1]"},
    {"n, 6, 6, 6", "12, 2, 1, 1", "group = 3"},
    {"n, 8, 6, 6", "8, 1, 3, 3", "group = 8, pads = [1, 1, 1, 1]"},
    {"n, 4, 7, 7", "8, 1, 3, 3", "group = 4, strides = [2, 2], pads = [1, 1, 1, 1]"},
    {"1, 3, h, w", "4, 3, 3, 3", "pads = [1, 1, 1, 1]"},
    {"n, 3, h, w", "4, 3, 3, 3", "pads = [1, 1, 1, 1], strides = [2, 2]"},
    {"n, 8, h, w", "8, 1, 5, 5", "group = 8, pads = [2, 2, 2, 2]"},
    {"n, 24, h, w", "24, 1, 5, 5", "group = 24, pads = [2, 2, 2, 2], strides = [2, 1]"},
    {"n, 2, h, w", "3, 2, 1, 1", ""},
    {"n, 2, 4, 5, 6", "3, 2, 2, 3, 2", "pads = [1, 0, 1, 0, 1, 0]"},
    {"n, 2, d, 5, 6", "3, 2, 3, 3, 3", "pads = [1, 1, 1, 1, 1, 1]"},
    {"n, 3, 5, 5", "2, 3, 5, 5", ""},
    {"n, 3, 1, 1", "17, 3, 1, 1", ""},
};

} // namespace

TEST_CASE("conv with filters that are inputs") {
    for (auto const& v : convolutions) check_conv(v, false);
}
TEST_CASE("conv with weights") {
    for (auto const& v : convolutions) check_conv(v, true);
}

TEST_CASE("sums run along memory, whether sizes are known or not") {
    for (char const* shape : {"1, 8, 12, 12", "n, 8, h, w"}) {
        compiled const made("func main(%x: f32[" + std::string(shape) + R"(]) {
  %u = constant {value = f32[16, 8, 3, 3](0.5 ...)}
  %v = constant {value = f32[24, 16, 3, 3](0.5 ...)}
  %a = conv %x, %u {pads = [1, 1, 1, 1]}
  %b = relu %a
  %c = conv %b, %v {pads = [1, 1, 1, 1]}
  return %c
})");
        REQUIRE(made.problems.empty());
        int of_channels = 0;
        auto const& p = made.loops;
        for (std::size_t i = 0; i != p.node_count(); ++i) {
            auto const n = static_cast<core::node_id>(i);
            if (p[n].op != &core::facts_of<loop::contract>) continue;
            auto const& extents = p.at(n, "extents").dims;
            of_channels += extents.back() == core::dim(8); // of the one that is channels last
        }
        CHECK(of_channels == 1);
    }
}

namespace {

/// Different numbers, so that rows in a wrong order show.
std::string matrix(int rows, int columns) {
    std::string numbers;
    for (int i = 0; i != rows * columns; ++i)
        numbers += (i == 0 ? "" : ", ") + std::to_string((i * 7) % 31 - 15) + ".0";
    return "constant {value = f32[" + std::to_string(rows) + ", " + std::to_string(columns) + "](" +
           numbers + ")}";
}
int kernel_calls(compiled const& made) {
    int count = 0;
    for (auto n : made.loops[made.loops.functions.back().body].nodes)
        count += made.loops[n].op == &core::facts_of<loop::call>;
    return count;
}

} // namespace

TEST_CASE("a channels-last value is flattened without moving it where weights can follow") {
    struct flattened {
        char const* x;
        char const* filter;
        int rows;
    };
    for (auto const& v : {flattened{"n, 3, 4, 5", "4, 3, 2, 2", 48},
                          flattened{"n, 2, 3, 4, 3", "4, 2, 2, 2, 2", 48}}) {
        std::string const made = "func main(%x: f32[" + std::string(v.x) + "], %v: f32[" +
                                 v.filter + "]) {\n  %w = " + matrix(v.rows, 3) +
                                 "\n  %u = " + matrix(v.rows, 2) + R"(
  %a = conv %x, %v
  %b = relu %a
  %f = reshape %b {shape = [n, 48]}
  %y = mat_mul %f, %w
  %z = mat_mul %f, %u
)";
        check(made + "  return %y, %z\n}");
        check(made + "  return %y, %z, %f, %b\n}"); // which another user sees row-major
        compiled const moved(made + "  return %y, %z\n}"), seen(made + "  return %y, %z, %f\n}");
        REQUIRE(moved.problems.empty());
        CHECK(kernel_calls(moved) + 1 == kernel_calls(seen));
    }
}

TEST_CASE("what strides shorten to a length of divisions is still summed by contractions") {
    constexpr auto text = R"(func main(%x: f32[n, 4, t]) {
  %u = constant {value = f32[16, 4, 8](0.5 ...)}
  %v = constant {value = f32[16, 16, 3](0.5 ...)}
  %a = conv %x, %u {strides = [4]}
  %b = conv %a, %v {strides = [2], pads = [1, 1]}
  %c = relu %b
  %d = conv %c, %v {strides = [2], pads = [1, 1]}
  return %d
})";
    compiled const made(text);
    REQUIRE(made.problems.empty());
    int contractions = 0;
    for (std::size_t i = 0; i != made.loops.node_count(); ++i)
        contractions +=
            made.loops.op(static_cast<core::node_id>(i)) == &core::facts_of<loop::contract>;
    CHECK(contractions == 3);
    std::mt19937 random(3);
    for (std::int64_t t : {8, 11, 12, 31, 64})
        CHECK(compare(made, made.inputs({{"n", 2}, {"t", t}}, random), "main", 1e-5) == "");
}

TEST_CASE("convolutions after each other") {
    check(
        R"(func main(%x: f32[n, 3, 12, 12], %v: f32[8, 3, 3, 3], %d: f32[8, 1, 3, 3], %u: f32[4, 8, 1, 1]) {
  %a = conv %x, %v {pads = [1, 1, 1, 1], strides = [2, 2]}
  %b = relu %a
  %c = conv %b, %d {pads = [1, 1, 1, 1], group = 8}
  %e = sigmoid %c
  %f = mul %e, %b
  %g = conv %f, %u
  %h = max_pool %g {kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, 1, 1]}
  %i = reduce_mean %h {axes = [2, 3]}
  %j = add %h, %i
  %k = reshape %j {shape = [n, 36]}
  return %k, %g, %b
})");
    check(R"(func main(%x: f32[n, 3, h, w], %v: f32[8, 3, 3, 3], %d: f32[8, 8, 3, 3]) {
  %a = conv %x, %v {pads = [1, 1, 1, 1]}
  %b = relu %a
  %c = conv %b, %d {pads = [1, 1, 1, 1]}
  %e = add %c, %a
  %f = concat %e, %b {axis = 1}
  %g = transpose %f {perm = [0, 2, 3, 1]}
  return %g
})");
    check(R"(func main(%x: f32[1, 4, 6, 6], %v: f32[4, 4, 3, 3]) {
  %p = pad %x {begins = [0, 0, 1, 2], ends = [0, 0, 2, 1]}
  %a = conv %p, %v
  %t = transpose %a {perm = [0, 2, 3, 1]}
  %s = softmax %t {axis = 3}
  return %s
})");
}

TEST_CASE("pads that depend on sizes") {
    check("func main(%x: f32[n, 2, h, h], %w: f32[3, 2, 3, 3]) {\n"
          "  %c = conv %x, %w {pads = [mod(h, 3), 1, 2, mod(h, 2)]}\n  return %c\n}\n");
}

TEST_CASE("conv_transpose") {
    for (auto const& v :
         {window{"n, 3, 5", "3, 4, 3", ""},
          window{"n, 3, 4, 5", "3, 2, 3, 3",
                 "strides = [2, 2], pads = [1, 1, 1, 1], output_padding = [1, 1]"},
          window{"n, 4, h, 3", "4, 2, 2, 3", "strides = [2, 3], group = 2"},
          window{"n, 2, 3, 3", "2, 2, 2, 2", "dilations = [2, 2], strides = [3, 1]"},
          window{"n, 2, h, w", "2, 3, 4, 4", "strides = [2, 2], pads = [1, 1, 1, 1]"}})
        check("func main(%x: f32[" + std::string(v.x) + "], %w: f32[" + v.w +
              "]) {\n  %c = conv_transpose %x, %w {" + v.attributes +
              "}\n  %r = relu %c\n  return %r\n}\n");
}

TEST_CASE("pooling") {
    for (auto const* attributes :
         {"kernel_shape = [2, 2]", "kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, 1, 1]",
          "kernel_shape = [3, 2], strides = [2, 2], ceil_mode = 1",
          "kernel_shape = [2, 2], dilations = [2, 2], pads = [0, 1, 1, 0]"})
        for (auto const* shape : {"n, 3, 7, 6", "n, 2, h, w"}) {
            std::string const a = attributes;
            check("func main(%x: f32[" + std::string(shape) +
                  "]) {\n  %e = exp %x\n  %m = max_pool %e {" + a + "}\n  %b = average_pool %x {" +
                  a + "}\n  %c = average_pool %x {count_include_pad = 1, " + a +
                  "}\n  %d = lp_pool %x {" + a + "}\n  return %m, %b, %c, %d\n}\n");
        }
    check("func main(%x: f32[n, 3, 9]) {\n  %m, %i = max_pool %x {kernel_shape = [3], strides = "
          "[2], pads = [1, 1]}\n"
          "  return %m, %i\n}\n");
}

TEST_CASE("concatenations whose operands are written in place") {
    // one inside another, between windows that want a halo
    check(
        R"(func main(%x: f32[n, 4, 9, 7], %a: f32[6, 4, 1, 1], %b: f32[5, 4, 3, 3], %c: f32[3, 11, 3, 3]) {
  %p = conv %x, %a
  %q = conv %x, %b {pads = [1, 1, 1, 1]}
  %r = relu %p
  %s = relu %q
  %t = concat %r, %s {axis = 1}
  %u = conv %t, %c {pads = [1, 1, 1, 1]}
  %v = tanh %x
  %w = concat %u, %v {axis = 1}
  %y = max_pool %w {kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
  return %y
})");
    check(R"(func main(%x: f32[n, 4, 6, 6], %a: f32[16, 4, 1, 1], %b: f32[20, 16, 1, 1]) {
  %p = conv %x, %a
  %q = relu %p
  %r = tanh %x
  %s = concat %q, %r {axis = 1}
  %t = exp %r
  %u = conv %q, %b
  %v = concat %s, %u {axis = 1}
  return %v, %t
})");
    // the whole is an output, or used twice; other axes; an input among the operands
    check(R"(func main(%x: f32[3, 5, m], %y: f32[3, 5, m]) {
  %a = exp %x
  %b = tanh %y
  %c = concat %a, %b {axis = 1}
  %d = neg %x
  %e = sqrt %b
  %f = concat %d, %e {axis = 0}
  %g = concat %f, %f {axis = 0}
  %h = concat %x, %y {axis = -2}
  return %c, %g, %h
})");
}

// Sums of products: what becomes register-tiled code, and what around it.
#include "compiled.hpp"

using namespace chain;

namespace {

std::string constant(std::string const& name, std::string const& shape, std::mt19937& random) {
    std::int64_t count = 1, here = 0;
    for (char c : shape + ",")
        if (c >= '0' && c <= '9')
            here = here * 10 + (c - '0');
        else if (c == ',') {
            count *= here;
            here = 0;
        }
    std::string values;
    for (std::int64_t i = 0; i != count; ++i)
        values += (i ? ", " : "") + std::to_string(static_cast<int>(random() % 65) - 32) + "e-5";
    std::string scaled;
    for (char c : values) scaled += c;
    return "  %" + name + " = constant {value = f32[" + shape + "](" + scaled + ")} : f32[" +
           shape + "]\n";
}

} // namespace

TEST_CASE("mat_mul of all ranks") {
    check("func main(%a: f32[m, k], %b: f32[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: f32[k], %b: f32[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: f32[m, k], %b: f32[k]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: f32[k], %b: f32[k]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: f32[s, 2, m, k], %b: f32[2, k, n]) {\n  %c = mat_mul %a, %b\n  return "
          "%c\n}\n");
    check("func main(%a: f32[3, 1, m, k], %b: f32[1, 2, k, n]) {\n  %c = mat_mul %a, %b\n  return "
          "%c\n}\n");
    check(
        "func main(%a: f32[s, m, k], %b: f32[t, k, 5]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: f64[m, k], %b: f64[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: f16[m, k], %b: f16[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: bf16[m, k], %b: bf16[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: i32[m, k], %b: i32[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
    check("func main(%a: u8[m, k], %b: u8[k, n]) {\n  %c = mat_mul %a, %b\n  return %c\n}\n");
}

TEST_CASE("mat_mul of empty and single dimensions") {
    for (auto const* shape : {"0, 3, 4", "3, 0, 4", "3, 4, 0", "1, 1, 1", "1, 7, 1", "7, 1, 7"}) {
        int m = 0, k = 0, n = 0;
        REQUIRE(std::sscanf(shape, "%d, %d, %d", &m, &k, &n) == 3);
        auto const s = [](int i) { return std::to_string(i); };
        check("func main(%a: f32[" + s(m) + ", " + s(k) + "], %b: f32[" + s(k) + ", " + s(n) +
              "], %d: f32[" + s(n) +
              "]) {\n  %c = mat_mul %a, %b\n  %e = add %c, %d\n  return %e\n}\n");
    }
}

TEST_CASE("gemm with operands turned") {
    for (auto const* ta : {"0", "1"})
        for (auto const* tb : {"0", "1"})
            check("func main(%a: f32[" + std::string(*ta == '1' ? "7, m" : "m, 7") + "], %b: f32[" +
                  (*tb == '1' ? "n, 7" : "7, n") +
                  "], %c: f32[n]) {\n  %g = gemm %a, %b, %c {alpha = 0.5, beta = 2.0, transA = " +
                  ta + ", transB = " + tb + "}\n  %r = relu %g\n  return %r\n}\n");
    check("func main(%a: f32[m, 5], %b: f32[5, 20], %c: f32[m, 1]) {\n  %g = gemm %a, %b, %c\n  "
          "return %g\n}\n");
    check("func main(%a: f32[m, 5], %b: f32[5, 20]) {\n  %t = transpose %b {perm = [1, 0]}\n  %u = "
          "transpose %t {perm = [1, 0]}\n"
          "  %g = mat_mul %a, %u\n  return %g\n}\n");
}

TEST_CASE("weights") {
    std::mt19937 random(5);
    check("func main(%x: f32[n, 7]) {\n" + constant("w", "7, 33", random) +
          constant("b", "33", random) +
          "  %c = mat_mul %x, %w\n  %d = add %c, %b\n  %e = tanh %d\n  return %e\n}\n");
    // The same constant with two packings, plain, and as a left operand.
    check("func main(%x: f32[n, 8], %y: f32[8, n]) {\n" + constant("w", "8, 8", random) +
          "  %a = mat_mul %x, %w\n  %b = gemm %x, %w {transB = 1}\n  %c = add %x, %w\n  %d = "
          "mat_mul %w, %y\n"
          "  return %a, %b, %d\n}\n");
    check("func main(%x: f32[n, 8, 8]) {\n" + constant("w", "8, 8", random) +
          "  %a = mat_mul %x, %w\n  %b = add %a, %w\n  %c = mul %w, %w\n  return %b, %c\n}\n");
    check("func main(%x: f32[3, n, 4]) {\n" + constant("w", "3, 4, 5", random) +
          "  %a = mat_mul %x, %w\n  return %a\n}\n");
    check("func main(%x: f32[n, 3, 4]) {\n  %w = constant {value = f32[600, 4](0.25 ...)} : "
          "f32[600, 4]\n"
          "  %t = transpose %w {perm = [1, 0]}\n  %a = mat_mul %x, %t\n  return %a\n}\n");
}

TEST_CASE("attention") {
    check(
        R"(func main(%x: f32[n, s, 24], %mask: f32[n, 1, 1, s], %wq: f32[24, 24], %wk: f32[24, 24], %wv: f32[24, 24]) {
  %q0 = mat_mul %x, %wq
  %k0 = mat_mul %x, %wk
  %v0 = mat_mul %x, %wv
  %q1 = reshape %q0 {shape = [n, s, 3, 8]}
  %k1 = reshape %k0 {shape = [n, s, 3, 8]}
  %v1 = reshape %v0 {shape = [n, s, 3, 8]}
  %q = transpose %q1 {perm = [0, 2, 1, 3]}
  %k = transpose %k1 {perm = [0, 2, 3, 1]}
  %v = transpose %v1 {perm = [0, 2, 1, 3]}
  %h = constant {value = f32[](0.125)} : f32[]
  %a = mat_mul %q, %k
  %b = mul %a, %h
  %c = add %b, %mask
  %p = softmax %c {axis = -1}
  %o = mat_mul %p, %v
  %t = transpose %o {perm = [0, 2, 1, 3]}
  %r = reshape %t {shape = [n, s, 24]}
  %y = add %r, %x
  return %y, %p
})");
}

TEST_CASE("residuals and several outputs") {
    std::mt19937 random(6);
    check("func main(%x: f32[n, 16]) {\n" + constant("w", "16, 16", random) +
          constant("v", "16, 16", random) +
          "  %a = mat_mul %x, %w\n  %r = relu %a\n  %b = mat_mul %r, %v\n  %s = add %b, %x\n  %t = "
          "add %s, %r\n"
          "  return %t, %r, %b\n}\n");
}

TEST_CASE("large weights that do not fill a panel are stored without its empty columns") {
    constexpr std::uintmax_t rows = 200000, two_columns = 2 * rows * sizeof(float);
    for (int columns : {3, 10, 20}) {
        auto const n = std::to_string(columns);
        compiled const made(
            "func main(%x: f32[n, 200000]) {\n  %w = constant {value = f32[200000, " + n +
            "](0.5 ...)}\n  %y = mat_mul %x, %w\n  return %y\n}\n");
        REQUIRE(made.problems.empty());
        auto const stored = rows * static_cast<std::uintmax_t>(columns) * sizeof(float);
        CHECK(made.size_for("x86-64-v4") < stored + two_columns);
        CHECK(made.size_for("x86-64-v3") > stored + two_columns); // where masks are dear
    }
}

// Products of 8-bit integers: exact, and register-tiled.
#include <tenon/loop/ops.hpp>

#include "compiled.hpp"

using namespace chain;

namespace {

constexpr char const* bytes[] = {"u8", "i8"};

std::int64_t smallest(std::string_view type) { return type == "u8" ? 0 : -128; }

/// A number of 8 bits; half of them are the first or the last.
std::int64_t any_byte(std::string_view type, std::mt19937& random) {
    auto const n = static_cast<std::int64_t>(random() % 512);
    return smallest(type) + (n < 256 ? n : n % 2 * 255);
}

std::string constant(std::string const& name, std::string const& type, std::string const& shape,
                     std::int64_t count, std::mt19937& random) {
    std::string numbers;
    for (std::int64_t i = 0; i != count; ++i)
        numbers += (i == 0 ? "" : ", ") + std::to_string(any_byte(type, random));
    auto const whole = type + "[" + shape + "]";
    return "  %" + name + " = constant {value = " + whole + "(" + numbers + ")} : " + whole + "\n";
}

tensor any_bytes(core::type const& t, sizes const& given, std::mt19937& random) {
    list<std::int64_t> shape, values;
    std::int64_t count = 1;
    for (auto const& d : t.shape) {
        shape.push_back(d.evaluate([&](std::string_view s) { return given.find(s)->second; }));
        count *= shape.back();
    }
    for (std::int64_t i = 0; i != count; ++i)
        values.push_back(any_byte(core::name(t.element), random));
    return tensor::from(t.element, shape, values);
}

int contractions(compiled const& made) {
    int count = 0;
    auto const& p = made.loops;
    for (std::size_t i = 0; i != p.node_count(); ++i)
        count += p[static_cast<core::node_id>(i)].op == &core::facts_of<loop::contract>;
    return count;
}

/// Every input gets bytes, of the whole range and often its ends. Sums over the channels of groups
/// are loops where the result is copied to another layout, as those of floats are.
void check_bytes(std::string const& text, std::vector<sizes> const& all, settings how = {}) {
    CAPTURE(text);
    compiled const made(text, how);
    REQUIRE(made.problems == "");
    if (text.find("group") == std::string::npos) CHECK(contractions(made) == 1);
    std::mt19937 random(3);
    auto const& p = made.graph;
    for (auto const& given : all) {
        list<tensor> inputs;
        for (auto a : p[p.functions[0].body].arguments)
            inputs.push_back(any_bytes(p[a].type, given, random));
        CHECK(compare(made, inputs) == "");
    }
}

std::vector<sizes> rows(std::initializer_list<int> all) {
    std::vector<sizes> found;
    for (int m : all) found.push_back({{"m", m}});
    return found;
}

} // namespace

TEST_CASE("mat_mul_integer of weights") {
    std::mt19937 random(1);
    for (std::string const a : bytes)
        for (std::string const b : bytes) {
            auto const weights = constant("b", b, "13, 37", 13 * 37, random);
            auto const head = "func main(%a: " + a + "[m, 13]";
            check_bytes(head + ") {\n" + weights +
                            "  %c = mat_mul_integer %a, %b\n  return %c\n}\n",
                        rows({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
            check_bytes(head + ", %p: " + a + "[]) {\n" + weights +
                            constant("q", b, "37", 37, random) +
                            "  %c = mat_mul_integer %a, %b, %p, %q\n  return %c\n}\n",
                        rows({1, 6, 17}));
            check_bytes(head + ", %p: " + a + "[m], %q: " + b + "[1]) {\n" + weights +
                            "  %c = mat_mul_integer %a, %b, %p, %q\n  return %c\n}\n",
                        rows({1, 6, 17}));
        }
}

TEST_CASE("mat_mul_integer of two inputs, and of stacks of them") {
    for (std::string const a : bytes)
        for (std::string const b : bytes) {
            check_bytes("func main(%a: " + a + "[m, k], %b: " + b + "[k, n], %p: " + a +
                            "[], %q: " + b +
                            "[n]) {\n  %c = mat_mul_integer %a, %b, %p, %q\n  return %c\n}\n",
                        {{{"m", 1}, {"k", 5}, {"n", 3}},
                         {{"m", 9}, {"k", 64}, {"n", 33}},
                         {{"m", 17}, {"k", 3}, {"n", 16}},
                         {{"m", 3}, {"k", 0}, {"n", 5}}});
            check_bytes("func main(%a: " + a + "[s, 2, m, 6], %b: " + b + "[2, 6, 19], %p: " + a +
                            "[]) {\n  %c = mat_mul_integer %a, %b, %p\n  return %c\n}\n",
                        {{{"s", 2}, {"m", 5}}, {{"s", 1}, {"m", 15}}});
        }
    std::mt19937 random(2);
    check_bytes("func main(%a: u8[3, m, 6]) {\n" +
                    constant("b", "i8", "3, 6, 19", 3 * 6 * 19, random) +
                    "  %c = mat_mul_integer %a, %b\n  return %c\n}\n",
                rows({1, 16}));
    check_bytes("func main(%a: u8[m, 9], %b: i8[5, 9]) {\n  %t = transpose %b {perm = [1, 0]}\n"
                "  %c = mat_mul_integer %a, %t\n  return %c\n}\n",
                rows({4, 17}), {.layout = true, .fuse = true, .optimize = true});
}

TEST_CASE("a zero point that needs no correction makes none") {
    auto const text = [](char const* zero) {
        return "func main(%a: u8[m, 8]) {\n  %b = constant {value = u8[8, 16](7 ...)} : u8[8, 16]\n"
               "  %q = constant {value = u8[16](" +
               std::string(zero) +
               " ...)} : u8[16]\n  %c = mat_mul_integer %a, %b, _, %q\n  return %c\n}\n";
    };
    auto const uses_sum_of_rows = [](compiled const& made) {
        bool used = false;
        auto const& p = made.loops;
        for (std::size_t i = 0; i != p.node_count(); ++i)
            for (auto o : p[static_cast<core::node_id>(i)].operands)
                used |= o != core::value_id::none && p[o].name == "a_sum";
        return used;
    };
    CHECK_FALSE(uses_sum_of_rows(compiled(text("128"))));
    CHECK(uses_sum_of_rows(compiled(text("127"))));
}

TEST_CASE("q_linear_mat_mul is one kernel with its rounding") {
    std::mt19937 random(4);
    for (std::string const a : bytes)
        for (std::string const b : bytes) {
            std::string text = "func main(%a: " + a + "[m, 21], %p: " + a + "[]) {\n";
            text += constant("b", b, "21, 40", 21 * 40, random) + constant("q", b, "", 1, random) +
                    constant("r", a, "", 1, random);
            for (auto const& [name, scale] :
                 {std::pair("x", "0.0078125"), {"y", "0.03"}, {"z", "3.5"}})
                text += "  %" + std::string(name) + " = constant {value = f32[](" + scale +
                        ")} : f32[]\n";
            check_bytes(text + "  %c = q_linear_mat_mul %a, %b, %x, %p, %y, %q, %z, %r\n  return "
                               "%c\n}\n",
                        rows({1, 5, 16}));
        }
}

namespace {

struct window {
    char const* x;
    char const* w;
    int weights, filters;
    char const* attributes;
};
constexpr window windows[] = {
    {"n, 3, 9", "4, 3, 3", 4 * 3 * 3, 4, "pads = [1, 1]"},
    {"n, 3, 8, 8", "20, 3, 3, 3", 20 * 27, 20, "pads = [1, 1, 1, 1]"},
    {"n, 5, 9, 7", "17, 5, 3, 2", 17 * 30, 17, "pads = [0, 1, 2, 0], strides = [2, 1]"},
    {"n, 4, 6, 6", "6, 2, 3, 3", 6 * 18, 6, "group = 2, pads = [1, 1, 1, 1]"},
    {"1, 3, h, w", "4, 3, 3, 3", 4 * 27, 4, "pads = [2, 2, 2, 2], dilations = [2, 2]"},
    {"n, 2, 5, 5", "3, 2, 1, 1", 6, 3, ""},
};

} // namespace

TEST_CASE("conv_integer reads its zero point beyond the image") {
    std::mt19937 random(5);
    settings const whole{.layout = true, .fuse = true, .optimize = true};
    std::vector<sizes> const all{{{"n", 2}, {"h", 7}, {"w", 5}}, {{"n", 1}, {"h", 4}, {"w", 9}}};
    for (auto const& v : windows)
        for (std::string const x : bytes)
            for (std::string const w : bytes) {
                auto const filters = std::to_string(v.filters);
                auto const text = "func main(%x: " + x + "[" + v.x + "], %p: " + x + "[]) {\n" +
                                  constant("w", w, v.w, v.weights, random) +
                                  constant("q", w, filters, v.filters, random);
                check_bytes(text + "  %c = conv_integer %x, %w, _, %p, %q {" + v.attributes +
                                "}\n  return %c\n}\n",
                            all, whole);
                if (x == w) continue;
                check_bytes(text + "  %c = conv_integer %x, %w {" + v.attributes +
                                "}\n  return %c\n}\n",
                            all, whole);
            }
}

TEST_CASE("q_linear_conv is one kernel with its rounding") {
    std::mt19937 random(6);
    std::vector<sizes> const all{{{"n", 2}, {"h", 7}, {"w", 5}}};
    for (auto const& v : windows) {
        auto const filters = std::to_string(v.filters);
        std::string text = "func main(%x: u8[" + std::string(v.x) + "], %p: u8[]) {\n" +
                           constant("w", "i8", v.w, v.weights, random) +
                           constant("q", "i8", "", 1, random) + constant("r", "u8", "", 1, random);
        text += "  %b = constant {value = i32[" + filters + "](-300 ...)} : i32[" + filters + "]\n";
        for (auto const& [name, scale] : {std::pair("s", "0.0078125"), {"t", "0.03"}, {"u", "1.5"}})
            text +=
                "  %" + std::string(name) + " = constant {value = f32[](" + scale + ")} : f32[]\n";
        check_bytes(text + "  %c = q_linear_conv %x, %w, %b, %s, %p, %t, %q, %u, %r {" +
                        v.attributes + "}\n  return %c\n}\n",
                    all, {.layout = true, .fuse = true, .optimize = true});
    }
}

// With powers of two as scales no sum is rounded, of floats or of integers.
TEST_CASE("quantized numbers are multiplied as bytes, in one kernel with what follows") {
    std::mt19937 random(7);
    settings const whole{.layout = true, .fuse = true, .optimize = true};
    std::vector<sizes> const all{{{"n", 2}}, {{"n", 17}}};
    for (std::string const x : bytes)
        for (std::string const w : bytes) {
            auto const scales = "  %s = constant {value = f32[](0.25)} : f32[]\n  %u = constant "
                                "{value = f32[](64.0)} "
                                ": f32[]\n  %t = constant {value = f32[8](0.5, 0.25, 1.0, 2.0, "
                                "0.5, 0.25, 1.0, 2.0)}\n";
            auto const x_of = [&](char const* shape) {
                return "func main(%x: " + x + "[" + shape + "], %z: " + x + "[]) {\n" + scales +
                       "  %a = dequantize_linear %x, %s, %z {to = f32}\n" +
                       constant("q", w, "8", 8, random);
            };
            auto const last =
                "  %y = relu %c\n  %r = quantize_linear %y, %u {to = u8}\n  return %r\n}\n";
            check_bytes(
                x_of("n, 3, 7, 7") + constant("w", w, "8, 3, 3, 3", 8 * 27, random) +
                    "  %v = dequantize_linear %w, %t, %q {to = f32, axis = 0}\n"
                    "  %b = constant {value = f32[8](-8.0, 8.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)}\n"
                    "  %c = conv %a, %v, %b {pads = [1, 1, 1, 1]}\n" +
                    last,
                all, whole);
            check_bytes(x_of("n, 21") + constant("w", w, "21, 8", 8 * 21, random) +
                            "  %v = dequantize_linear %w, %t, %q {to = f32, axis = 1}\n"
                            "  %c = mat_mul %a, %v\n" +
                            last,
                        all, whole);
            check_bytes(x_of("n, 21") + constant("w", w, "8, 21", 8 * 21, random) +
                            "  %v = dequantize_linear %w, %t, %q {to = f32, axis = 0}\n"
                            "  %c = gemm %a, %v, %t {transB = 1}\n" +
                            last,
                        all, whole);
        }
}

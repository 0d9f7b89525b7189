// Which products of quantized numbers are summed as integers.
#include <tenon/graph_to_graph/sum_quantized_products.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using tenon::graph_to_graph::quantized_product_rules;

static_assert(becomes<R"(func f(%x: u8[n, 3, 4, 4], %s: f32[], %z: u8[]) -> f32[n, 2, 2, 2] {
    %w = constant {value = i8[2, 3, 3, 3](1 ...)}
    %t = constant {value = f32[2](0.5, 0.25)}
    %q = constant {value = i8[2](0 ...)}
    %b = constant {value = f32[2](1.0, 2.0)}
    %a = dequantize_linear %x, %s, %z {to = f32}
    %v = dequantize_linear %w, %t, %q {to = f32, axis = 0}
    %y = conv %a, %v, %b {pads = [1, 1, 1, 1], strides = [2, 2]}
    return %y
})",
                      R"(func f(%x: u8[n, 3, 4, 4], %s: f32[], %z: u8[]) -> f32[n, 2, 2, 2] {
    %w = constant {value = i8[2, 3, 3, 3](1 ...)}
    %t = constant {value = f32[2](0.5, 0.25)}
    %q = constant {value = i8[2](0 ...)}
    %b = constant {value = f32[2](1.0, 2.0)}
    %c = conv_integer %x, %w, _, %z, %q {pads = [1, 1, 1, 1], strides = [2, 2]}
    %f = cast %c {to = f32}
    %m = mul %s, %t
    %r = reshape %m {shape = [2, 1, 1]}
    %p = mul %f, %r
    %d = reshape %b {shape = [2, 1, 1]}
    %y = add %p, %d
    return %y
})">(quantized_product_rules));

// What is dequantized stays where somebody else uses it.
static_assert(becomes<R"(func f(%x: i8[n, 3], %s: f32[1], %t: f32[4]) -> (f32[n, 4], f32[n, 3]) {
    %w = constant {value = i8[3, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32, axis = -1}
    %y = mat_mul %a, %v
    return %y, %a
})",
                      R"(func f(%x: i8[n, 3], %s: f32[1], %t: f32[4]) -> (f32[n, 4], f32[n, 3]) {
    %w = constant {value = i8[3, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %c = mat_mul_integer %x, %w
    %f = cast %c {to = f32}
    %m = mul %s, %t
    %y = mul %f, %m
    return %y, %a
})">(quantized_product_rules));

static_assert(becomes<R"(func f(%x: u8[n, 3], %s: f32[], %b: f32[4]) -> f32[n, 4] {
    %w = constant {value = i8[4, 3](1 ...)}
    %t = constant {value = f32[4](0.5 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32, axis = 0}
    %y = gemm %a, %v, %b {transB = 1}
    return %y
})",
                      R"(func f(%x: u8[n, 3], %s: f32[], %b: f32[4]) -> f32[n, 4] {
    %w = constant {value = i8[4, 3](1 ...)}
    %t = constant {value = f32[4](0.5 ...)}
    %u = transpose %w {perm = [1, 0]}
    %c = mat_mul_integer %x, %u
    %f = cast %c {to = f32}
    %m = mul %s, %t
    %p = mul %f, %m
    %y = add %p, %b
    return %y
})">(quantized_product_rules));

// Not so: scales along what is summed, of each element of x, in another precision, numbers of 16
// bits, weights that are not constant, several groups.
template <tenon::core::fixed_string Text>
constexpr bool stays = becomes<Text, Text>(quantized_product_rules);

static_assert(stays<R"(func f(%x: u8[n, 4], %s: f32[], %t: f32[4]) -> f32[n, 4] {
    %w = constant {value = i8[4, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32, axis = 0}
    %y = mat_mul %a, %v
    return %y
})">);
static_assert(stays<R"(func f(%x: u8[n, 4], %s: f32[], %t: f32[2, 4]) -> f32[n, 4] {
    %w = constant {value = i8[4, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32, axis = 0, block_size = 2}
    %y = mat_mul %a, %v
    return %y
})">);
static_assert(stays<R"(func f(%x: u8[n, 4], %s: f32[4], %t: f32[]) -> f32[n, 4] {
    %w = constant {value = i8[4, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32}
    %y = mat_mul %a, %v
    return %y
})">);
static_assert(stays<R"(func f(%x: u8[n, 4], %s: f16[], %t: f16[]) -> f32[n, 4] {
    %w = constant {value = i8[4, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32}
    %y = mat_mul %a, %v
    return %y
})">);
static_assert(stays<R"(func f(%x: u16[n, 4], %s: f32[], %t: f32[]) -> f32[n, 4] {
    %w = constant {value = i8[4, 4](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32}
    %y = mat_mul %a, %v
    return %y
})">);
static_assert(stays<R"(func f(%x: u8[n, 4], %w: i8[4, 4], %s: f32[], %t: f32[]) -> f32[n, 4] {
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32}
    %y = mat_mul %a, %v
    return %y
})">);
static_assert(stays<R"(func f(%x: u8[n, 4, 3], %s: f32[], %t: f32[]) -> f32[n, 2, 3] {
    %w = constant {value = i8[2, 2, 1](1 ...)}
    %a = dequantize_linear %x, %s {to = f32}
    %v = dequantize_linear %w, %t {to = f32}
    %y = conv %a, %v {group = 2}
    return %y
})">);
// Nor where 32 bits may not hold the sum.
using tenon::core::dim, tenon::graph_to_graph::detail::sum_fits;
static_assert(sum_fits(33025) && !sum_fits(33026) && !sum_fits(dim::symbol("n")));

} // namespace

// Every rule about attention on a program of its own. Equal parts are left as they come: sharing is
// a pass.
#include <tenon/graph_to_graph/decompose_attention.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using namespace tenon::graph_to_graph;

template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool attends = becomes<Before, After>(attention_rules);

// attention
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = cast %5 {to = f32} : f32[b, 2, s, t]
    %7 = softmax %6 {axis = 3} : f32[b, 2, s, t]
    %8 = cast %7 {to = f32} : f32[b, 2, s, t]
    %9 = reshape %8 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %10 = mat_mul %9, %v : f32[b, 2, s, 3]
    %y = reshape %10 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// attention, with a scale
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v {scale = 0.5}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](0.5)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = cast %5 {to = f32} : f32[b, 2, s, t]
    %7 = softmax %6 {axis = 3} : f32[b, 2, s, t]
    %8 = cast %7 {to = f32} : f32[b, 2, s, t]
    %9 = reshape %8 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %10 = mat_mul %9, %v : f32[b, 2, s, 3]
    %y = reshape %10 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// attention-scale
static_assert(
    attends<
        R"(func f(%q: f16[b, 2, s, 4], %k: f16[b, 2, t, 4], %v: f16[b, 2, t, 3]) -> f16[b, 2, s, 3] {
    %y = attention %q, %k, %v {scale = 0.5}
    return %y
})",
        R"(func f(%q: f16[b, 2, s, 4], %k: f16[b, 2, t, 4], %v: f16[b, 2, t, 3]) -> f16[b, 2, s, 3] {
  dataflow {
    %0 = constant {value = f16[](0.5)} : f16[]
    %1 = mul %q, %0 : f16[b, 2, s, 4]
    %2 = reshape %1 {shape = [b, 2, s, 4]} : f16[b, 2, s, 4]
    %3 = transpose %k {perm = [0, 1, 3, 2]} : f16[b, 2, 4, t]
    %4 = mat_mul %2, %3 : f16[b, 2, s, t]
    %5 = constant {value = f16[](1.0)} : f16[]
    %6 = mul %4, %5 : f16[b, 2, s, t]
    %7 = reshape %6 {shape = [b, 2, s, t]} : f16[b, 2, s, t]
    %8 = cast %7 {to = f16} : f16[b, 2, s, t]
    %9 = softmax %8 {axis = 3} : f16[b, 2, s, t]
    %10 = cast %9 {to = f16} : f16[b, 2, s, t]
    %11 = reshape %10 {shape = [b, 2, s, t]} : f16[b, 2, s, t]
    %12 = mat_mul %11, %v : f16[b, 2, s, 3]
    %y = reshape %12 {shape = [b, 2, s, 3]} : f16[b, 2, s, 3]
  }
  return %y
})">);
// attention, of heads in groups, in half precision with a softmax in single
static_assert(
    attends<
        R"(func f(%q: f16[b, 4, s, 4], %k: f16[b, 2, t, 4], %v: f16[b, 2, t, 3]) -> f16[b, 4, s, 3] {
    %y = attention %q, %k, %v {softmax_precision = f32}
    return %y
})",
        R"(func f(%q: f16[b, 4, s, 4], %k: f16[b, 2, t, 4], %v: f16[b, 2, t, 3]) -> f16[b, 4, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, 2*s, 4]} : f16[b, 2, 2*s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f16[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f16[b, 2, 2*s, t]
    %3 = constant {value = f16[](1.0)} : f16[]
    %4 = mul %2, %3 : f16[b, 2, 2*s, t]
    %5 = reshape %4 {shape = [b, 4, s, t]} : f16[b, 4, s, t]
    %6 = cast %5 {to = f32} : f32[b, 4, s, t]
    %7 = softmax %6 {axis = 3} : f32[b, 4, s, t]
    %8 = cast %7 {to = f16} : f16[b, 4, s, t]
    %9 = reshape %8 {shape = [b, 2, 2*s, t]} : f16[b, 2, 2*s, t]
    %10 = mat_mul %9, %v : f16[b, 2, 2*s, 3]
    %y = reshape %10 {shape = [b, 4, s, 3]} : f16[b, 4, s, 3]
  }
  return %y
})">);
// attention-with-bias
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, %b
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = add %5, %b : f32[b, 2, s, t]
    %7 = cast %6 {to = f32} : f32[b, 2, s, t]
    %8 = softmax %7 {axis = 3} : f32[b, 2, s, t]
    %9 = cast %8 {to = f32} : f32[b, 2, s, t]
    %10 = reshape %9 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %11 = mat_mul %10, %v : f32[b, 2, s, 3]
    %y = reshape %11 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// attention-with-mask
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %m: bool[b, 1, 1, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, _, %m
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %m: bool[b, 1, 1, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = cast %5 {to = f32} : f32[b, 2, s, t]
    %7 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %8 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %9 = mat_mul %7, %8 : f32[b, 2, s, t]
    %10 = constant {value = f32[](1.0)} : f32[]
    %11 = mul %9, %10 : f32[b, 2, s, t]
    %12 = reshape %11 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %13 = cast %12 {to = f32} : f32[b, 2, s, t]
    %14 = constant {value = f32[](-inf)} : f32[]
    %15 = where %m, %13, %14 : f32[b, 2, s, t]
    %16 = reduce_max %15 {axes = [3]} : f32[b, 2, s, 1]
    %17 = sub %6, %16 : f32[b, 2, s, t]
    %18 = exp %17 : f32[b, 2, s, t]
    %19 = constant {value = f32[](0.0)} : f32[]
    %20 = where %m, %18, %19 : f32[b, 2, s, t]
    %21 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %22 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %23 = mat_mul %21, %22 : f32[b, 2, s, t]
    %24 = constant {value = f32[](1.0)} : f32[]
    %25 = mul %23, %24 : f32[b, 2, s, t]
    %26 = reshape %25 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %27 = cast %26 {to = f32} : f32[b, 2, s, t]
    %28 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %29 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %30 = mat_mul %28, %29 : f32[b, 2, s, t]
    %31 = constant {value = f32[](1.0)} : f32[]
    %32 = mul %30, %31 : f32[b, 2, s, t]
    %33 = reshape %32 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %34 = cast %33 {to = f32} : f32[b, 2, s, t]
    %35 = constant {value = f32[](-inf)} : f32[]
    %36 = where %m, %34, %35 : f32[b, 2, s, t]
    %37 = reduce_max %36 {axes = [3]} : f32[b, 2, s, 1]
    %38 = sub %27, %37 : f32[b, 2, s, t]
    %39 = exp %38 : f32[b, 2, s, t]
    %40 = constant {value = f32[](0.0)} : f32[]
    %41 = where %m, %39, %40 : f32[b, 2, s, t]
    %42 = reduce_sum %41 {axes = [3]} : f32[b, 2, s, 1]
    %43 = constant {value = f32[](1.0)} : f32[]
    %44 = max %42, %43 : f32[b, 2, s, 1]
    %45 = div %20, %44 : f32[b, 2, s, t]
    %46 = cast %45 {to = f32} : f32[b, 2, s, t]
    %47 = reshape %46 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %48 = mat_mul %47, %v : f32[b, 2, s, 3]
    %y = reshape %48 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// attention-with-bias-and-mask
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t], %m: bool[s, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, %b, %m
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t], %m: bool[s, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = add %5, %b : f32[b, 2, s, t]
    %7 = cast %6 {to = f32} : f32[b, 2, s, t]
    %8 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %9 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %10 = mat_mul %8, %9 : f32[b, 2, s, t]
    %11 = constant {value = f32[](1.0)} : f32[]
    %12 = mul %10, %11 : f32[b, 2, s, t]
    %13 = reshape %12 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %14 = add %13, %b : f32[b, 2, s, t]
    %15 = cast %14 {to = f32} : f32[b, 2, s, t]
    %16 = constant {value = f32[](-inf)} : f32[]
    %17 = where %m, %15, %16 : f32[b, 2, s, t]
    %18 = reduce_max %17 {axes = [3]} : f32[b, 2, s, 1]
    %19 = sub %7, %18 : f32[b, 2, s, t]
    %20 = exp %19 : f32[b, 2, s, t]
    %21 = constant {value = f32[](0.0)} : f32[]
    %22 = where %m, %20, %21 : f32[b, 2, s, t]
    %23 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %24 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %25 = mat_mul %23, %24 : f32[b, 2, s, t]
    %26 = constant {value = f32[](1.0)} : f32[]
    %27 = mul %25, %26 : f32[b, 2, s, t]
    %28 = reshape %27 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %29 = add %28, %b : f32[b, 2, s, t]
    %30 = cast %29 {to = f32} : f32[b, 2, s, t]
    %31 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %32 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %33 = mat_mul %31, %32 : f32[b, 2, s, t]
    %34 = constant {value = f32[](1.0)} : f32[]
    %35 = mul %33, %34 : f32[b, 2, s, t]
    %36 = reshape %35 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %37 = add %36, %b : f32[b, 2, s, t]
    %38 = cast %37 {to = f32} : f32[b, 2, s, t]
    %39 = constant {value = f32[](-inf)} : f32[]
    %40 = where %m, %38, %39 : f32[b, 2, s, t]
    %41 = reduce_max %40 {axes = [3]} : f32[b, 2, s, 1]
    %42 = sub %30, %41 : f32[b, 2, s, t]
    %43 = exp %42 : f32[b, 2, s, t]
    %44 = constant {value = f32[](0.0)} : f32[]
    %45 = where %m, %43, %44 : f32[b, 2, s, t]
    %46 = reduce_sum %45 {axes = [3]} : f32[b, 2, s, 1]
    %47 = constant {value = f32[](1.0)} : f32[]
    %48 = max %46, %47 : f32[b, 2, s, 1]
    %49 = div %22, %48 : f32[b, 2, s, t]
    %50 = cast %49 {to = f32} : f32[b, 2, s, t]
    %51 = reshape %50 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %52 = mat_mul %51, %v : f32[b, 2, s, 3]
    %y = reshape %52 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// causal-attention
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v {is_causal = 1}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = constant {value = i64[](0)} : i64[]
    %1 = constant {value = i64[](1)} : i64[]
    %2 = iota %0, %1 {length = [t]} : i64[t]
    %3 = constant {value = i64[](0)} : i64[]
    %4 = constant {value = i64[](1)} : i64[]
    %5 = iota %3, %4 {length = [s]} : i64[s]
    %6 = reshape %5 {shape = [s, 1]} : i64[s, 1]
    %7 = less_or_equal %2, %6 : bool[s, t]
    %8 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %9 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %10 = mat_mul %8, %9 : f32[b, 2, s, t]
    %11 = constant {value = f32[](1.0)} : f32[]
    %12 = mul %10, %11 : f32[b, 2, s, t]
    %13 = reshape %12 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %14 = cast %13 {to = f32} : f32[b, 2, s, t]
    %15 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %16 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %17 = mat_mul %15, %16 : f32[b, 2, s, t]
    %18 = constant {value = f32[](1.0)} : f32[]
    %19 = mul %17, %18 : f32[b, 2, s, t]
    %20 = reshape %19 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %21 = cast %20 {to = f32} : f32[b, 2, s, t]
    %22 = constant {value = f32[](-inf)} : f32[]
    %23 = where %7, %21, %22 : f32[b, 2, s, t]
    %24 = reduce_max %23 {axes = [3]} : f32[b, 2, s, 1]
    %25 = sub %14, %24 : f32[b, 2, s, t]
    %26 = exp %25 : f32[b, 2, s, t]
    %27 = constant {value = f32[](0.0)} : f32[]
    %28 = where %7, %26, %27 : f32[b, 2, s, t]
    %29 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %30 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %31 = mat_mul %29, %30 : f32[b, 2, s, t]
    %32 = constant {value = f32[](1.0)} : f32[]
    %33 = mul %31, %32 : f32[b, 2, s, t]
    %34 = reshape %33 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %35 = cast %34 {to = f32} : f32[b, 2, s, t]
    %36 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %37 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %38 = mat_mul %36, %37 : f32[b, 2, s, t]
    %39 = constant {value = f32[](1.0)} : f32[]
    %40 = mul %38, %39 : f32[b, 2, s, t]
    %41 = reshape %40 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %42 = cast %41 {to = f32} : f32[b, 2, s, t]
    %43 = constant {value = f32[](-inf)} : f32[]
    %44 = where %7, %42, %43 : f32[b, 2, s, t]
    %45 = reduce_max %44 {axes = [3]} : f32[b, 2, s, 1]
    %46 = sub %35, %45 : f32[b, 2, s, t]
    %47 = exp %46 : f32[b, 2, s, t]
    %48 = constant {value = f32[](0.0)} : f32[]
    %49 = where %7, %47, %48 : f32[b, 2, s, t]
    %50 = reduce_sum %49 {axes = [3]} : f32[b, 2, s, 1]
    %51 = constant {value = f32[](1.0)} : f32[]
    %52 = max %50, %51 : f32[b, 2, s, 1]
    %53 = div %28, %52 : f32[b, 2, s, t]
    %54 = cast %53 {to = f32} : f32[b, 2, s, t]
    %55 = reshape %54 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %56 = mat_mul %55, %v : f32[b, 2, s, 3]
    %y = reshape %56 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// causal-attention-with-mask
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %m: bool[b, 1, 1, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, _, %m {is_causal = 1}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %m: bool[b, 1, 1, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = constant {value = i64[](0)} : i64[]
    %1 = constant {value = i64[](1)} : i64[]
    %2 = iota %0, %1 {length = [t]} : i64[t]
    %3 = constant {value = i64[](0)} : i64[]
    %4 = constant {value = i64[](1)} : i64[]
    %5 = iota %3, %4 {length = [s]} : i64[s]
    %6 = reshape %5 {shape = [s, 1]} : i64[s, 1]
    %7 = less_or_equal %2, %6 : bool[s, t]
    %8 = and %m, %7 : bool[b, 1, s, t]
    %9 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %10 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %11 = mat_mul %9, %10 : f32[b, 2, s, t]
    %12 = constant {value = f32[](1.0)} : f32[]
    %13 = mul %11, %12 : f32[b, 2, s, t]
    %14 = reshape %13 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %15 = cast %14 {to = f32} : f32[b, 2, s, t]
    %16 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %17 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %18 = mat_mul %16, %17 : f32[b, 2, s, t]
    %19 = constant {value = f32[](1.0)} : f32[]
    %20 = mul %18, %19 : f32[b, 2, s, t]
    %21 = reshape %20 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %22 = cast %21 {to = f32} : f32[b, 2, s, t]
    %23 = constant {value = f32[](-inf)} : f32[]
    %24 = where %8, %22, %23 : f32[b, 2, s, t]
    %25 = reduce_max %24 {axes = [3]} : f32[b, 2, s, 1]
    %26 = sub %15, %25 : f32[b, 2, s, t]
    %27 = exp %26 : f32[b, 2, s, t]
    %28 = constant {value = f32[](0.0)} : f32[]
    %29 = where %8, %27, %28 : f32[b, 2, s, t]
    %30 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %31 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %32 = mat_mul %30, %31 : f32[b, 2, s, t]
    %33 = constant {value = f32[](1.0)} : f32[]
    %34 = mul %32, %33 : f32[b, 2, s, t]
    %35 = reshape %34 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %36 = cast %35 {to = f32} : f32[b, 2, s, t]
    %37 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %38 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %39 = mat_mul %37, %38 : f32[b, 2, s, t]
    %40 = constant {value = f32[](1.0)} : f32[]
    %41 = mul %39, %40 : f32[b, 2, s, t]
    %42 = reshape %41 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %43 = cast %42 {to = f32} : f32[b, 2, s, t]
    %44 = constant {value = f32[](-inf)} : f32[]
    %45 = where %8, %43, %44 : f32[b, 2, s, t]
    %46 = reduce_max %45 {axes = [3]} : f32[b, 2, s, 1]
    %47 = sub %36, %46 : f32[b, 2, s, t]
    %48 = exp %47 : f32[b, 2, s, t]
    %49 = constant {value = f32[](0.0)} : f32[]
    %50 = where %8, %48, %49 : f32[b, 2, s, t]
    %51 = reduce_sum %50 {axes = [3]} : f32[b, 2, s, 1]
    %52 = constant {value = f32[](1.0)} : f32[]
    %53 = max %51, %52 : f32[b, 2, s, 1]
    %54 = div %29, %53 : f32[b, 2, s, t]
    %55 = cast %54 {to = f32} : f32[b, 2, s, t]
    %56 = reshape %55 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %57 = mat_mul %56, %v : f32[b, 2, s, 3]
    %y = reshape %57 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// capped-attention
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v {softcap = 8.0}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = constant {value = f32[](8.0)} : f32[]
    %7 = div %5, %6 : f32[b, 2, s, t]
    %8 = tanh %7 : f32[b, 2, s, t]
    %9 = constant {value = f32[](8.0)} : f32[]
    %10 = mul %8, %9 : f32[b, 2, s, t]
    %11 = cast %10 {to = f32} : f32[b, 2, s, t]
    %12 = softmax %11 {axis = 3} : f32[b, 2, s, t]
    %13 = cast %12 {to = f32} : f32[b, 2, s, t]
    %14 = reshape %13 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %15 = mat_mul %14, %v : f32[b, 2, s, 3]
    %y = reshape %15 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// capped-attention-with-bias
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, %b {softcap = 8.0}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = constant {value = f32[](8.0)} : f32[]
    %7 = div %5, %6 : f32[b, 2, s, t]
    %8 = tanh %7 : f32[b, 2, s, t]
    %9 = constant {value = f32[](8.0)} : f32[]
    %10 = mul %8, %9 : f32[b, 2, s, t]
    %11 = add %10, %b : f32[b, 2, s, t]
    %12 = cast %11 {to = f32} : f32[b, 2, s, t]
    %13 = softmax %12 {axis = 3} : f32[b, 2, s, t]
    %14 = cast %13 {to = f32} : f32[b, 2, s, t]
    %15 = reshape %14 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %16 = mat_mul %15, %v : f32[b, 2, s, 3]
    %y = reshape %16 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// capped-attention-with-mask
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %m: bool[s, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, _, %m {softcap = 8.0}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %m: bool[s, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = constant {value = f32[](8.0)} : f32[]
    %7 = div %5, %6 : f32[b, 2, s, t]
    %8 = tanh %7 : f32[b, 2, s, t]
    %9 = constant {value = f32[](8.0)} : f32[]
    %10 = mul %8, %9 : f32[b, 2, s, t]
    %11 = cast %10 {to = f32} : f32[b, 2, s, t]
    %12 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %13 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %14 = mat_mul %12, %13 : f32[b, 2, s, t]
    %15 = constant {value = f32[](1.0)} : f32[]
    %16 = mul %14, %15 : f32[b, 2, s, t]
    %17 = reshape %16 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %18 = constant {value = f32[](8.0)} : f32[]
    %19 = div %17, %18 : f32[b, 2, s, t]
    %20 = tanh %19 : f32[b, 2, s, t]
    %21 = constant {value = f32[](8.0)} : f32[]
    %22 = mul %20, %21 : f32[b, 2, s, t]
    %23 = cast %22 {to = f32} : f32[b, 2, s, t]
    %24 = constant {value = f32[](-inf)} : f32[]
    %25 = where %m, %23, %24 : f32[b, 2, s, t]
    %26 = reduce_max %25 {axes = [3]} : f32[b, 2, s, 1]
    %27 = sub %11, %26 : f32[b, 2, s, t]
    %28 = exp %27 : f32[b, 2, s, t]
    %29 = constant {value = f32[](0.0)} : f32[]
    %30 = where %m, %28, %29 : f32[b, 2, s, t]
    %31 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %32 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %33 = mat_mul %31, %32 : f32[b, 2, s, t]
    %34 = constant {value = f32[](1.0)} : f32[]
    %35 = mul %33, %34 : f32[b, 2, s, t]
    %36 = reshape %35 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %37 = constant {value = f32[](8.0)} : f32[]
    %38 = div %36, %37 : f32[b, 2, s, t]
    %39 = tanh %38 : f32[b, 2, s, t]
    %40 = constant {value = f32[](8.0)} : f32[]
    %41 = mul %39, %40 : f32[b, 2, s, t]
    %42 = cast %41 {to = f32} : f32[b, 2, s, t]
    %43 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %44 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %45 = mat_mul %43, %44 : f32[b, 2, s, t]
    %46 = constant {value = f32[](1.0)} : f32[]
    %47 = mul %45, %46 : f32[b, 2, s, t]
    %48 = reshape %47 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %49 = constant {value = f32[](8.0)} : f32[]
    %50 = div %48, %49 : f32[b, 2, s, t]
    %51 = tanh %50 : f32[b, 2, s, t]
    %52 = constant {value = f32[](8.0)} : f32[]
    %53 = mul %51, %52 : f32[b, 2, s, t]
    %54 = cast %53 {to = f32} : f32[b, 2, s, t]
    %55 = constant {value = f32[](-inf)} : f32[]
    %56 = where %m, %54, %55 : f32[b, 2, s, t]
    %57 = reduce_max %56 {axes = [3]} : f32[b, 2, s, 1]
    %58 = sub %42, %57 : f32[b, 2, s, t]
    %59 = exp %58 : f32[b, 2, s, t]
    %60 = constant {value = f32[](0.0)} : f32[]
    %61 = where %m, %59, %60 : f32[b, 2, s, t]
    %62 = reduce_sum %61 {axes = [3]} : f32[b, 2, s, 1]
    %63 = constant {value = f32[](1.0)} : f32[]
    %64 = max %62, %63 : f32[b, 2, s, 1]
    %65 = div %30, %64 : f32[b, 2, s, t]
    %66 = cast %65 {to = f32} : f32[b, 2, s, t]
    %67 = reshape %66 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %68 = mat_mul %67, %v : f32[b, 2, s, 3]
    %y = reshape %68 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
// capped-attention-with-bias-and-mask
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t], %m: bool[s, t]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v, %b, %m {softcap = 8.0}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3], %b: f32[s, t], %m: bool[s, t]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %1 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %2 = mat_mul %0, %1 : f32[b, 2, s, t]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = mul %2, %3 : f32[b, 2, s, t]
    %5 = reshape %4 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %6 = constant {value = f32[](8.0)} : f32[]
    %7 = div %5, %6 : f32[b, 2, s, t]
    %8 = tanh %7 : f32[b, 2, s, t]
    %9 = constant {value = f32[](8.0)} : f32[]
    %10 = mul %8, %9 : f32[b, 2, s, t]
    %11 = add %10, %b : f32[b, 2, s, t]
    %12 = cast %11 {to = f32} : f32[b, 2, s, t]
    %13 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %14 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %15 = mat_mul %13, %14 : f32[b, 2, s, t]
    %16 = constant {value = f32[](1.0)} : f32[]
    %17 = mul %15, %16 : f32[b, 2, s, t]
    %18 = reshape %17 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %19 = constant {value = f32[](8.0)} : f32[]
    %20 = div %18, %19 : f32[b, 2, s, t]
    %21 = tanh %20 : f32[b, 2, s, t]
    %22 = constant {value = f32[](8.0)} : f32[]
    %23 = mul %21, %22 : f32[b, 2, s, t]
    %24 = add %23, %b : f32[b, 2, s, t]
    %25 = cast %24 {to = f32} : f32[b, 2, s, t]
    %26 = constant {value = f32[](-inf)} : f32[]
    %27 = where %m, %25, %26 : f32[b, 2, s, t]
    %28 = reduce_max %27 {axes = [3]} : f32[b, 2, s, 1]
    %29 = sub %12, %28 : f32[b, 2, s, t]
    %30 = exp %29 : f32[b, 2, s, t]
    %31 = constant {value = f32[](0.0)} : f32[]
    %32 = where %m, %30, %31 : f32[b, 2, s, t]
    %33 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %34 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %35 = mat_mul %33, %34 : f32[b, 2, s, t]
    %36 = constant {value = f32[](1.0)} : f32[]
    %37 = mul %35, %36 : f32[b, 2, s, t]
    %38 = reshape %37 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %39 = constant {value = f32[](8.0)} : f32[]
    %40 = div %38, %39 : f32[b, 2, s, t]
    %41 = tanh %40 : f32[b, 2, s, t]
    %42 = constant {value = f32[](8.0)} : f32[]
    %43 = mul %41, %42 : f32[b, 2, s, t]
    %44 = add %43, %b : f32[b, 2, s, t]
    %45 = cast %44 {to = f32} : f32[b, 2, s, t]
    %46 = reshape %q {shape = [b, 2, s, 4]} : f32[b, 2, s, 4]
    %47 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %48 = mat_mul %46, %47 : f32[b, 2, s, t]
    %49 = constant {value = f32[](1.0)} : f32[]
    %50 = mul %48, %49 : f32[b, 2, s, t]
    %51 = reshape %50 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %52 = constant {value = f32[](8.0)} : f32[]
    %53 = div %51, %52 : f32[b, 2, s, t]
    %54 = tanh %53 : f32[b, 2, s, t]
    %55 = constant {value = f32[](8.0)} : f32[]
    %56 = mul %54, %55 : f32[b, 2, s, t]
    %57 = add %56, %b : f32[b, 2, s, t]
    %58 = cast %57 {to = f32} : f32[b, 2, s, t]
    %59 = constant {value = f32[](-inf)} : f32[]
    %60 = where %m, %58, %59 : f32[b, 2, s, t]
    %61 = reduce_max %60 {axes = [3]} : f32[b, 2, s, 1]
    %62 = sub %45, %61 : f32[b, 2, s, t]
    %63 = exp %62 : f32[b, 2, s, t]
    %64 = constant {value = f32[](0.0)} : f32[]
    %65 = where %m, %63, %64 : f32[b, 2, s, t]
    %66 = reduce_sum %65 {axes = [3]} : f32[b, 2, s, 1]
    %67 = constant {value = f32[](1.0)} : f32[]
    %68 = max %66, %67 : f32[b, 2, s, 1]
    %69 = div %32, %68 : f32[b, 2, s, t]
    %70 = cast %69 {to = f32} : f32[b, 2, s, t]
    %71 = reshape %70 {shape = [b, 2, s, t]} : f32[b, 2, s, t]
    %72 = mat_mul %71, %v : f32[b, 2, s, 3]
    %y = reshape %72 {shape = [b, 2, s, 3]} : f32[b, 2, s, 3]
  }
  return %y
})">);
} // namespace

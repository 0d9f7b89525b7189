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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = cast %1 {to = f32} : f32[b, 2, s, t]
    %3 = softmax %2 {axis = 3} : f32[b, 2, s, t]
    %4 = cast %3 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %4, %v : f32[b, 2, s, 3]
  }
  return %y
})">);
// attention-scale
static_assert(
    attends<
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
    %y = attention %q, %k, %v {scale = 0.5}
    return %y
})",
        R"(func f(%q: f32[b, 2, s, 4], %k: f32[b, 2, t, 4], %v: f32[b, 2, t, 3]) -> f32[b, 2, s, 3] {
  dataflow {
    %0 = constant {value = f32[](0.5)} : f32[]
    %1 = mul %q, %0 : f32[b, 2, s, 4]
    %2 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %3 = mat_mul %1, %2 : f32[b, 2, s, t]
    %4 = cast %3 {to = f32} : f32[b, 2, s, t]
    %5 = softmax %4 {axis = 3} : f32[b, 2, s, t]
    %6 = cast %5 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %6, %v : f32[b, 2, s, 3]
  }
  return %y
})">);
// attention-groups, in half precision with a softmax in single
static_assert(
    attends<
        R"(func f(%q: f16[b, 4, s, 4], %k: f16[b, 2, t, 4], %v: f16[b, 2, t, 3]) -> f16[b, 4, s, 3] {
    %y = attention %q, %k, %v {softmax_precision = f32}
    return %y
})",
        R"(func f(%q: f16[b, 4, s, 4], %k: f16[b, 2, t, 4], %v: f16[b, 2, t, 3]) -> f16[b, 4, s, 3] {
  dataflow {
    %0 = reshape %k {shape = [b, 2, 1, t, 4]} : f16[b, 2, 1, t, 4]
    %1 = expand %0 {shape = [b, 2, 2, t, 4]} : f16[b, 2, 2, t, 4]
    %2 = reshape %1 {shape = [b, 4, t, 4]} : f16[b, 4, t, 4]
    %3 = reshape %v {shape = [b, 2, 1, t, 3]} : f16[b, 2, 1, t, 3]
    %4 = expand %3 {shape = [b, 2, 2, t, 3]} : f16[b, 2, 2, t, 3]
    %5 = reshape %4 {shape = [b, 4, t, 3]} : f16[b, 4, t, 3]
    %6 = transpose %2 {perm = [0, 1, 3, 2]} : f16[b, 4, 4, t]
    %7 = mat_mul %q, %6 : f16[b, 4, s, t]
    %8 = cast %7 {to = f32} : f32[b, 4, s, t]
    %9 = softmax %8 {axis = 3} : f32[b, 4, s, t]
    %10 = cast %9 {to = f16} : f16[b, 4, s, t]
    %y = mat_mul %10, %5 : f16[b, 4, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = add %1, %b : f32[b, 2, s, t]
    %3 = cast %2 {to = f32} : f32[b, 2, s, t]
    %4 = softmax %3 {axis = 3} : f32[b, 2, s, t]
    %5 = cast %4 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %5, %v : f32[b, 2, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = cast %1 {to = f32} : f32[b, 2, s, t]
    %3 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %4 = mat_mul %q, %3 : f32[b, 2, s, t]
    %5 = cast %4 {to = f32} : f32[b, 2, s, t]
    %6 = constant {value = f32[](-inf)} : f32[]
    %7 = where %m, %5, %6 : f32[b, 2, s, t]
    %8 = reduce_max %7 {axes = [3]} : f32[b, 2, s, 1]
    %9 = sub %2, %8 : f32[b, 2, s, t]
    %10 = exp %9 : f32[b, 2, s, t]
    %11 = constant {value = f32[](0.0)} : f32[]
    %12 = where %m, %10, %11 : f32[b, 2, s, t]
    %13 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %14 = mat_mul %q, %13 : f32[b, 2, s, t]
    %15 = cast %14 {to = f32} : f32[b, 2, s, t]
    %16 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %17 = mat_mul %q, %16 : f32[b, 2, s, t]
    %18 = cast %17 {to = f32} : f32[b, 2, s, t]
    %19 = constant {value = f32[](-inf)} : f32[]
    %20 = where %m, %18, %19 : f32[b, 2, s, t]
    %21 = reduce_max %20 {axes = [3]} : f32[b, 2, s, 1]
    %22 = sub %15, %21 : f32[b, 2, s, t]
    %23 = exp %22 : f32[b, 2, s, t]
    %24 = constant {value = f32[](0.0)} : f32[]
    %25 = where %m, %23, %24 : f32[b, 2, s, t]
    %26 = reduce_sum %25 {axes = [3]} : f32[b, 2, s, 1]
    %27 = constant {value = f32[](1.0)} : f32[]
    %28 = max %26, %27 : f32[b, 2, s, 1]
    %29 = div %12, %28 : f32[b, 2, s, t]
    %30 = cast %29 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %30, %v : f32[b, 2, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = add %1, %b : f32[b, 2, s, t]
    %3 = cast %2 {to = f32} : f32[b, 2, s, t]
    %4 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %5 = mat_mul %q, %4 : f32[b, 2, s, t]
    %6 = add %5, %b : f32[b, 2, s, t]
    %7 = cast %6 {to = f32} : f32[b, 2, s, t]
    %8 = constant {value = f32[](-inf)} : f32[]
    %9 = where %m, %7, %8 : f32[b, 2, s, t]
    %10 = reduce_max %9 {axes = [3]} : f32[b, 2, s, 1]
    %11 = sub %3, %10 : f32[b, 2, s, t]
    %12 = exp %11 : f32[b, 2, s, t]
    %13 = constant {value = f32[](0.0)} : f32[]
    %14 = where %m, %12, %13 : f32[b, 2, s, t]
    %15 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %16 = mat_mul %q, %15 : f32[b, 2, s, t]
    %17 = add %16, %b : f32[b, 2, s, t]
    %18 = cast %17 {to = f32} : f32[b, 2, s, t]
    %19 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %20 = mat_mul %q, %19 : f32[b, 2, s, t]
    %21 = add %20, %b : f32[b, 2, s, t]
    %22 = cast %21 {to = f32} : f32[b, 2, s, t]
    %23 = constant {value = f32[](-inf)} : f32[]
    %24 = where %m, %22, %23 : f32[b, 2, s, t]
    %25 = reduce_max %24 {axes = [3]} : f32[b, 2, s, 1]
    %26 = sub %18, %25 : f32[b, 2, s, t]
    %27 = exp %26 : f32[b, 2, s, t]
    %28 = constant {value = f32[](0.0)} : f32[]
    %29 = where %m, %27, %28 : f32[b, 2, s, t]
    %30 = reduce_sum %29 {axes = [3]} : f32[b, 2, s, 1]
    %31 = constant {value = f32[](1.0)} : f32[]
    %32 = max %30, %31 : f32[b, 2, s, 1]
    %33 = div %14, %32 : f32[b, 2, s, t]
    %34 = cast %33 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %34, %v : f32[b, 2, s, 3]
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
    %8 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %9 = mat_mul %q, %8 : f32[b, 2, s, t]
    %10 = cast %9 {to = f32} : f32[b, 2, s, t]
    %11 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %12 = mat_mul %q, %11 : f32[b, 2, s, t]
    %13 = cast %12 {to = f32} : f32[b, 2, s, t]
    %14 = constant {value = f32[](-inf)} : f32[]
    %15 = where %7, %13, %14 : f32[b, 2, s, t]
    %16 = reduce_max %15 {axes = [3]} : f32[b, 2, s, 1]
    %17 = sub %10, %16 : f32[b, 2, s, t]
    %18 = exp %17 : f32[b, 2, s, t]
    %19 = constant {value = f32[](0.0)} : f32[]
    %20 = where %7, %18, %19 : f32[b, 2, s, t]
    %21 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %22 = mat_mul %q, %21 : f32[b, 2, s, t]
    %23 = cast %22 {to = f32} : f32[b, 2, s, t]
    %24 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %25 = mat_mul %q, %24 : f32[b, 2, s, t]
    %26 = cast %25 {to = f32} : f32[b, 2, s, t]
    %27 = constant {value = f32[](-inf)} : f32[]
    %28 = where %7, %26, %27 : f32[b, 2, s, t]
    %29 = reduce_max %28 {axes = [3]} : f32[b, 2, s, 1]
    %30 = sub %23, %29 : f32[b, 2, s, t]
    %31 = exp %30 : f32[b, 2, s, t]
    %32 = constant {value = f32[](0.0)} : f32[]
    %33 = where %7, %31, %32 : f32[b, 2, s, t]
    %34 = reduce_sum %33 {axes = [3]} : f32[b, 2, s, 1]
    %35 = constant {value = f32[](1.0)} : f32[]
    %36 = max %34, %35 : f32[b, 2, s, 1]
    %37 = div %20, %36 : f32[b, 2, s, t]
    %38 = cast %37 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %38, %v : f32[b, 2, s, 3]
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
    %9 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %10 = mat_mul %q, %9 : f32[b, 2, s, t]
    %11 = cast %10 {to = f32} : f32[b, 2, s, t]
    %12 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %13 = mat_mul %q, %12 : f32[b, 2, s, t]
    %14 = cast %13 {to = f32} : f32[b, 2, s, t]
    %15 = constant {value = f32[](-inf)} : f32[]
    %16 = where %8, %14, %15 : f32[b, 2, s, t]
    %17 = reduce_max %16 {axes = [3]} : f32[b, 2, s, 1]
    %18 = sub %11, %17 : f32[b, 2, s, t]
    %19 = exp %18 : f32[b, 2, s, t]
    %20 = constant {value = f32[](0.0)} : f32[]
    %21 = where %8, %19, %20 : f32[b, 2, s, t]
    %22 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %23 = mat_mul %q, %22 : f32[b, 2, s, t]
    %24 = cast %23 {to = f32} : f32[b, 2, s, t]
    %25 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %26 = mat_mul %q, %25 : f32[b, 2, s, t]
    %27 = cast %26 {to = f32} : f32[b, 2, s, t]
    %28 = constant {value = f32[](-inf)} : f32[]
    %29 = where %8, %27, %28 : f32[b, 2, s, t]
    %30 = reduce_max %29 {axes = [3]} : f32[b, 2, s, 1]
    %31 = sub %24, %30 : f32[b, 2, s, t]
    %32 = exp %31 : f32[b, 2, s, t]
    %33 = constant {value = f32[](0.0)} : f32[]
    %34 = where %8, %32, %33 : f32[b, 2, s, t]
    %35 = reduce_sum %34 {axes = [3]} : f32[b, 2, s, 1]
    %36 = constant {value = f32[](1.0)} : f32[]
    %37 = max %35, %36 : f32[b, 2, s, 1]
    %38 = div %21, %37 : f32[b, 2, s, t]
    %39 = cast %38 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %39, %v : f32[b, 2, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = constant {value = f32[](8.0)} : f32[]
    %3 = div %1, %2 : f32[b, 2, s, t]
    %4 = tanh %3 : f32[b, 2, s, t]
    %5 = constant {value = f32[](8.0)} : f32[]
    %6 = mul %4, %5 : f32[b, 2, s, t]
    %7 = cast %6 {to = f32} : f32[b, 2, s, t]
    %8 = softmax %7 {axis = 3} : f32[b, 2, s, t]
    %9 = cast %8 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %9, %v : f32[b, 2, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = constant {value = f32[](8.0)} : f32[]
    %3 = div %1, %2 : f32[b, 2, s, t]
    %4 = tanh %3 : f32[b, 2, s, t]
    %5 = constant {value = f32[](8.0)} : f32[]
    %6 = mul %4, %5 : f32[b, 2, s, t]
    %7 = add %6, %b : f32[b, 2, s, t]
    %8 = cast %7 {to = f32} : f32[b, 2, s, t]
    %9 = softmax %8 {axis = 3} : f32[b, 2, s, t]
    %10 = cast %9 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %10, %v : f32[b, 2, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = constant {value = f32[](8.0)} : f32[]
    %3 = div %1, %2 : f32[b, 2, s, t]
    %4 = tanh %3 : f32[b, 2, s, t]
    %5 = constant {value = f32[](8.0)} : f32[]
    %6 = mul %4, %5 : f32[b, 2, s, t]
    %7 = cast %6 {to = f32} : f32[b, 2, s, t]
    %8 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %9 = mat_mul %q, %8 : f32[b, 2, s, t]
    %10 = constant {value = f32[](8.0)} : f32[]
    %11 = div %9, %10 : f32[b, 2, s, t]
    %12 = tanh %11 : f32[b, 2, s, t]
    %13 = constant {value = f32[](8.0)} : f32[]
    %14 = mul %12, %13 : f32[b, 2, s, t]
    %15 = cast %14 {to = f32} : f32[b, 2, s, t]
    %16 = constant {value = f32[](-inf)} : f32[]
    %17 = where %m, %15, %16 : f32[b, 2, s, t]
    %18 = reduce_max %17 {axes = [3]} : f32[b, 2, s, 1]
    %19 = sub %7, %18 : f32[b, 2, s, t]
    %20 = exp %19 : f32[b, 2, s, t]
    %21 = constant {value = f32[](0.0)} : f32[]
    %22 = where %m, %20, %21 : f32[b, 2, s, t]
    %23 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %24 = mat_mul %q, %23 : f32[b, 2, s, t]
    %25 = constant {value = f32[](8.0)} : f32[]
    %26 = div %24, %25 : f32[b, 2, s, t]
    %27 = tanh %26 : f32[b, 2, s, t]
    %28 = constant {value = f32[](8.0)} : f32[]
    %29 = mul %27, %28 : f32[b, 2, s, t]
    %30 = cast %29 {to = f32} : f32[b, 2, s, t]
    %31 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %32 = mat_mul %q, %31 : f32[b, 2, s, t]
    %33 = constant {value = f32[](8.0)} : f32[]
    %34 = div %32, %33 : f32[b, 2, s, t]
    %35 = tanh %34 : f32[b, 2, s, t]
    %36 = constant {value = f32[](8.0)} : f32[]
    %37 = mul %35, %36 : f32[b, 2, s, t]
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
    %y = mat_mul %50, %v : f32[b, 2, s, 3]
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
    %0 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %1 = mat_mul %q, %0 : f32[b, 2, s, t]
    %2 = constant {value = f32[](8.0)} : f32[]
    %3 = div %1, %2 : f32[b, 2, s, t]
    %4 = tanh %3 : f32[b, 2, s, t]
    %5 = constant {value = f32[](8.0)} : f32[]
    %6 = mul %4, %5 : f32[b, 2, s, t]
    %7 = add %6, %b : f32[b, 2, s, t]
    %8 = cast %7 {to = f32} : f32[b, 2, s, t]
    %9 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %10 = mat_mul %q, %9 : f32[b, 2, s, t]
    %11 = constant {value = f32[](8.0)} : f32[]
    %12 = div %10, %11 : f32[b, 2, s, t]
    %13 = tanh %12 : f32[b, 2, s, t]
    %14 = constant {value = f32[](8.0)} : f32[]
    %15 = mul %13, %14 : f32[b, 2, s, t]
    %16 = add %15, %b : f32[b, 2, s, t]
    %17 = cast %16 {to = f32} : f32[b, 2, s, t]
    %18 = constant {value = f32[](-inf)} : f32[]
    %19 = where %m, %17, %18 : f32[b, 2, s, t]
    %20 = reduce_max %19 {axes = [3]} : f32[b, 2, s, 1]
    %21 = sub %8, %20 : f32[b, 2, s, t]
    %22 = exp %21 : f32[b, 2, s, t]
    %23 = constant {value = f32[](0.0)} : f32[]
    %24 = where %m, %22, %23 : f32[b, 2, s, t]
    %25 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %26 = mat_mul %q, %25 : f32[b, 2, s, t]
    %27 = constant {value = f32[](8.0)} : f32[]
    %28 = div %26, %27 : f32[b, 2, s, t]
    %29 = tanh %28 : f32[b, 2, s, t]
    %30 = constant {value = f32[](8.0)} : f32[]
    %31 = mul %29, %30 : f32[b, 2, s, t]
    %32 = add %31, %b : f32[b, 2, s, t]
    %33 = cast %32 {to = f32} : f32[b, 2, s, t]
    %34 = transpose %k {perm = [0, 1, 3, 2]} : f32[b, 2, 4, t]
    %35 = mat_mul %q, %34 : f32[b, 2, s, t]
    %36 = constant {value = f32[](8.0)} : f32[]
    %37 = div %35, %36 : f32[b, 2, s, t]
    %38 = tanh %37 : f32[b, 2, s, t]
    %39 = constant {value = f32[](8.0)} : f32[]
    %40 = mul %38, %39 : f32[b, 2, s, t]
    %41 = add %40, %b : f32[b, 2, s, t]
    %42 = cast %41 {to = f32} : f32[b, 2, s, t]
    %43 = constant {value = f32[](-inf)} : f32[]
    %44 = where %m, %42, %43 : f32[b, 2, s, t]
    %45 = reduce_max %44 {axes = [3]} : f32[b, 2, s, 1]
    %46 = sub %33, %45 : f32[b, 2, s, t]
    %47 = exp %46 : f32[b, 2, s, t]
    %48 = constant {value = f32[](0.0)} : f32[]
    %49 = where %m, %47, %48 : f32[b, 2, s, t]
    %50 = reduce_sum %49 {axes = [3]} : f32[b, 2, s, 1]
    %51 = constant {value = f32[](1.0)} : f32[]
    %52 = max %50, %51 : f32[b, 2, s, 1]
    %53 = div %24, %52 : f32[b, 2, s, t]
    %54 = cast %53 {to = f32} : f32[b, 2, s, t]
    %y = mat_mul %54, %v : f32[b, 2, s, 3]
  }
  return %y
})">);
} // namespace

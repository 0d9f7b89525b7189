// Every decomposition on a program of its own. Equal parts are left as they come: sharing is a
// pass.
#include <tenon/graph_to_graph/decompose_normalization.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using namespace tenon::graph_to_graph;

template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool normalizes = becomes<Before, After>(normalization_rules);
template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool reduces = becomes<Before, After>(norm_rules);

// softmax
static_assert(normalizes<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %y = softmax %x {axis = 1}
    return %y
})",
                         R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
  dataflow {
    %0 = reduce_max %x {axes = [1]} : f32[n, 1]
    %1 = sub %x, %0 : f32[n, 3]
    %2 = exp %1 : f32[n, 3]
    %3 = reduce_max %x {axes = [1]} : f32[n, 1]
    %4 = sub %x, %3 : f32[n, 3]
    %5 = exp %4 : f32[n, 3]
    %6 = reduce_sum %5 {axes = [1]} : f32[n, 1]
    %y = div %2, %6 : f32[n, 3]
  }
  return %y
})">);
// log-softmax
static_assert(normalizes<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %y = log_softmax %x {axis = -1}
    return %y
})",
                         R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
  dataflow {
    %0 = reduce_max %x {axes = [-1]} : f32[n, 1]
    %1 = sub %x, %0 : f32[n, 3]
    %2 = reduce_max %x {axes = [-1]} : f32[n, 1]
    %3 = sub %x, %2 : f32[n, 3]
    %4 = exp %3 : f32[n, 3]
    %5 = reduce_sum %4 {axes = [-1]} : f32[n, 1]
    %6 = log %5 : f32[n, 1]
    %y = sub %1, %6 : f32[n, 3]
  }
  return %y
})">);
// layer-normalization
static_assert(normalizes<R"(func f(%x: f32[n, 4], %s: f32[4]) -> f32[n, 4] {
    %y = layer_normalization %x, %s {axis = 1, epsilon = 0.125}
    return %y
})",
                         R"(func f(%x: f32[n, 4], %s: f32[4]) -> f32[n, 4] {
  dataflow {
    %0 = cast %x {to = f32} : f32[n, 4]
    %1 = cast %x {to = f32} : f32[n, 4]
    %2 = reduce_mean %1 {axes = [1]} : f32[n, 1]
    %3 = sub %0, %2 : f32[n, 4]
    %4 = cast %x {to = f32} : f32[n, 4]
    %5 = cast %x {to = f32} : f32[n, 4]
    %6 = reduce_mean %5 {axes = [1]} : f32[n, 1]
    %7 = sub %4, %6 : f32[n, 4]
    %8 = cast %x {to = f32} : f32[n, 4]
    %9 = cast %x {to = f32} : f32[n, 4]
    %10 = reduce_mean %9 {axes = [1]} : f32[n, 1]
    %11 = sub %8, %10 : f32[n, 4]
    %12 = mul %7, %11 : f32[n, 4]
    %13 = reduce_mean %12 {axes = [1]} : f32[n, 1]
    %14 = constant {value = f32[](0.125)} : f32[]
    %15 = add %13, %14 : f32[n, 1]
    %16 = sqrt %15 : f32[n, 1]
    %17 = div %3, %16 : f32[n, 4]
    %18 = cast %17 {to = f32} : f32[n, 4]
    %y = mul %18, %s : f32[n, 4]
  }
  return %y
})">);
// layer-normalization-with-bias
static_assert(normalizes<R"(func f(%x: f16[n, 4, 2], %s: f16[4, 2], %b: f16[2]) -> f16[n, 4, 2] {
    %y = layer_normalization %x, %s, %b {axis = 1, epsilon = 0.125}
    return %y
})",
                         R"(func f(%x: f16[n, 4, 2], %s: f16[4, 2], %b: f16[2]) -> f16[n, 4, 2] {
  dataflow {
    %0 = cast %x {to = f32} : f32[n, 4, 2]
    %1 = cast %x {to = f32} : f32[n, 4, 2]
    %2 = reduce_mean %1 {axes = [1, 2]} : f32[n, 1, 1]
    %3 = sub %0, %2 : f32[n, 4, 2]
    %4 = cast %x {to = f32} : f32[n, 4, 2]
    %5 = cast %x {to = f32} : f32[n, 4, 2]
    %6 = reduce_mean %5 {axes = [1, 2]} : f32[n, 1, 1]
    %7 = sub %4, %6 : f32[n, 4, 2]
    %8 = cast %x {to = f32} : f32[n, 4, 2]
    %9 = cast %x {to = f32} : f32[n, 4, 2]
    %10 = reduce_mean %9 {axes = [1, 2]} : f32[n, 1, 1]
    %11 = sub %8, %10 : f32[n, 4, 2]
    %12 = mul %7, %11 : f32[n, 4, 2]
    %13 = reduce_mean %12 {axes = [1, 2]} : f32[n, 1, 1]
    %14 = constant {value = f32[](0.125)} : f32[]
    %15 = add %13, %14 : f32[n, 1, 1]
    %16 = sqrt %15 : f32[n, 1, 1]
    %17 = div %3, %16 : f32[n, 4, 2]
    %18 = cast %17 {to = f16} : f16[n, 4, 2]
    %19 = mul %18, %s : f16[n, 4, 2]
    %y = add %19, %b : f16[n, 4, 2]
  }
  return %y
})">);
// rms-normalization
static_assert(normalizes<R"(func f(%x: f32[n, 4], %s: f32[4]) -> f32[n, 4] {
    %y = rms_normalization %x, %s {epsilon = 0.125}
    return %y
})",
                         R"(func f(%x: f32[n, 4], %s: f32[4]) -> f32[n, 4] {
  dataflow {
    %0 = cast %x {to = f32} : f32[n, 4]
    %1 = cast %x {to = f32} : f32[n, 4]
    %2 = cast %x {to = f32} : f32[n, 4]
    %3 = mul %1, %2 : f32[n, 4]
    %4 = reduce_mean %3 {axes = [1]} : f32[n, 1]
    %5 = constant {value = f32[](0.125)} : f32[]
    %6 = add %4, %5 : f32[n, 1]
    %7 = sqrt %6 : f32[n, 1]
    %8 = div %0, %7 : f32[n, 4]
    %9 = cast %8 {to = f32} : f32[n, 4]
    %y = mul %9, %s : f32[n, 4]
  }
  return %y
})">);
// instance-normalization
static_assert(normalizes<R"(func f(%x: f32[n, 4, h, w], %s: f32[4], %b: f32[4]) -> f32[n, 4, h, w] {
    %y = instance_normalization %x, %s, %b {epsilon = 0.125}
    return %y
})",
                         R"(func f(%x: f32[n, 4, h, w], %s: f32[4], %b: f32[4]) -> f32[n, 4, h, w] {
  dataflow {
    %0 = cast %x {to = f32} : f32[n, 4, h, w]
    %1 = cast %x {to = f32} : f32[n, 4, h, w]
    %2 = reduce_mean %1 {axes = [2, 3]} : f32[n, 4, 1, 1]
    %3 = sub %0, %2 : f32[n, 4, h, w]
    %4 = cast %x {to = f32} : f32[n, 4, h, w]
    %5 = cast %x {to = f32} : f32[n, 4, h, w]
    %6 = reduce_mean %5 {axes = [2, 3]} : f32[n, 4, 1, 1]
    %7 = sub %4, %6 : f32[n, 4, h, w]
    %8 = cast %x {to = f32} : f32[n, 4, h, w]
    %9 = cast %x {to = f32} : f32[n, 4, h, w]
    %10 = reduce_mean %9 {axes = [2, 3]} : f32[n, 4, 1, 1]
    %11 = sub %8, %10 : f32[n, 4, h, w]
    %12 = mul %7, %11 : f32[n, 4, h, w]
    %13 = reduce_mean %12 {axes = [2, 3]} : f32[n, 4, 1, 1]
    %14 = constant {value = f32[](0.125)} : f32[]
    %15 = add %13, %14 : f32[n, 4, 1, 1]
    %16 = sqrt %15 : f32[n, 4, 1, 1]
    %17 = div %3, %16 : f32[n, 4, h, w]
    %18 = cast %s {to = f32} : f32[4]
    %19 = reshape %18 {shape = [4, 1, 1]} : f32[4, 1, 1]
    %20 = mul %17, %19 : f32[n, 4, h, w]
    %21 = cast %b {to = f32} : f32[4]
    %22 = reshape %21 {shape = [4, 1, 1]} : f32[4, 1, 1]
    %23 = add %20, %22 : f32[n, 4, h, w]
    %y = cast %23 {to = f32} : f32[n, 4, h, w]
  }
  return %y
})">);
// group-normalization
static_assert(normalizes<R"(func f(%x: f16[n, 4, h], %s: f16[4], %b: f16[4]) -> f16[n, 4, h] {
    %y = group_normalization %x, %s, %b {num_groups = 2, epsilon = 0.125}
    return %y
})",
                         R"(func f(%x: f16[n, 4, h], %s: f16[4], %b: f16[4]) -> f16[n, 4, h] {
  dataflow {
    %0 = cast %x {to = f32} : f32[n, 4, h]
    %1 = reshape %0 {shape = [n, 2, 2, h]} : f32[n, 2, 2, h]
    %2 = cast %x {to = f32} : f32[n, 4, h]
    %3 = reshape %2 {shape = [n, 2, 2, h]} : f32[n, 2, 2, h]
    %4 = reduce_mean %3 {axes = [2, 3]} : f32[n, 2, 1, 1]
    %5 = sub %1, %4 : f32[n, 2, 2, h]
    %6 = cast %x {to = f32} : f32[n, 4, h]
    %7 = reshape %6 {shape = [n, 2, 2, h]} : f32[n, 2, 2, h]
    %8 = cast %x {to = f32} : f32[n, 4, h]
    %9 = reshape %8 {shape = [n, 2, 2, h]} : f32[n, 2, 2, h]
    %10 = reduce_mean %9 {axes = [2, 3]} : f32[n, 2, 1, 1]
    %11 = sub %7, %10 : f32[n, 2, 2, h]
    %12 = cast %x {to = f32} : f32[n, 4, h]
    %13 = reshape %12 {shape = [n, 2, 2, h]} : f32[n, 2, 2, h]
    %14 = cast %x {to = f32} : f32[n, 4, h]
    %15 = reshape %14 {shape = [n, 2, 2, h]} : f32[n, 2, 2, h]
    %16 = reduce_mean %15 {axes = [2, 3]} : f32[n, 2, 1, 1]
    %17 = sub %13, %16 : f32[n, 2, 2, h]
    %18 = mul %11, %17 : f32[n, 2, 2, h]
    %19 = reduce_mean %18 {axes = [2, 3]} : f32[n, 2, 1, 1]
    %20 = constant {value = f32[](0.125)} : f32[]
    %21 = add %19, %20 : f32[n, 2, 1, 1]
    %22 = sqrt %21 : f32[n, 2, 1, 1]
    %23 = div %5, %22 : f32[n, 2, 2, h]
    %24 = reshape %23 {shape = [n, 4, h]} : f32[n, 4, h]
    %25 = cast %s {to = f32} : f32[4]
    %26 = reshape %25 {shape = [4, 1]} : f32[4, 1]
    %27 = mul %24, %26 : f32[n, 4, h]
    %28 = cast %b {to = f32} : f32[4]
    %29 = reshape %28 {shape = [4, 1]} : f32[4, 1]
    %30 = add %27, %29 : f32[n, 4, h]
    %y = cast %30 {to = f16} : f16[n, 4, h]
  }
  return %y
})">);
// lp-normalization-1
static_assert(normalizes<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %y = lp_normalization %x {axis = 0, p = 1}
    return %y
})",
                         R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
  dataflow {
    %0 = reduce_l1 %x {axes = [0]} : f32[1, 3]
    %1 = constant {value = f32[](0.0)} : f32[]
    %2 = equal %0, %1 : bool[1, 3]
    %3 = constant {value = f32[](0.0)} : f32[]
    %4 = reduce_l1 %x {axes = [0]} : f32[1, 3]
    %5 = div %x, %4 : f32[n, 3]
    %y = where %2, %3, %5 : f32[n, 3]
  }
  return %y
})">);
// lp-normalization-2
static_assert(normalizes<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %y = lp_normalization %x {axis = 1, p = 2}
    return %y
})",
                         R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
  dataflow {
    %0 = reduce_sum_square %x {axes = [1]} : f32[n, 1]
    %1 = sqrt %0 : f32[n, 1]
    %2 = constant {value = f32[](0.0)} : f32[]
    %3 = equal %1, %2 : bool[n, 1]
    %4 = constant {value = f32[](0.0)} : f32[]
    %5 = reduce_sum_square %x {axes = [1]} : f32[n, 1]
    %6 = sqrt %5 : f32[n, 1]
    %7 = div %x, %6 : f32[n, 3]
    %y = where %3, %4, %7 : f32[n, 3]
  }
  return %y
})">);
// mean-variance-normalization
static_assert(normalizes<R"(func f(%x: f32[n, 3, h]) -> f32[n, 3, h] {
    %y = mean_variance_normalization %x {axes = [0, 2]}
    return %y
})",
                         R"(func f(%x: f32[n, 3, h]) -> f32[n, 3, h] {
  dataflow {
    %0 = cast %x {to = f32} : f32[n, 3, h]
    %1 = cast %x {to = f32} : f32[n, 3, h]
    %2 = reduce_mean %1 {axes = [0, 2]} : f32[1, 3, 1]
    %3 = sub %0, %2 : f32[n, 3, h]
    %4 = cast %x {to = f32} : f32[n, 3, h]
    %5 = cast %x {to = f32} : f32[n, 3, h]
    %6 = reduce_mean %5 {axes = [0, 2]} : f32[1, 3, 1]
    %7 = sub %4, %6 : f32[n, 3, h]
    %8 = cast %x {to = f32} : f32[n, 3, h]
    %9 = cast %x {to = f32} : f32[n, 3, h]
    %10 = reduce_mean %9 {axes = [0, 2]} : f32[1, 3, 1]
    %11 = sub %8, %10 : f32[n, 3, h]
    %12 = mul %7, %11 : f32[n, 3, h]
    %13 = reduce_mean %12 {axes = [0, 2]} : f32[1, 3, 1]
    %14 = sqrt %13 : f32[1, 3, 1]
    %15 = constant {value = f32[](1.0e-9)} : f32[]
    %16 = add %14, %15 : f32[1, 3, 1]
    %17 = div %3, %16 : f32[n, 3, h]
    %y = cast %17 {to = f32} : f32[n, 3, h]
  }
  return %y
})">);
// reduce-l1
static_assert(reduces<R"(func f(%x: f32[n, 3]) -> f32[n] {
    %y = reduce_l1 %x {axes = [1], keepdims = 0}
    return %y
})",
                      R"(func f(%x: f32[n, 3]) -> f32[n] {
  dataflow {
    %0 = abs %x : f32[n, 3]
    %y = reduce_sum %0 {axes = [1], keepdims = 0} : f32[n]
  }
  return %y
})">);
// reduce-l2
static_assert(reduces<R"(func f(%x: f32[n, 3]) -> f32[1, 3] {
    %y = reduce_l2 %x {axes = [0], keepdims = 1}
    return %y
})",
                      R"(func f(%x: f32[n, 3]) -> f32[1, 3] {
  dataflow {
    %0 = mul %x, %x : f32[n, 3]
    %1 = reduce_sum %0 {axes = [0]} : f32[1, 3]
    %y = sqrt %1 : f32[1, 3]
  }
  return %y
})">);
// reduce-log-sum
static_assert(reduces<R"(func f(%x: f32[n, 3]) -> f32[n] {
    %y = reduce_log_sum %x {axes = [1], keepdims = 0}
    return %y
})",
                      R"(func f(%x: f32[n, 3]) -> f32[n] {
  dataflow {
    %0 = reduce_sum %x {axes = [1], keepdims = 0} : f32[n]
    %y = log %0 : f32[n]
  }
  return %y
})">);
// reduce-sum-square
static_assert(reduces<R"(func f(%x: i64[n, 3]) -> i64[n, 1] {
    %y = reduce_sum_square %x {axes = [1]}
    return %y
})",
                      R"(func f(%x: i64[n, 3]) -> i64[n, 1] {
  dataflow {
    %0 = mul %x, %x : i64[n, 3]
    %y = reduce_sum %0 {axes = [1]} : i64[n, 1]
  }
  return %y
})">);
} // namespace

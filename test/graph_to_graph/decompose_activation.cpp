// Every decomposition on a program of its own. Equal parts are left as they come: sharing is a
// pass.
#include <tenon/graph_to_graph/decompose_activation.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using namespace tenon::graph_to_graph;

template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool activates = becomes<Before, After>(activation_rules);

// relu
static_assert(activates<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %y = relu %x
    return %y
})",
                        R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %y = max %x, %0 : f32[n, 3]
  }
  return %y
})">);
// leaky-relu
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = leaky_relu %x {alpha = 0.125}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = less %x, %0 : bool[n]
    %2 = constant {value = f32[](0.125)} : f32[]
    %3 = mul %x, %2 : f32[n]
    %y = where %1, %3, %x : f32[n]
  }
  return %y
})">);
// prelu
static_assert(activates<R"(func f(%x: f32[n, 3], %s: f32[3]) -> f32[n, 3] {
    %y = prelu %x, %s
    return %y
})",
                        R"(func f(%x: f32[n, 3], %s: f32[3]) -> f32[n, 3] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = less %x, %0 : bool[n, 3]
    %2 = mul %x, %s : f32[n, 3]
    %y = where %1, %2, %x : f32[n, 3]
  }
  return %y
})">);
// elu
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = elu %x {alpha = 0.5}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = less %x, %0 : bool[n]
    %2 = exp %x : f32[n]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = sub %2, %3 : f32[n]
    %5 = constant {value = f32[](0.5)} : f32[]
    %6 = mul %4, %5 : f32[n]
    %y = where %1, %6, %x : f32[n]
  }
  return %y
})">);
// selu
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = selu %x {alpha = 1.5, gamma = 1.25}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = less_or_equal %x, %0 : bool[n]
    %2 = exp %x : f32[n]
    %3 = constant {value = f32[](1.0)} : f32[]
    %4 = sub %2, %3 : f32[n]
    %5 = constant {value = f32[](1.5)} : f32[]
    %6 = mul %4, %5 : f32[n]
    %7 = where %1, %6, %x : f32[n]
    %8 = constant {value = f32[](1.25)} : f32[]
    %y = mul %7, %8 : f32[n]
  }
  return %y
})">);
// celu
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = celu %x {alpha = 0.5}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = max %x, %0 : f32[n]
    %2 = constant {value = f32[](0.5)} : f32[]
    %3 = div %x, %2 : f32[n]
    %4 = exp %3 : f32[n]
    %5 = constant {value = f32[](1.0)} : f32[]
    %6 = sub %4, %5 : f32[n]
    %7 = constant {value = f32[](0.5)} : f32[]
    %8 = mul %6, %7 : f32[n]
    %9 = constant {value = f32[](0.0)} : f32[]
    %10 = min %8, %9 : f32[n]
    %y = add %1, %10 : f32[n]
  }
  return %y
})">);
// thresholded-relu
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = thresholded_relu %x {alpha = 0.5}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.5)} : f32[]
    %1 = greater %x, %0 : bool[n]
    %2 = constant {value = f32[](0.0)} : f32[]
    %y = where %1, %x, %2 : f32[n]
  }
  return %y
})">);
// hard-sigmoid
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = hard_sigmoid %x {alpha = 0.25, beta = 0.5}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.25)} : f32[]
    %1 = mul %x, %0 : f32[n]
    %2 = constant {value = f32[](0.5)} : f32[]
    %3 = add %1, %2 : f32[n]
    %4 = constant {value = f32[](0.0)} : f32[]
    %5 = max %3, %4 : f32[n]
    %6 = constant {value = f32[](1.0)} : f32[]
    %y = min %5, %6 : f32[n]
  }
  return %y
})">);
// hard-swish
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = hard_swish %x
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.16666667)} : f32[]
    %1 = mul %x, %0 : f32[n]
    %2 = constant {value = f32[](0.5)} : f32[]
    %3 = add %1, %2 : f32[n]
    %4 = constant {value = f32[](0.0)} : f32[]
    %5 = max %3, %4 : f32[n]
    %6 = constant {value = f32[](1.0)} : f32[]
    %7 = min %5, %6 : f32[n]
    %y = mul %x, %7 : f32[n]
  }
  return %y
})">);
// sigmoid
static_assert(activates<R"(func f(%x: f64[n]) -> f64[n] {
    %y = sigmoid %x
    return %y
})",
                        R"(func f(%x: f64[n]) -> f64[n] {
  dataflow {
    %0 = neg %x : f64[n]
    %1 = exp %0 : f64[n]
    %2 = constant {value = f64[](1.0)} : f64[]
    %3 = add %1, %2 : f64[n]
    %y = reciprocal %3 : f64[n]
  }
  return %y
})">);
// softplus
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = softplus %x
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = max %x, %0 : f32[n]
    %2 = abs %x : f32[n]
    %3 = neg %2 : f32[n]
    %4 = exp %3 : f32[n]
    %5 = constant {value = f32[](1.0)} : f32[]
    %6 = add %4, %5 : f32[n]
    %7 = log %6 : f32[n]
    %y = add %1, %7 : f32[n]
  }
  return %y
})">);
// softsign
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = softsign %x
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = abs %x : f32[n]
    %1 = constant {value = f32[](1.0)} : f32[]
    %2 = add %0, %1 : f32[n]
    %y = div %x, %2 : f32[n]
  }
  return %y
})">);
// gelu
static_assert(activates<R"(func f(%x: f16[n]) -> f16[n] {
    %y = gelu %x
    return %y
})",
                        R"(func f(%x: f16[n]) -> f16[n] {
  dataflow {
    %0 = constant {value = f16[](0.5)} : f16[]
    %1 = mul %x, %0 : f16[n]
    %2 = constant {value = f16[](0.707)} : f16[]
    %3 = mul %x, %2 : f16[n]
    %4 = erf %3 : f16[n]
    %5 = constant {value = f16[](1.0)} : f16[]
    %6 = add %4, %5 : f16[n]
    %y = mul %1, %6 : f16[n]
  }
  return %y
})">);
// gelu-by-tanh
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = gelu %x {approximate = "tanh"}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.5)} : f32[]
    %1 = mul %x, %0 : f32[n]
    %2 = mul %x, %x : f32[n]
    %3 = mul %2, %x : f32[n]
    %4 = constant {value = f32[](0.044715)} : f32[]
    %5 = mul %3, %4 : f32[n]
    %6 = add %x, %5 : f32[n]
    %7 = constant {value = f32[](0.7978846)} : f32[]
    %8 = mul %6, %7 : f32[n]
    %9 = tanh %8 : f32[n]
    %10 = constant {value = f32[](1.0)} : f32[]
    %11 = add %9, %10 : f32[n]
    %y = mul %1, %11 : f32[n]
  }
  return %y
})">);
// mish
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = mish %x
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](0.0)} : f32[]
    %1 = max %x, %0 : f32[n]
    %2 = abs %x : f32[n]
    %3 = neg %2 : f32[n]
    %4 = exp %3 : f32[n]
    %5 = constant {value = f32[](1.0)} : f32[]
    %6 = add %4, %5 : f32[n]
    %7 = log %6 : f32[n]
    %8 = add %1, %7 : f32[n]
    %9 = tanh %8 : f32[n]
    %y = mul %x, %9 : f32[n]
  }
  return %y
})">);
// swish
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = swish %x {alpha = 2.0}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](2.0)} : f32[]
    %1 = mul %x, %0 : f32[n]
    %2 = neg %1 : f32[n]
    %3 = exp %2 : f32[n]
    %4 = constant {value = f32[](1.0)} : f32[]
    %5 = add %3, %4 : f32[n]
    %6 = reciprocal %5 : f32[n]
    %y = mul %x, %6 : f32[n]
  }
  return %y
})">);
// shrink
static_assert(activates<R"(func f(%x: f32[n]) -> f32[n] {
    %y = shrink %x {bias = 0.25, lambd = 0.5}
    return %y
})",
                        R"(func f(%x: f32[n]) -> f32[n] {
  dataflow {
    %0 = constant {value = f32[](-0.5)} : f32[]
    %1 = less %x, %0 : bool[n]
    %2 = constant {value = f32[](0.25)} : f32[]
    %3 = add %x, %2 : f32[n]
    %4 = constant {value = f32[](0.5)} : f32[]
    %5 = greater %x, %4 : bool[n]
    %6 = constant {value = f32[](0.25)} : f32[]
    %7 = sub %x, %6 : f32[n]
    %8 = constant {value = f32[](0.0)} : f32[]
    %9 = where %5, %7, %8 : f32[n]
    %y = where %1, %3, %9 : f32[n]
  }
  return %y
})">);
} // namespace

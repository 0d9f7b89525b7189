// Activation functions.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

namespace detail {
/// What most activations share: one floating operand.
template <core::fixed_string Name> struct activation : elementwise<Name, 1> {
    static constexpr auto admits = core::any_float;
};
constexpr auto logistic(auto const& x) { return 1 / (1 + core::exp(-x)); }
/// log(1 + exp(x)), without overflow.
constexpr auto soft_maximum(auto const& x) {
    return core::max(x, 0) + core::log(1 + core::exp(-core::abs(x)));
}
} // namespace detail

/// ONNX Relu (6, 13, 14): max(x, 0); a NaN stays.
struct relu : elementwise<"relu", 1> {
    static constexpr auto meaning = [](auto x) { return core::max(x, 0); };
};
/// ONNX LeakyRelu (6, 16): x, or alpha x where x is negative.
struct leaky_relu : detail::activation<"leaky_relu"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 0.01};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return core::select(x < 0, x * a[attr<"alpha">], x);
    };
};
/// ONNX PRelu (7, 9, 16): x, or slope x where x is negative. The slope broadcasts to x.
struct prelu : elementwise<"prelu", 2> {
    static constexpr std::string_view sample_shapes = "NCHW,C11|NC,C|NC,1";
    static constexpr auto meaning = [](auto x, auto slope) {
        return core::select(x < 0, x * slope, x);
    };
};
/// ONNX Elu (6, 22): x, or alpha (exp(x) - 1) where x is negative.
struct elu : detail::activation<"elu"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 1.0};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return core::select(x < 0, (core::exp(x) - 1) * a[attr<"alpha">], x);
    };
};
/// ONNX Selu (6, 22): gamma x, or gamma alpha (exp(x) - 1) where x is not positive.
struct selu : detail::activation<"selu"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 1.67326319217681884765625,
                                                  attr<"gamma"> = 1.05070102214813232421875};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return core::select(x <= 0, (core::exp(x) - 1) * a[attr<"alpha">], x) * a[attr<"gamma">];
    };
};
/// ONNX Celu (12): max(x, 0) + min(0, alpha (exp(x / alpha) - 1)).
struct celu : detail::activation<"celu"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 1.0};
    static constexpr auto meaning = [](auto x, auto const& a) {
        auto const alpha = a[attr<"alpha">];
        return core::max(x, 0) + core::min((core::exp(x / alpha) - 1) * alpha, 0);
    };
};
/// ONNX ThresholdedRelu (10, 22): x where it is above alpha, else 0.
struct thresholded_relu : detail::activation<"thresholded_relu"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 1.0};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return core::select(x > a[attr<"alpha">], x, 0);
    };
};
/// ONNX HardSigmoid (6, 22): alpha x + beta, limited to [0, 1].
struct hard_sigmoid : detail::activation<"hard_sigmoid"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 0.2, attr<"beta"> = 0.5};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return core::clamp(x * a[attr<"alpha">] + a[attr<"beta">], 0, 1);
    };
};
/// ONNX HardSwish (14, 22): x (x / 6 + 1/2, limited to [0, 1]).
struct hard_swish : detail::activation<"hard_swish"> {
    static constexpr auto meaning = [](auto x) {
        return x * core::clamp(x * (1.0 / 6) + 0.5, 0, 1);
    };
};
/// ONNX Sigmoid (6, 13): 1 / (1 + exp(-x)).
struct sigmoid : detail::activation<"sigmoid"> {
    static constexpr auto meaning = [](auto x) { return detail::logistic(x); };
};
/// ONNX Tanh (6, 13).
struct tanh : detail::activation<"tanh"> {
    static constexpr auto meaning = [](auto x) { return core::tanh(x); };
};
/// ONNX Softplus (1, 22): log(1 + exp(x)).
struct softplus : detail::activation<"softplus"> {
    static constexpr auto meaning = [](auto x) { return detail::soft_maximum(x); };
};
/// ONNX Softsign (1, 22): x / (1 + |x|).
struct softsign : detail::activation<"softsign"> {
    static constexpr auto meaning = [](auto x) { return x / (1 + core::abs(x)); };
};
/// ONNX Gelu (20): x times the normal distribution's integral up to x; `approximate` = "tanh" takes
/// 1/2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) for that integral.
struct gelu : detail::activation<"gelu"> {
    static constexpr attribute_facts attributes[]{attr<"approximate"> = "none"};
    static constexpr auto meaning = [](auto x, auto const& a) {
        if (a[attr<"approximate">] == "tanh")
            return x * 0.5 * (1 + core::tanh((x + x * x * x * 0.044715) * 0.7978845608028654));
        return x * 0.5 * (1 + core::erf(x * 0.7071067811865476));
    };
};
/// ONNX Mish (18, 22): x tanh(log(1 + exp(x))).
struct mish : detail::activation<"mish"> {
    static constexpr auto meaning = [](auto x) { return x * core::tanh(detail::soft_maximum(x)); };
};
/// ONNX Swish (24): x / (1 + exp(-alpha x)).
struct swish : detail::activation<"swish"> {
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 1.0};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return x * detail::logistic(x * a[attr<"alpha">]);
    };
};
/// ONNX Shrink (9): x + bias below -lambd, x - bias above lambd, 0 between.
struct shrink : elementwise<"shrink", 1> {
    static constexpr attribute_facts attributes[]{attr<"bias"> = 0.0, attr<"lambd"> = 0.5};
    static constexpr auto meaning = [](auto x, auto const& a) {
        auto const bias = a[attr<"bias">], lambd = a[attr<"lambd">];
        return core::select(x < -lambd, x + bias, core::select(x > lambd, x - bias, 0));
    };
};

using activation_ops =
    core::dialect<relu, leaky_relu, prelu, elu, selu, celu, thresholded_relu, hard_sigmoid,
                  hard_swish, sigmoid, tanh, softplus, softsign, gelu, mish, swish, shrink>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::relu> relu;
inline constexpr match::call<graph::leaky_relu> leaky_relu;
inline constexpr match::call<graph::prelu> prelu;
inline constexpr match::call<graph::elu> elu;
inline constexpr match::call<graph::selu> selu;
inline constexpr match::call<graph::celu> celu;
inline constexpr match::call<graph::thresholded_relu> thresholded_relu;
inline constexpr match::call<graph::hard_sigmoid> hard_sigmoid;
inline constexpr match::call<graph::hard_swish> hard_swish;
inline constexpr match::call<graph::sigmoid> sigmoid;
inline constexpr match::call<graph::softplus> softplus;
inline constexpr match::call<graph::softsign> softsign;
inline constexpr match::call<graph::gelu> gelu;
inline constexpr match::call<graph::mish> mish;
inline constexpr match::call<graph::swish> swish;
inline constexpr match::call<graph::shrink> shrink;
using core::tanh;
// clang-format off
template <class... P> requires match::Callable<P...> constexpr auto tanh(P const&... p) { return match::call<graph::tanh>()(p...); }
// clang-format on
} // namespace tenon

// The trigonometric and hyperbolic functions and their inverses; Tanh is an activation.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

namespace detail {
template <core::fixed_string Name> struct angle_function : elementwise<Name, 1> {
    static constexpr auto admits = core::any_float;
};
} // namespace detail

/// ONNX Sin (7, 22).
struct sin : detail::angle_function<"sin"> {
    static constexpr auto meaning = [](auto x) { return core::sin(x); };
};
/// ONNX Cos (7, 22).
struct cos : detail::angle_function<"cos"> {
    static constexpr auto meaning = [](auto x) { return core::cos(x); };
};
/// ONNX Tan (7, 22).
struct tan : detail::angle_function<"tan"> {
    static constexpr auto meaning = [](auto x) { return core::tan(x); };
};
/// ONNX Asin (7, 22).
struct asin : detail::angle_function<"asin"> {
    static constexpr auto meaning = [](auto x) { return core::asin(x); };
};
/// ONNX Acos (7, 22).
struct acos : detail::angle_function<"acos"> {
    static constexpr auto meaning = [](auto x) { return core::acos(x); };
};
/// ONNX Atan (7, 22).
struct atan : detail::angle_function<"atan"> {
    static constexpr auto meaning = [](auto x) { return core::atan(x); };
};
/// ONNX Sinh (9, 22).
struct sinh : detail::angle_function<"sinh"> {
    static constexpr auto meaning = [](auto x) { return core::sinh(x); };
};
/// ONNX Cosh (9, 22).
struct cosh : detail::angle_function<"cosh"> {
    static constexpr auto meaning = [](auto x) { return core::cosh(x); };
};
/// ONNX Asinh (9, 22).
struct asinh : detail::angle_function<"asinh"> {
    static constexpr auto meaning = [](auto x) { return core::asinh(x); };
};
/// ONNX Acosh (9, 22).
struct acosh : detail::angle_function<"acosh"> {
    static constexpr auto meaning = [](auto x) { return core::acosh(x); };
};
/// ONNX Atanh (9, 22).
struct atanh : detail::angle_function<"atanh"> {
    static constexpr auto meaning = [](auto x) { return core::atanh(x); };
};

using trigonometry_ops =
    core::dialect<sin, cos, tan, asin, acos, atan, sinh, cosh, asinh, acosh, atanh>;

} // namespace tenon::graph

namespace tenon {
using core::acos;
using core::acosh;
using core::asin;
using core::asinh;
using core::atan;
using core::atanh;
using core::cos;
using core::cosh;
using core::sin;
using core::sinh;
using core::tan;
// clang-format off
template <class... P> requires match::Callable<P...> constexpr auto sin(P const&... p) { return match::call<graph::sin>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto cos(P const&... p) { return match::call<graph::cos>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto tan(P const&... p) { return match::call<graph::tan>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto asin(P const&... p) { return match::call<graph::asin>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto acos(P const&... p) { return match::call<graph::acos>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto atan(P const&... p) { return match::call<graph::atan>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto sinh(P const&... p) { return match::call<graph::sinh>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto cosh(P const&... p) { return match::call<graph::cosh>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto asinh(P const&... p) { return match::call<graph::asinh>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto acosh(P const&... p) { return match::call<graph::acosh>()(p...); }
template <class... P> requires match::Callable<P...> constexpr auto atanh(P const&... p) { return match::call<graph::atanh>()(p...); }
// clang-format on
} // namespace tenon

// Elementwise arithmetic: Add, Sub, Mul, Div, Mod, Pow, Min, Max, Neg, Abs, Sign, rounding.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

/// ONNX Add (7, 13, 14): x + y. Integers wrap.
struct add : elementwise<"add", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x + y; };
};
/// ONNX Sub (7, 13, 14): x - y.
struct sub : elementwise<"sub", 2> {
    static constexpr auto meaning = [](auto x, auto y) { return x - y; };
};
/// ONNX Mul (7, 13, 14): x y.
struct mul : elementwise<"mul", 2> {
    static constexpr bool commutative = true;
    static constexpr auto meaning = [](auto x, auto y) { return x * y; };
};
/// ONNX Div (7, 13, 14): x / y; integers are truncated towards zero.
struct div : elementwise<"div", 2> {
    static constexpr auto meaning = [](auto x, auto y) { return x / y; };
};
/// ONNX Relu (6, 13, 14): max(x, 0); a NaN stays.
struct relu : elementwise<"relu", 1> {
    static constexpr auto meaning = [](auto x) { return core::max(x, 0); };
};
/// ONNX LeakyRelu (6, 16): x, or alpha x where x is negative.
struct leaky_relu : elementwise<"leaky_relu", 1> {
    static constexpr auto admits = core::any_float;
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 0.01};
    static constexpr auto meaning = [](auto x, auto const& a) {
        return core::select(x < 0, x * a[attr<"alpha">], x);
    };
};
/// ONNX Where (9, 16): x where the condition holds, else y.
struct where : elementwise<"where", 3> {
    static constexpr operand_facts operands[]{{"condition", presence::required, core::only_boolean},
                                              {"x", presence::required, core::any_fixed_size},
                                              {"y", presence::required, core::any_fixed_size}};
    static constexpr auto meaning = [](auto condition, auto x, auto y) {
        return core::select(condition, x, y);
    };
};

} // namespace tenon::graph

// A few ops written down fact by fact, so that match/ and core/builder are tested without a level.
#pragma once

#include <tenon/core/inference.hpp>
#include <tenon/match/call.hpp>

namespace sample {
namespace tn = tenon::core;

struct constant;

struct op_base {};

constexpr void infer_constant(tn::inference& i) {
    tn::list<tn::dim> shape;
    auto const& value = i.at("value").tensor;
    for (auto d : value.shape()) shape.push_back(tn::dim(d));
    i.result(0, value.element(), shape);
}
constexpr void infer_broadcast(tn::inference& i) {
    if (i.operands() == 1) return i.result(0, i.operand(0));
    i.result(0, i.element(0), i.broadcast_shapes(i.operand(0).shape, i.operand(1).shape));
}
constexpr void infer_transpose(tn::inference& i) {
    tn::list<tn::dim> shape;
    for (auto axis : i.at("perm").integers) shape.push_back(i.dim_of(0, static_cast<int>(axis)));
    i.result(0, i.element(0), shape);
}
constexpr void infer_same(tn::inference& i) {
    for (int r = 0; r != i.results(); ++r) i.result(r, i.operand(0));
}
constexpr void infer_concat(tn::inference& i) {
    auto shape = i.operand(0).shape;
    auto const axis = static_cast<std::size_t>(i.axis(i.at("axis").integer, i.rank(0)));
    for (int k = 1; k < i.operands(); ++k) shape[axis] = shape[axis] + i.operand(k).shape[axis];
    i.result(0, i.element(0), shape);
}
constexpr void infer_conv(tn::inference& i) {
    auto shape = i.operand(0).shape;
    shape[1] = i.dim_of(1, 0);
    i.result(0, i.element(0), shape);
}

struct constant : op_base {
    static constexpr tn::attribute_facts attributes[]{
        tn::attr<"value">.required(tn::attribute_kind::tensor)};
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "constant",
                .attributes = attributes,
                .attribute_count = 1,
                .form = tn::op_form::constant,
                .infer = infer_constant};
    }
};

constexpr tn::op_facts const* constant_op_of(void const*) { return &tn::facts_of<constant>; }

inline constexpr tn::operand_facts two[]{{.name = "a"}, {.name = "b"}};
inline constexpr tn::operand_facts one[]{{.name = "x"}};
inline constexpr tn::operand_facts many[]{
    {.name = "xs", .how = tn::presence::variadic, .minimum = 1}};
inline constexpr tn::operand_facts of_conv[]{
    {.name = "x"}, {.name = "w"}, {.name = "b", .how = tn::presence::optional}};

struct mul : op_base {
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "mul",
                .operands = two,
                .operand_count = 2,
                .commutative = true,
                .form = tn::op_form::elementwise,
                .infer = infer_broadcast};
    }
    static constexpr auto meaning = [](auto a, auto b) { return a * b; };
};
struct add : op_base {
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "add",
                .operands = two,
                .operand_count = 2,
                .commutative = true,
                .form = tn::op_form::elementwise,
                .infer = infer_broadcast};
    }
};
struct sub : op_base {
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "sub",
                .operands = two,
                .operand_count = 2,
                .form = tn::op_form::elementwise,
                .infer = infer_broadcast};
    }
};
struct neg : op_base {
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "neg",
                .operands = one,
                .operand_count = 1,
                .form = tn::op_form::elementwise,
                .infer = infer_broadcast};
    }
};
struct leaky : op_base {
    static constexpr tn::attribute_facts attributes[]{tn::attr<"alpha"> = 0.01};
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "leaky",
                .operands = one,
                .operand_count = 1,
                .attributes = attributes,
                .attribute_count = 1,
                .form = tn::op_form::elementwise,
                .infer = infer_broadcast};
    }
};
struct transpose : op_base {
    static constexpr tn::attribute_facts attributes[]{
        tn::attr<"perm">.required(tn::attribute_kind::integers)};
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "transpose",
                .operands = one,
                .operand_count = 1,
                .attributes = attributes,
                .attribute_count = 1,
                .form = tn::op_form::indexed,
                .infer = infer_transpose};
    }
};
struct concat : op_base {
    static constexpr tn::attribute_facts attributes[]{
        tn::attr<"axis">.required(tn::attribute_kind::integer)};
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "concat",
                .operands = many,
                .operand_count = 1,
                .attributes = attributes,
                .attribute_count = 1,
                .form = tn::op_form::indexed,
                .infer = infer_concat};
    }
};
struct conv : op_base {
    static constexpr tn::attribute_facts attributes[]{
        tn::attr<"strides">.empty(tn::attribute_kind::integers), tn::attr<"group"> = 1};
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "conv",
                .operands = of_conv,
                .operand_count = 3,
                .attributes = attributes,
                .attribute_count = 2,
                .form = tn::op_form::indexed,
                .infer = infer_conv};
    }
};
struct dropout : op_base {
    static constexpr tn::operand_facts results[]{{.name = "y"},
                                                 {.name = "mask", .how = tn::presence::optional}};
    template <class> static constexpr tn::op_facts make_facts() {
        return {.name = "dropout",
                .operands = one,
                .operand_count = 1,
                .results = results,
                .result_count = 2,
                .form = tn::op_form::elementwise,
                .infer = infer_same};
    }
};

namespace of {
inline constexpr tenon::match::call<sample::mul> mul;
inline constexpr tenon::match::call<sample::add> add;
inline constexpr tenon::match::call<sample::sub> sub;
inline constexpr tenon::match::call<sample::neg> neg;
inline constexpr tenon::match::call<sample::leaky> leaky;
inline constexpr tenon::match::call<sample::transpose> transpose;
inline constexpr tenon::match::call<sample::concat> concat;
inline constexpr tenon::match::call<sample::conv> conv;
inline constexpr tenon::match::call<sample::dropout> dropout;
} // namespace of

} // namespace sample

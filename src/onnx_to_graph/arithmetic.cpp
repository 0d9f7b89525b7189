// Arithmetic, comparisons, logic, trigonometry, casts and choices.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/graph/trigonometry.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

void import_mean(importing& c) {
    value_id total = c[0];
    for (int i = 1; i < c.inputs(); ++i) total = c.add<graph::add>(total, c[i]);
    c.output(0, c.add<graph::div>(total, c.scalar_like(0, c.inputs())));
}
void import_mod(importing& c) {
    std::int64_t const fmod = c.integer("fmod", 0);
    if (c.version() < 28 && fmod == 0 && core::is_float(c.element(0)))
        c.fail("fmod is 0 with floating operands, expected 1");
    c.output(0, c.add<graph::mod>(c[0], c[1], attr<"fmod"> = fmod));
}
void import_bit_shift(importing& c) {
    auto const direction = c.words("direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        c.fail(text("direction is \"") + direction + "\", expected LEFT or RIGHT");
    c.output(0, c.add<graph::bit_shift>(c[0], c[1], attr<"direction"> = direction));
}
void import_is_inf(importing& c) {
    c.output(0,
             c.add<graph::is_inf>(c[0], attr<"detect_negative"> = c.integer("detect_negative", 1),
                                  attr<"detect_positive"> = c.integer("detect_positive", 1)));
}

void import_cast_to(importing& c, dtype to) {
    if (auto const mode = c.words("round_mode", "up"); mode != "up")
        c.fail(text("round_mode is \"") + mode + "\", expected up");
    if (to == c.element(0)) return c.output(0, c[0]);
    c.output(
        0, c.add<graph::cast>(c[0], attr<"to"> = to, attr<"saturate"> = c.integer("saturate", 1)));
}
void import_cast(importing& c) {
    auto const number = c.integer("to");
    auto const to =
        number >= 0 && number < 1000 ? dtype_from_onnx(static_cast<int>(number)) : dtype::none;
    if (to == dtype::none)
        c.fail(text("dtype ") + core::to_string(number) + " in attribute to is not known");
    import_cast_to(c, to);
}
void import_cast_like(importing& c) { import_cast_to(c, c.element(1)); }

/// Limits are attributes here.
void import_clip_6(importing& c) {
    auto const limit = [&](std::string_view name) {
        return c.attribute(name) == nullptr ? value_id::none : c.scalar_like(0, c.real(name, 0));
    };
    auto const least = limit("min"), most = limit("max");
    c.output(0, c.add<graph::clip>(c[0], least, most));
}
void import_clip_11(importing& c) { c.output(0, c.add<graph::clip>(c[0], c[1], c[2])); }

constexpr importer table[] = {
    {"Add", 7, 28, import_binary<graph::add>},
    {"Sub", 7, 28, import_binary<graph::sub>},
    {"Mul", 7, 28, import_binary<graph::mul>},
    {"Div", 7, 28, import_binary<graph::div>},
    {"Pow", 7, 28, import_binary<graph::pow>},
    {"Mod", 10, 28, import_mod},
    {"Min", 6, 28, import_chain<graph::min>},
    {"Max", 6, 28, import_chain<graph::max>},
    {"Sum", 6, 28, import_chain<graph::add>},
    {"Mean", 6, 28, import_mean},
    {"Neg", 6, 28, import_unary<graph::neg>},
    {"Abs", 6, 28, import_unary<graph::abs>},
    {"Sign", 9, 28, import_unary<graph::sign>},
    {"Floor", 6, 28, import_unary<graph::floor>},
    {"Ceil", 6, 28, import_unary<graph::ceil>},
    {"Round", 11, 28, import_unary<graph::round>},
    {"Reciprocal", 6, 28, import_unary<graph::reciprocal>},
    {"Sqrt", 6, 28, import_unary<graph::sqrt>},
    {"Exp", 6, 28, import_unary<graph::exp>},
    {"Log", 6, 28, import_unary<graph::log>},
    {"Erf", 9, 28, import_unary<graph::erf>},
    {"BitwiseAnd", 18, 28, import_binary<graph::bitwise_and>},
    {"BitwiseOr", 18, 28, import_binary<graph::bitwise_or>},
    {"BitwiseXor", 18, 28, import_binary<graph::bitwise_xor>},
    {"BitwiseNot", 18, 28, import_unary<graph::bitwise_not>},
    {"BitShift", 11, 28, import_bit_shift},
    {"Sin", 7, 28, import_unary<graph::sin>},
    {"Cos", 7, 28, import_unary<graph::cos>},
    {"Tan", 7, 28, import_unary<graph::tan>},
    {"Asin", 7, 28, import_unary<graph::asin>},
    {"Acos", 7, 28, import_unary<graph::acos>},
    {"Atan", 7, 28, import_unary<graph::atan>},
    {"Sinh", 9, 28, import_unary<graph::sinh>},
    {"Cosh", 9, 28, import_unary<graph::cosh>},
    {"Asinh", 9, 28, import_unary<graph::asinh>},
    {"Acosh", 9, 28, import_unary<graph::acosh>},
    {"Atanh", 9, 28, import_unary<graph::atanh>},
    {"Equal", 7, 28, import_binary<graph::equal>},
    {"Less", 7, 28, import_binary<graph::less>},
    {"LessOrEqual", 12, 28, import_binary<graph::less_or_equal>},
    {"Greater", 7, 28, import_binary<graph::greater>},
    {"GreaterOrEqual", 12, 28, import_binary<graph::greater_or_equal>},
    {"And", 7, 28, import_binary<graph::and_>},
    {"Or", 7, 28, import_binary<graph::or_>},
    {"Xor", 7, 28, import_binary<graph::xor_>},
    {"Not", 1, 28, import_unary<graph::not_>},
    {"IsNaN", 9, 28, import_unary<graph::is_nan>},
    {"IsInf", 10, 28, import_is_inf},
    {"Cast", 6, 28, import_cast},
    {"CastLike", 15, 28, import_cast_like},
    {"Where", 9, 28, &import_plain<graph::where, 3>},
    {"Clip", 6, 10, import_clip_6},
    {"Clip", 11, 28, import_clip_11},
};

} // namespace

constinit importer_table const arithmetic_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

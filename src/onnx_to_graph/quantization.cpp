// Quantized numbers: to and from them, and products of them.
#include <tenon/graph/quantization.hpp>

#include "onnx_to_graph/families.hpp"
#include "onnx_to_graph/windows.hpp"

namespace tenon::onnx_to_graph {

namespace {

/// The dtype that an attribute asks for, if it does.
dtype asked_dtype(importing& c, std::string_view name, dtype otherwise) {
    auto const number = c.integer(name, 0);
    if (number == 0) return otherwise;
    auto const asked = dtype_from_onnx(static_cast<int>(number));
    if (asked == dtype::none)
        c.fail(text(name) + " is " + core::to_string(number) + ", which is not a known dtype");
    return asked;
}
void import_quantize(importing& c) {
    auto const usual = c.has(2) ? c.element(2) : dtype::u8;
    c.output(0, c.add<graph::quantize_linear>(
                    c[0], c[1], c[2], attr<"to"> = asked_dtype(c, "output_dtype", usual),
                    attr<"axis"> = c.integer("axis", 1),
                    attr<"block_size"> = c.integer("block_size", 0),
                    attr<"saturate"> = c.integer("saturate", 1),
                    attr<"precision"> = asked_dtype(c, "precision", dtype::none)));
}
void import_dequantize(importing& c) {
    c.output(0, c.add<graph::dequantize_linear>(
                    c[0], c[1], c[2], attr<"to"> = asked_dtype(c, "output_dtype", c.element(1)),
                    attr<"axis"> = c.integer("axis", 1),
                    attr<"block_size"> = c.integer("block_size", 0)));
}
void import_dynamic_quantize(importing& c) {
    auto const results = c.add_all<graph::dynamic_quantize_linear>(c[0]);
    for (int r = 0; r != 3; ++r)
        if (c.wants(r)) c.output(r, results[static_cast<std::size_t>(r)]);
}
void import_mat_mul_integer(importing& c) {
    c.output(0, c.add<graph::mat_mul_integer>(c[0], c[1], c[2], c[3]));
}
void import_q_linear_mat_mul(importing& c) {
    c.output(0, c.add<graph::q_linear_mat_mul>(c[0], c[3], c[1], c[2], c[4], c[5], c[6], c[7]));
}

window window_of(importing& c, int filters) {
    if (c.rank(0) < 3)
        c.fail("input 0 has rank below 3, expected batch, channels and spatial dimensions");
    if (c.rank(filters) != c.rank(0))
        c.fail(text("the filters have rank ") + core::to_string(std::int64_t{c.rank(filters)}) +
               ", expected " + core::to_string(std::int64_t{c.rank(0)}) + " like input 0");
    auto const& shape = c.shape(filters);
    return read_window(c, {shape.begin() + 2, shape.end()});
}
void import_conv_integer(importing& c) {
    auto const w = window_of(c, 1);
    c.output(0, c.add<graph::conv_integer>(c[0], c[1], value_id::none, c[2], c[3],
                                           attr<"strides"> = w.strides,
                                           attr<"dilations"> = w.dilations, attr<"pads"> = w.pads,
                                           attr<"kernel_shape"> = c.integers("kernel_shape"),
                                           attr<"group"> = c.integer("group", 1)));
}
void import_q_linear_conv(importing& c) {
    auto const w = window_of(c, 3);
    c.output(0, c.add<graph::q_linear_conv>(c[0], c[3], c[8], c[1], c[2], c[4], c[5], c[6], c[7],
                                            attr<"strides"> = w.strides,
                                            attr<"dilations"> = w.dilations, attr<"pads"> = w.pads,
                                            attr<"kernel_shape"> = c.integers("kernel_shape"),
                                            attr<"group"> = c.integer("group", 1)));
}

constexpr importer table[] = {
    {"QuantizeLinear", 10, 28, import_quantize},
    {"DequantizeLinear", 10, 28, import_dequantize},
    {"DynamicQuantizeLinear", 11, 28, import_dynamic_quantize},
    {"MatMulInteger", 10, 28, import_mat_mul_integer},
    {"ConvInteger", 10, 28, import_conv_integer},
    {"QLinearMatMul", 10, 28, import_q_linear_mat_mul},
    {"QLinearConv", 10, 28, import_q_linear_conv},
};

} // namespace

constinit importer_table const quantization_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

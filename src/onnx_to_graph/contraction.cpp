// Sums of products: MatMul, Gemm, Conv, ConvTranspose, Einsum.
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/einsum.hpp>

#include "onnx_to_graph/families.hpp"
#include "onnx_to_graph/windows.hpp"

namespace tenon::onnx_to_graph {

namespace {

void import_gemm(importing& c) {
    c.output(0, c.add<graph::gemm>(c[0], c[1], c[2], attr<"alpha"> = c.real("alpha", 1),
                                   attr<"beta"> = c.real("beta", 1),
                                   attr<"transA"> = c.integer("transA", 0),
                                   attr<"transB"> = c.integer("transB", 0)));
}
void import_einsum(importing& c) {
    if (c.inputs() > 10) c.fail("it has more than 10 inputs, which is the limit");
    c.output(0, c.add<graph::einsum>(c.all_inputs(), attr<"equation"> = c.words("equation", "")));
}

/// The extents of the filters' windows.
list<dim> kernel_of(importing& c) {
    int const rank = c.rank(0);
    if (rank < 3)
        c.fail("input 0 has rank below 3, expected batch, channels and spatial dimensions");
    if (c.rank(1) != rank)
        c.fail(text("input 1 has rank ") + core::to_string(std::int64_t{c.rank(1)}) +
               ", expected " + core::to_string(std::int64_t{rank}) + " like input 0");
    auto const& filters = c.shape(1);
    return {filters.begin() + 2, filters.end()};
}
void import_conv(importing& c) {
    auto const w = read_window(c, kernel_of(c));
    c.output(0, c.add<graph::conv>(c[0], c[1], c[2], attr<"strides"> = w.strides,
                                   attr<"dilations"> = w.dilations, attr<"pads"> = w.pads,
                                   attr<"kernel_shape"> = c.integers("kernel_shape"),
                                   attr<"group"> = c.integer("group", 1)));
}

/// Where the output's shape is asked for, the pads follow from it.
list<dim> pads_of_transpose(importing& c, list<dim> const& kernel,
                            list<std::int64_t> const& strides, list<std::int64_t> const& dilations,
                            list<std::int64_t> const& extra) {
    auto const spatial = kernel.size();
    auto const automatic = read_auto_pad(c);
    auto wanted = c.integers("output_shape");
    if (wanted.size() == spatial + 2) wanted = {wanted.begin() + 2, wanted.end()};
    if (wanted.empty() && !automatic.same) {
        auto const pads = c.integers("pads");
        return {pads.begin(), pads.end()};
    }
    if (!wanted.empty() && wanted.size() != spatial)
        c.fail("output_shape does not have an entry per spatial dimension");
    list<dim> begins, ends;
    auto const& shape = c.shape(0);
    for (std::size_t d = 0; d != spatial; ++d) {
        dim const n = shape[d + 2], stride = strides[d];
        dim size = n * stride;
        if (!wanted.empty()) size = wanted[d];
        dim const total = stride * (n - dim(1)) + dim(extra[d] + 1) +
                          dim(dilations[d]) * (kernel[d] - dim(1)) - size;
        auto [before, after] = split_padding(total, automatic.upper);
        if (!automatic.same && total.is_constant() && total.constant() < 0) {
            after = floordiv(total, 2); // a longer output_shape grows at the end first
            before = total - after;
        }
        begins.push_back(before);
        ends.push_back(after);
    }
    begins.append(ends);
    return begins;
}
void import_conv_transpose(importing& c) {
    auto const kernel = kernel_of(c);
    auto const strides = per_dimension(c, "strides", kernel.size(), 1, 1);
    auto const dilations = per_dimension(c, "dilations", kernel.size(), 1, 1);
    auto const extra = per_dimension(c, "output_padding", kernel.size(), 0, 0);
    auto const pads = pads_of_transpose(c, kernel, strides, dilations, extra);
    c.output(0, c.add<graph::conv_transpose>(
                    c[0], c[1], c[2], attr<"strides"> = strides, attr<"dilations"> = dilations,
                    attr<"pads"> = pads, attr<"kernel_shape"> = c.integers("kernel_shape"),
                    attr<"output_padding"> = extra, attr<"group"> = c.integer("group", 1)));
}

constexpr importer table[] = {
    {"MatMul", 1, 28, import_binary<graph::mat_mul>},
    {"Gemm", 7, 28, import_gemm},
    {"Einsum", 12, 28, import_einsum},
    {"Conv", 1, 28, import_conv},
    {"ConvTranspose", 1, 28, import_conv_transpose},
};

} // namespace

constinit importer_table const contraction_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

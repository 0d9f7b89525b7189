// Pooling over windows, and over everything.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/pooling.hpp>
#include <tenon/graph/reduction.hpp>

#include "onnx_to_graph/families.hpp"
#include "onnx_to_graph/windows.hpp"

namespace tenon::onnx_to_graph {

namespace {

struct pool {
    list<std::int64_t> kernel;
    window slides;
    std::int64_t ceil = 0;
};
pool read_pool(importing& c) {
    int const rank = c.rank(0);
    if (rank < 3)
        c.fail("input 0 has rank below 3, expected batch, channels and spatial dimensions");
    auto const spatial = static_cast<std::size_t>(rank - 2);
    auto const kernel = per_dimension(c, "kernel_shape", spatial, 1, 1);
    auto slides = read_window(c, list<dim>(kernel.begin(), kernel.end()));
    // Automatic pads already give every window that a rounded-up size would.
    auto const ceil = slides.is_automatic ? 0 : c.integer("ceil_mode", 0);
    return {kernel, std::move(slides), ceil};
}

void import_max_pool(importing& c) {
    auto const p = read_pool(c);
    auto const results = c.add_all<graph::max_pool>(
        c[0], core::results(c.wants(1) ? 2 : 1), attr<"kernel_shape"> = p.kernel,
        attr<"strides"> = p.slides.strides, attr<"dilations"> = p.slides.dilations,
        attr<"pads"> = p.slides.pads, attr<"ceil_mode"> = p.ceil,
        attr<"storage_order"> = c.integer("storage_order", 0));
    for (std::size_t i = 0; i != results.size(); ++i) c.output(static_cast<int>(i), results[i]);
}
void import_average_pool(importing& c) {
    auto const p = read_pool(c);
    c.output(0, c.add<graph::average_pool>(
                    c[0], attr<"kernel_shape"> = p.kernel, attr<"strides"> = p.slides.strides,
                    attr<"dilations"> = p.slides.dilations, attr<"pads"> = p.slides.pads,
                    attr<"ceil_mode"> = p.ceil,
                    attr<"count_include_pad"> = c.integer("count_include_pad", 0)));
}
void import_lp_pool(importing& c) {
    auto const p = read_pool(c);
    c.output(0, c.add<graph::lp_pool>(
                    c[0], attr<"kernel_shape"> = p.kernel, attr<"strides"> = p.slides.strides,
                    attr<"dilations"> = p.slides.dilations, attr<"pads"> = p.slides.pads,
                    attr<"ceil_mode"> = p.ceil, attr<"p"> = c.integer("p", 2)));
}

list<std::int64_t> spatial_axes(importing& c) {
    list<std::int64_t> axes;
    for (int d = 2; d < c.rank(0); ++d) axes.push_back(d);
    if (axes.empty())
        c.fail("input 0 has rank below 3, expected batch, channels and spatial dimensions");
    return axes;
}
template <class Op> void import_global(importing& c) {
    c.output(0, c.add<Op>(c[0], attr<"axes"> = spatial_axes(c)));
}
void import_global_lp_pool(importing& c) {
    auto const p = c.integer("p", 2);
    if (p == 1) return import_global<graph::reduce_l1>(c);
    if (p == 2) return import_global<graph::reduce_l2>(c);
    if (p < 1) c.fail(text("p is ") + core::to_string(p) + ", expected a positive number");
    auto const power = static_cast<double>(p);
    auto const raised = c.add<graph::pow>(c.add<graph::abs>(c[0]), c.scalar_like(0, power));
    auto const sum = c.add<graph::reduce_sum>(raised, attr<"axes"> = spatial_axes(c));
    c.output(0, c.add<graph::pow>(sum, c.scalar_like(0, 1 / power)));
}

constexpr importer table[] = {
    {"MaxPool", 1, 28, import_max_pool},
    {"AveragePool", 7, 28, import_average_pool},
    {"LpPool", 2, 28, import_lp_pool},
    {"GlobalMaxPool", 1, 28, import_global<graph::reduce_max>},
    {"GlobalAveragePool", 1, 28, import_global<graph::reduce_mean>},
    {"GlobalLpPool", 2, 28, import_global_lp_pool},
};

} // namespace

constinit importer_table const pooling_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

// Reductions, the places of extremes, and Softmax with its kin.
#include <tenon/graph/movement.hpp>
#include <tenon/graph/reduction.hpp>
#include <tenon/graph/softmax.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

/// Axes are an attribute before version `InputSince`, an input from then on. None means all, or,
/// where the node says so, nothing.
template <class Op, int InputSince> void import_reduction(importing& c) {
    int const rank = c.rank(0);
    list<std::int64_t> axes;
    if (c.version() < InputSince)
        axes = c.integers("axes");
    else if (c.has(1))
        axes = c.integers_of(1);
    for (auto& a : axes) a = c.axis(a, rank);
    if (axes.empty() && c.integer("noop_with_empty_axes", 0) == 0)
        for (int d = 0; d != rank; ++d) axes.push_back(d);
    c.output(0, c.add<Op>(c[0], attr<"axes"> = axes, attr<"keepdims"> = c.integer("keepdims", 1)));
}
template <class Op> void import_place(importing& c) {
    c.output(0, c.add<Op>(c[0], attr<"axis"> = c.axis(c.integer("axis", 0), c.rank(0)),
                          attr<"keepdims"> = c.integer("keepdims", 1),
                          attr<"select_last_index"> = c.integer("select_last_index", 0)));
}

template <class Op> void import_softmax_13(importing& c) {
    c.output(0, c.add<Op>(c[0], attr<"axis"> = c.axis(c.integer("axis", -1), c.rank(0))));
}
/// Older versions take everything from the axis on as one dimension.
template <class Op> void import_softmax_1(importing& c) {
    auto const shape = c.shape(0);
    auto const rank = static_cast<std::int64_t>(shape.size());
    auto axis = c.integer("axis", 1);
    if (axis < -rank || axis > rank)
        c.fail(text("axis is ") + core::to_string(axis) + ", which the operand does not have");
    if (axis < 0) axis += rank;
    if (axis == rank - 1) return c.output(0, c.add<Op>(c[0], attr<"axis"> = axis));
    dim rows = 1, columns = 1;
    for (std::int64_t d = 0; d != rank; ++d)
        if (d < axis)
            rows = rows * shape[static_cast<std::size_t>(d)];
        else
            columns = columns * shape[static_cast<std::size_t>(d)];
    auto const flat = c.add<graph::reshape>(c[0], attr<"shape"> = list<dim>{rows, columns});
    auto const result = c.add<Op>(flat, attr<"axis"> = 1);
    c.output(0, c.add<graph::reshape>(result, attr<"shape"> = shape));
}

constexpr importer table[] = {
    {"ReduceSum", 1, 28, import_reduction<graph::reduce_sum, 13>},
    {"ReduceMean", 1, 28, import_reduction<graph::reduce_mean, 18>},
    {"ReduceSumSquare", 1, 28, import_reduction<graph::reduce_sum_square, 18>},
    {"ReduceL1", 1, 28, import_reduction<graph::reduce_l1, 18>},
    {"ReduceL2", 1, 28, import_reduction<graph::reduce_l2, 18>},
    {"ReduceLogSum", 1, 28, import_reduction<graph::reduce_log_sum, 18>},
    {"ReduceLogSumExp", 1, 28, import_reduction<graph::reduce_log_sum_exp, 18>},
    {"ReduceProd", 1, 28, import_reduction<graph::reduce_prod, 18>},
    {"ReduceMax", 1, 28, import_reduction<graph::reduce_max, 18>},
    {"ReduceMin", 1, 28, import_reduction<graph::reduce_min, 18>},
    {"ArgMax", 1, 28, import_place<graph::arg_max>},
    {"ArgMin", 1, 28, import_place<graph::arg_min>},
    {"Softmax", 1, 12, import_softmax_1<graph::softmax>},
    {"Softmax", 13, 28, import_softmax_13<graph::softmax>},
    {"LogSoftmax", 1, 12, import_softmax_1<graph::log_softmax>},
    {"LogSoftmax", 13, 28, import_softmax_13<graph::log_softmax>},
    {"Hardmax", 1, 12, import_softmax_1<graph::hardmax>},
    {"Hardmax", 13, 28, import_softmax_13<graph::hardmax>},
};

} // namespace

constinit importer_table const reduction_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

// Operators that move elements: transposes, padding, repetitions, blocks.
#include <tenon/graph/constant.hpp>
#include <tenon/graph/movement.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

void import_identity(importing& c) { c.output(0, c[0]); }

/// At inference nothing is dropped.
void import_dropout(importing& c) {
    if (c.has(2)) {
        auto const training = c.constant(2);
        if (training.element() == dtype::none || training.size() != 1 || training.integer(0) != 0)
            c.fail("it may be in training mode, expected inference",
                   "export the model for inference");
    }
    c.output(0, c[0]);
    if (!c.wants(1)) return;
    auto const all = c.scalar(c.version() < 10 ? c.element(0) : dtype::boolean, 1);
    c.output(1, c.add<graph::expand>(all, attr<"shape"> = c.shape(0)));
}

void import_transpose(importing& c) {
    auto perm = c.integers("perm");
    if (perm.empty())
        for (int d = c.rank(0) - 1; d >= 0; --d) perm.push_back(d);
    c.output(0, c.add<graph::transpose>(c[0], attr<"perm"> = perm));
}
void import_concat(importing& c) {
    auto const axis = c.axis(c.integer("axis"), c.rank(0));
    c.output(0, c.add<graph::concat>(c.all_inputs(), attr<"axis"> = axis));
}

/// Begins of all axes, then ends of all axes; spread where only some axes are given.
void pad_by(importing& c, list<dim> const& pads, value_id value) {
    auto const rank = static_cast<std::size_t>(c.rank(0));
    list<std::int64_t> axes;
    if (c.has(3))
        axes = c.integers_of(3);
    else
        for (int d = 0; d != c.rank(0); ++d) axes.push_back(d);
    if (pads.size() != 2 * axes.size())
        c.fail(text("it has ") + core::to_string(static_cast<std::int64_t>(pads.size())) +
               " pads, expected two for each axis");
    list<dim> begins(rank, dim(0)), ends(rank, dim(0));
    for (std::size_t k = 0; k != axes.size(); ++k) {
        auto const d = static_cast<std::size_t>(c.axis(axes[k], c.rank(0)));
        begins[d] = pads[k];
        ends[d] = pads[axes.size() + k];
    }
    c.output(0, c.add<graph::pad>(c[0], value, attr<"begins"> = begins, attr<"ends"> = ends,
                                  attr<"mode"> = c.words("mode", "constant")));
}
void import_pad_2(importing& c) {
    auto const pads = c.integers("pads");
    auto const value = c.real("value", 0);
    pad_by(c, list<dim>(pads.begin(), pads.end()),
           value == 0 ? value_id::none : c.scalar_like(0, value));
}
void import_pad_11(importing& c) { pad_by(c, c.dims(1), c[2]); }

void import_tile(importing& c) {
    auto const repeats = c.dims(1);
    c.output(0, c.add<graph::tile>(c[0], attr<"repeats"> = repeats));
}
void import_depth_to_space(importing& c) {
    c.output(0, c.add<graph::depth_to_space>(c[0], attr<"blocksize"> = c.integer("blocksize"),
                                             attr<"mode"> = c.words("mode", "DCR")));
}
void import_space_to_depth(importing& c) {
    c.output(0, c.add<graph::space_to_depth>(c[0], attr<"blocksize"> = c.integer("blocksize"),
                                             attr<"mode"> = c.words("mode", "DCR")));
}
void import_trilu(importing& c) {
    c.output(0, c.add<graph::trilu>(c[0], c[1], attr<"upper"> = c.integer("upper", 1)));
}
void import_reverse_sequence(importing& c) {
    c.output(0, c.add<graph::reverse_sequence>(c[0], c[1],
                                               attr<"batch_axis"> = c.integer("batch_axis", 1),
                                               attr<"time_axis"> = c.integer("time_axis", 0)));
}

constexpr importer table[] = {
    {"Identity", 1, 28, import_identity},
    {"Dropout", 7, 28, import_dropout},
    {"Transpose", 1, 28, import_transpose},
    {"Concat", 4, 28, import_concat},
    {"Pad", 2, 2, import_pad_2},
    {"Pad", 11, 28, import_pad_11},
    {"Tile", 6, 28, import_tile},
    {"DepthToSpace", 1, 28, import_depth_to_space},
    {"SpaceToDepth", 1, 28, import_space_to_depth},
    {"Trilu", 14, 28, import_trilu},
    {"ReverseSequence", 10, 28, import_reverse_sequence},
};

} // namespace

constinit importer_table const movement_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

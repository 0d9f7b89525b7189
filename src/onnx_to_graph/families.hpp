// The tables of importers, one per family, and what many importers share.
#pragma once

#include <tenon/onnx_to_graph/importer.hpp>
#include <tenon/onnx_to_graph/importing.hpp>

namespace tenon::onnx_to_graph {

extern importer_table const arithmetic_importers;
extern importer_table const activation_importers;
extern importer_table const constant_importers;
extern importer_table const shape_importers;
extern importer_table const slicing_importers;
extern importer_table const movement_importers;
extern importer_table const gathering_importers;
extern importer_table const contraction_importers;
extern importer_table const attention_importers;
extern importer_table const microsoft_importers;
extern importer_table const rotary_importers;
extern importer_table const pooling_importers;
extern importer_table const reduction_importers;
extern importer_table const normalization_importers;
extern importer_table const resizing_importers;
extern importer_table const control_importers;
extern importer_table const stepwise_importers;
extern importer_table const quantization_importers;
extern importer_table const loss_importers;
extern importer_table const sampling_importers;
extern importer_table const recurrence_importers;

/// Thrown by `importing::fail`, whose problem is in the diagnostics by then.
struct node_refused {};

/// The dtype with this number in ONNX files; none for numbers that are not known.
dtype dtype_from_onnx(int number);

/// A choice without `?:`, whose temporaries GCC 12 destroys too early.
template <class T> T either(bool condition, T yes, T no) {
    if (condition) return yes;
    return no;
}

/// Operators that are an op, input by input, without attributes.
template <class Op, int Operands> void import_plain(importing& c) {
    if constexpr (Operands == 1)
        c.output(0, c.add<Op>(c[0]));
    else if constexpr (Operands == 2)
        c.output(0, c.add<Op>(c[0], c[1]));
    else
        c.output(0, c.add<Op>(c[0], c[1], c[2]));
}
template <class Op> constexpr auto import_unary = &import_plain<Op, 1>;
template <class Op> constexpr auto import_binary = &import_plain<Op, 2>;

/// Operators of any number of inputs that are chains of a binary op.
template <class Op> void import_chain(importing& c) {
    value_id total = c[0];
    for (int i = 1; i < c.inputs(); ++i) total = c.add<Op>(total, c[i]);
    c.output(0, total);
}

} // namespace tenon::onnx_to_graph

// Strides, dilations and padding of operators whose windows slide over spatial dimensions.
#pragma once

#include <tenon/onnx_to_graph/importing.hpp>

namespace tenon::onnx_to_graph {

/// The window attributes of a node, `auto_pad` resolved. Lists have an entry per spatial dimension,
/// `pads` all begins and then all ends.
struct window {
    list<std::int64_t> strides, dilations;
    list<dim> pads;
    bool is_automatic = false; ///< the pads come from `auto_pad`
};

/// How much lies before and after a dimension.
struct padding {
    dim before, after;
};
/// Splits what is missing in total; the odd element goes behind where `upper` is set.
padding split_padding(dim const& total, bool upper);

/// The window of a convolution or pooling whose kernel has these extents.
window read_window(importing& c, list<dim> const& kernel);

/// Entries of an attribute, one per spatial dimension; ones where it is not set. Fails on other
/// lengths and on entries below `least`.
list<std::int64_t> per_dimension(importing& c, std::string_view name, std::size_t spatial,
                                 std::int64_t otherwise, std::int64_t least);

/// Whether `auto_pad` asks for pads that give strided outputs the size of their inputs.
struct automatic_padding {
    bool same = false, upper = false, valid = false;
};
automatic_padding read_auto_pad(importing& c);

} // namespace tenon::onnx_to_graph

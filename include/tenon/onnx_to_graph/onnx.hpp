// `tenon::onnx::load("model.onnx")`: a model as a graph of the standard dialect.
#pragma once

#include <tenon/core/typed_program.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/onnx_to_graph/load.hpp>

namespace tenon::onnx {

using load_options = onnx_to_graph::load_options;
using graph = core::typed_program<core::graph_level, tenon::graph::standard_dialect>;

/// The model in the file `path`; throws `core::refused`, as `onnx_to_graph::load` says.
inline graph load(std::string_view path, load_options const& options = {}) {
    return {onnx_to_graph::load(path, options)};
}

} // namespace tenon::onnx

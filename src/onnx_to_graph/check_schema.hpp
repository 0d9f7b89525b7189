// A node against ONNX's schema of its operator.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/onnx_to_graph/schemas.hpp>
#include <tenon/onnx_to_graph/source.hpp>

namespace tenon::onnx_to_graph {

/// Adds a problem for every wrong number of inputs or outputs and every attribute that is unknown,
/// of another kind, or missing. False if there is one.
bool check_schema(source_node const& n, schema const& s, text const& where,
                  core::diagnostics& found);

} // namespace tenon::onnx_to_graph

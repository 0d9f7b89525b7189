// Bytes of an ONNX file as plain data.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/onnx_to_graph/source.hpp>

#include <filesystem>
#include <string_view>

namespace tenon::onnx_to_graph {

/// Decodes a model; external data is looked for below `folder`. Problems are added to `found`; what
/// could be read is in the result all the same.
source_model read_model(std::string_view bytes, std::filesystem::path const& folder,
                        core::diagnostics& found);

} // namespace tenon::onnx_to_graph

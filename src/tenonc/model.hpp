// Models as tenonc reads them: .onnx, or .tenon text of the graph level.
#pragma once

#include <tenon/core/program.hpp>

#include "options.hpp"

namespace tenon::tenonc {

/// The graph in `chosen.model`, with the dimensions that `--dim` fixes, verified.
///
/// Errors: `failure`, with all problems of the model.
core::program read_model(options const& chosen);

/// Of the file's bytes, for the metadata.
std::string hash_of(std::string const& path);

/// The file's name without folder and extension.
std::string stem_of(std::string const& path);

} // namespace tenon::tenonc

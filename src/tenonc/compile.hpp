// From a model to whatever `--emit` wants.
#pragma once

#include <tenon/core/program.hpp>

#include "options.hpp"
#include "watch.hpp"

namespace tenon::tenonc {

/// The loops that the graph becomes.
core::program compile_to_loops(core::program graph, options const& chosen, watch& seen);

/// Compiles the graph to a library in file `output`.
void compile_to_library(core::program graph, std::string const& output, options const& chosen,
                        watch& seen);

} // namespace tenon::tenonc

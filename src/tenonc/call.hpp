// Calling a model in this process, compiled or evaluated.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/runtime/description.hpp>

#include "options.hpp"

#include <vector>

namespace tenon::tenonc {

/// What the metadata of a library say.
///
/// Errors: `failure`: input_output where the file cannot be read, refused where it is no library
/// that tenonc made.
runtime::module_description description_of(std::string const& library);

/// Loads the library and calls one function. An input of dtype none is left out.
///
/// Errors: `failure` with code refused and the library's own words.
std::vector<core::tensor> call_library(std::string const& library,
                                       runtime::module_description const& about,
                                       runtime::function_description const& f,
                                       std::vector<core::tensor> const& inputs, int threads);

/// Evaluates one function of a program by the meanings of its ops.
///
/// Errors: `failure` with code refused.
std::vector<core::tensor> call_reference(core::program const& p, core::function const& f,
                                         std::vector<core::tensor> const& inputs);

} // namespace tenon::tenonc

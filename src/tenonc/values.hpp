// The arrays that a model is called with: from files, or drawn.
#pragma once

#include <tenon/core/tensor.hpp>
#include <tenon/runtime/description.hpp>

#include "options.hpp"

#include <map>

namespace tenon::tenonc {

/// One array per input of the function; of dtype none for an input that has a default and was not
/// given. Inputs that were not given are drawn, with the sizes that the given ones, `--dim` and the
/// function's own constraints leave open.
///
/// Errors: `failure`: usage for an input that the function lacks, refused for an array that it
/// refuses, input_output for a file that cannot be read.
std::vector<core::tensor> make_inputs(runtime::function_description const& f,
                                      options const& chosen);

/// The value of each symbol that the inputs fix.
std::map<std::string, std::int64_t> bind_symbols(runtime::function_description const& f,
                                                 std::vector<core::tensor> const& inputs);

/// One .npy file per output, named after it.
void write_outputs(runtime::function_description const& f, std::vector<core::tensor> const& outputs,
                   std::string const& folder);

/// "f32[1, 3, 8, 8]".
std::string type_of(core::tensor const& t);

} // namespace tenon::tenonc

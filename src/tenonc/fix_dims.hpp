// Fixing symbolic dimensions of a program: `--dim`.
#pragma once

#include <tenon/core/program.hpp>

#include "options.hpp"

namespace tenon::tenonc {

/// Puts sizes in the place of symbols in types, attributes and constraints.
///
/// Errors: `failure` with code usage for a symbol that the program lacks or a size that one of its
/// constraints rules out.
void fix_dims(core::program& p, std::vector<dim_choice> const& dims);

} // namespace tenon::tenonc

// What callers of a function are told of it.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/runtime/description.hpp>

namespace tenon::standard {

/// The function's arguments, with the symbols that they bind, those that only the run finds out,
/// and what the program demands of both. `p` is at the graph level.
///
/// Errors: `core::refused` where a symbol of an input is no dimension by itself.
runtime::function_description describe(core::program const& p, core::function const& f);

} // namespace tenon::standard

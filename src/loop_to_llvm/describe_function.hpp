// What callers of a function are told of it, from the program that it is in.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>
#include <tenon/runtime/description.hpp>

namespace tenon::loop_to_llvm {

/// Where a function's outputs are: what it yields, or, at the loop level, its last arguments.
enum class output_place { yields, arguments };

/// The function's arguments, the symbols that its inputs bind and those that only the run finds
/// out, what the program demands of the former, and at the loop level its memory plan. A symbol of
/// an input that is no dimension by itself is reported with code G1.
runtime::function_description describe_function(core::program const& p, core::function const& f,
                                                output_place outputs, core::diagnostics& found);

} // namespace tenon::loop_to_llvm

// Kernels that pass on what is too large for a cache, as one kernel that works by strips of rows.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::graph_to_loop {

/// Finds kernels that are called one after the other, each of which computes rows of a result that
/// only the next one reads, where that result is too large to stay in a cache. They become one
/// kernel, which computes a strip of the last result's rows at a time: first the rows that it needs
/// of the first kernel's result, then of the second's, and so on. These lie in memory that each
/// thread has for itself. Rows that two strips need, such as a window's, are computed for both; the
/// strips are as high as is worth that.
void work_by_strips(core::program& p);

} // namespace tenon::graph_to_loop

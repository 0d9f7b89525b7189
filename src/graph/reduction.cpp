// Makes the readings of the reduction ops.
#include <tenon/graph/reduction.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<reduction_ops>;
} // namespace tenon::graph

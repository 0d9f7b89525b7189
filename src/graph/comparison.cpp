// Makes the readings of the comparison ops.
#include <tenon/graph/comparison.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<comparison_ops>;
} // namespace tenon::graph

// Makes the readings of the sorting ops.
#include <tenon/graph/sorting.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<sorting_ops>;
} // namespace tenon::graph

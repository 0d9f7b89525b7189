// Makes the readings of the selection ops.
#include <tenon/graph/selection.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<selection_ops>;
} // namespace tenon::graph

// Makes the readings of the movement ops.
#include <tenon/graph/movement.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<movement_ops>;
} // namespace tenon::graph

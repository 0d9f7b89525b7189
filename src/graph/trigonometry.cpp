// Makes the readings of the trigonometry ops.
#include <tenon/graph/trigonometry.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<trigonometry_ops>;
} // namespace tenon::graph

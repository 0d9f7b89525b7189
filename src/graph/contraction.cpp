// Makes the readings of the contraction ops.
#include <tenon/graph/contraction.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<contraction_ops>;
} // namespace tenon::graph

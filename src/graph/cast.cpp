// Makes the readings of the cast ops.
#include <tenon/graph/cast.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<cast_ops>;
} // namespace tenon::graph

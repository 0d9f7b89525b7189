// Makes the readings of the gathering ops.
#include <tenon/graph/gathering.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<gathering_ops>;
} // namespace tenon::graph

// Makes the readings of the pooling ops.
#include <tenon/graph/pooling.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<pooling_ops>;
} // namespace tenon::graph

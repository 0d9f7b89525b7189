// Makes the readings of the normalization ops.
#include <tenon/graph/normalization.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<normalization_ops>;
} // namespace tenon::graph

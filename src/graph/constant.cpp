// Makes the readings of the constant ops.
#include <tenon/graph/constant.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<constant_ops>;
} // namespace tenon::graph

// Makes the readings of the resize ops.
#include <tenon/graph/resize.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<resize_ops>;
} // namespace tenon::graph

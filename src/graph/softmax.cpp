// Makes the readings of the softmax ops.
#include <tenon/graph/softmax.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<softmax_ops>;
} // namespace tenon::graph

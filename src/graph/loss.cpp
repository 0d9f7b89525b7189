// Makes the readings of the loss ops.
#include <tenon/graph/loss.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<loss_ops>;
} // namespace tenon::graph

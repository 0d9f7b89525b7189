// Makes the readings of the stepwise ops.
#include <tenon/graph/stepwise.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<stepwise_ops>;
} // namespace tenon::graph

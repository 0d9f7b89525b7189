// Makes the readings of the recurrence ops.
#include <tenon/graph/recurrence.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<recurrence_ops>;
} // namespace tenon::graph

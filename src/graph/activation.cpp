// Makes the readings of the activation ops.
#include <tenon/graph/activation.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<activation_ops>;
} // namespace tenon::graph

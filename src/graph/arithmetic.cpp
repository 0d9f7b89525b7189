// Makes the readings of the arithmetic ops.
#include <tenon/graph/arithmetic.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<arithmetic_ops>;
} // namespace tenon::graph

// Makes the readings of the einsum ops.
#include <tenon/graph/einsum.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<einsum_ops>;
} // namespace tenon::graph

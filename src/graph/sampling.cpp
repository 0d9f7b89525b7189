// Makes the readings of the sampling ops.
#include <tenon/graph/sampling.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<sampling_ops>;
} // namespace tenon::graph

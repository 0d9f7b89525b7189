// Makes the readings of the quantization ops.
#include <tenon/graph/quantization.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<quantization_ops>;
} // namespace tenon::graph

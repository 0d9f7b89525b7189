// Makes the readings of the attention op.
#include <tenon/graph/attention.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
[[gnu::used]] static auto const made = detail::precompiled<attention_ops>;
} // namespace tenon::graph

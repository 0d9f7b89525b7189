// The proofs of the decompositions that the standard pipeline does without.
#include <tenon/graph_to_graph/decompose_activation.hpp>
#include <tenon/graph_to_graph/decompose_normalization.hpp>

namespace tenon::graph_to_graph {

static_assert(match::proven<activation_rules>());
static_assert(match::proven<normalization_rules>());
static_assert(match::proven<norm_rules>());

} // namespace tenon::graph_to_graph

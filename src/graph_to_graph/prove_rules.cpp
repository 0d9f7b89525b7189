// The proofs of the standard rules: the library does not compile with a rule that is wrong.
#include <tenon/graph_to_graph/clean_up.hpp>
#include <tenon/graph_to_graph/decompose.hpp>
#include <tenon/graph_to_graph/decompose_attention.hpp>
#include <tenon/graph_to_graph/fold_scale_into_conv.hpp>
#include <tenon/graph_to_graph/sum_quantized_products.hpp>

namespace tenon::graph_to_graph {

static_assert(match::proven<identity_rules>());
static_assert(match::proven<movement_rules>());
static_assert(match::proven<gemm_rules>());
static_assert(match::proven<batch_normalization_rules>());
static_assert(match::proven<attention_rules>());
static_assert(match::proven<quantized_conv_rules>());
static_assert(match::proven<quantized_product_rules>());
static_assert(match::proven<conv_scale_rules>());
static_assert(match::proven<conv_padding_rules>());

} // namespace tenon::graph_to_graph

// What ONNX Runtime says of its own operators that are imported, as schemas.hpp has it for ONNX's.
#pragma once

#include <tenon/onnx_to_graph/schemas.hpp>

namespace tenon::onnx_to_graph {

inline constexpr std::string_view microsoft_domain = "com.microsoft";

inline constexpr schema microsoft_schemas[] = {
    {"Attention", 1, false, 2, 7, 1, 2,
     "do_rotary:i mask_filter_value:f num_heads:i! past_present_share_buffer:i qkv_hidden_sizes:I "
     "rotary_embedding_dim:i scale:f unidirectional:i"},
    {"BiasGelu", 1, false, 2, 2, 1, 1, ""},
    {"FastGelu", 1, false, 1, 2, 1, 1, ""},
    {"Gelu", 1, false, 1, 1, 1, 1, ""},
    {"MultiHeadAttention", 1, false, 1, 10, 1, 4,
     "mask_filter_value:f num_heads:i! scale:f unidirectional:i"},
    {"QuickGelu", 1, false, 1, 1, 1, 1, "alpha:f"},
    {"RotaryEmbedding", 1, false, 4, 4, 1, 1,
     "interleaved:i is_packed_batching:i num_heads:i rotary_embedding_dim:i scale:f"},
    {"SkipLayerNormalization", 1, false, 3, 5, 1, 4, "epsilon:f"},
    {"SkipSimplifiedLayerNormalization", 1, false, 3, 4, 1, 4, "epsilon:f"},
};

} // namespace tenon::onnx_to_graph

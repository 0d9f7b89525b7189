// What the importers of ONNX's and of ONNX Runtime's attention share.
#pragma once

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

/// What one attention works with: queries, keys and values as [batch, heads, length, size].
struct attention_parts {
    value_id q = value_id::none, k = value_id::none, v = value_id::none;
    value_id bias = value_id::none; ///< is added to the scores; none: nothing
    value_id mask = value_id::none; ///< where keys are seen; none: everywhere
    bool causal = false;            ///< whether only keys up to the query's own position are seen
    double scale = 1, softcap = 0;
    dtype precision = dtype::none; ///< of the softmax; none: the queries'
};
value_id add_attention(importing& c, attention_parts const& parts);

/// [batch, length, heads size] as [batch, heads, length, size], and back.
value_id split_heads(importing& c, value_id v, std::int64_t heads);
value_id join_heads(importing& c, value_id v);
/// 1 / sqrt(size), for queries [..., size]; fails where the size is not constant.
double usual_scale(importing& c, value_id q);
/// Both conditions; either may be none, which always holds.
value_id both(importing& c, value_id a, value_id b);
/// `size` places of dimension `axis`, from `start` on, every `step`-th.
value_id part_of(importing& c, value_id x, std::size_t axis, dim const& start, dim const& size,
                 std::int64_t step = 1);
value_id reshaped(importing& c, value_id x, list<dim> const& shape);
/// The positions `first`, `first` + 1, ... along dimension `axis` of [1, 1, 1, 1].
value_id positions(importing& c, value_id first, dim const& length, int axis);

} // namespace tenon::onnx_to_graph

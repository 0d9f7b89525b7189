// Makes the readings of the standard ops whose family has no file of its own here.
#include <tenon/graph/standard.hpp>

#include "graph/precompiled.hpp"

namespace tenon::graph {
namespace {

template <class Dialect, class Removed> struct less_dialect;
template <class Dialect, class... Ops> struct less_dialect<Dialect, core::dialect<Ops...>> {
    using type = core::without<Dialect, Ops...>;
};
using done = core::join<activation_ops, arithmetic_ops, cast_ops, comparison_ops, constant_ops,
                        contraction_ops, einsum_ops, gathering_ops, movement_ops, normalization_ops,
                        pooling_ops, reduction_ops, selection_ops, softmax_ops, structure_ops,
                        trigonometry_ops, resize_ops, stepwise_ops, sorting_ops, quantization_ops,
                        loss_ops, sampling_ops, recurrence_ops>;
[[gnu::used]] auto const made = detail::precompiled<less_dialect<standard_dialect, done>::type>;

} // namespace
} // namespace tenon::graph

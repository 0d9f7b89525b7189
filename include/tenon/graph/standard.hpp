// The standard dialect: every op that the importer may produce and the lowering takes.
#pragma once

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/attention.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/einsum.hpp>
#include <tenon/graph/gathering.hpp>
#include <tenon/graph/loss.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
#include <tenon/graph/pooling.hpp>
#include <tenon/graph/quantization.hpp>
#include <tenon/graph/recurrence.hpp>
#include <tenon/graph/reduction.hpp>
#include <tenon/graph/resize.hpp>
#include <tenon/graph/sampling.hpp>
#include <tenon/graph/scattering.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/graph/softmax.hpp>
#include <tenon/graph/sorting.hpp>
#include <tenon/graph/stepwise.hpp>
#include <tenon/graph/structure.hpp>
#include <tenon/graph/trigonometry.hpp>

namespace tenon::graph {

using standard_dialect =
    core::join<arithmetic_ops, comparison_ops, activation_ops, trigonometry_ops, selection_ops,
               cast_ops, constant_ops, movement_ops, gathering_ops, scattering_ops, reduction_ops,
               softmax_ops, normalization_ops, contraction_ops, einsum_ops, attention_ops,
               pooling_ops, resize_ops, stepwise_ops, sorting_ops, quantization_ops, loss_ops,
               sampling_ops, recurrence_ops, structure_ops>;

} // namespace tenon::graph

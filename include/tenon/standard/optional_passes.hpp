// Passes that the standard pipeline does without, for toolchains and tools that know fewer ops.
#pragma once

#include <tenon/graph_to_graph/decompose_activation.hpp>
#include <tenon/graph_to_graph/decompose_normalization.hpp>
#include <tenon/pass/rule_pass.hpp>

namespace tenon::standard {

/// Activation functions in terms of arithmetic: `optimize.with<decompose>(decompose_activations)`.
inline constexpr auto decompose_activations =
    rewrite<"decompose-activations", core::graph_level>(graph_to_graph::activation_rules);
/// Softmax and normalisations in terms of reductions.
inline constexpr auto decompose_normalizations =
    rewrite<"decompose-normalizations", core::graph_level>(graph_to_graph::normalization_rules);
/// Norms and the like in terms of plain reductions.
inline constexpr auto decompose_norms =
    rewrite<"decompose-norms", core::graph_level>(graph_to_graph::norm_rules);

} // namespace tenon::standard

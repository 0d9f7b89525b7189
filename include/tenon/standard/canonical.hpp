// The part of the standard pipeline that needs no compiled half: from an imported graph to a plain
// one.
#pragma once

#include <tenon/graph_to_graph/clean_up.hpp>
#include <tenon/graph_to_graph/decompose.hpp>
#include <tenon/graph_to_graph/fold_constants.hpp>
#include <tenon/graph_to_graph/fold_scale_into_conv.hpp>
#include <tenon/graph_to_graph/infer_types.hpp>
#include <tenon/graph_to_graph/remove_unused.hpp>
#include <tenon/graph_to_graph/share_common.hpp>
#include <tenon/pass/combinators.hpp>

namespace tenon::standard {

/// Types, constants and identities.
struct simplify {
    static constexpr std::string_view name = "simplify";
};
/// Ops in terms of simpler ones.
struct decompose {
    static constexpr std::string_view name = "decompose";
};
/// What can be computed now.
struct fold {
    static constexpr std::string_view name = "fold";
};
/// Nodes that become part of others.
struct fuse {
    static constexpr std::string_view name = "fuse";
};
/// What the stages before left behind; rules that are added to them may rely on it.
struct finish {
    static constexpr std::string_view name = "finish";
};

/// Everything that makes a graph smaller without changing what it computes.
inline constexpr auto clean_up =
    until_stable(rewrite<"identities", core::graph_level>(graph_to_graph::identity_rules),
                 rewrite<"movements", core::graph_level>(graph_to_graph::movement_rules),
                 graph_to_graph::fold_constants(), graph_to_graph::share_common(),
                 graph_to_graph::remove_unused());

/// Leaves a graph without the ops that decompose.
inline constexpr auto canonical =
    stage<simplify>(graph_to_graph::infer_types(), clean_up) |
    stage<decompose>(
        rewrite<"decompose-gemm", core::graph_level, graph::gemm>(graph_to_graph::gemm_rules),
        rewrite<"decompose-batch-normalization", core::graph_level, graph::batch_normalization>(
            graph_to_graph::batch_normalization_rules)) |
    stage<fold>(graph_to_graph::fold_constants(), clean_up) |
    stage<fuse>(until_stable(
        graph_to_graph::fold_constants(),
        rewrite<"fold-into-conv", core::graph_level>(graph_to_graph::conv_scale_rules),
        rewrite<"pad-in-conv", core::graph_level>(graph_to_graph::conv_padding_rules))) |
    stage<finish>(clean_up);

} // namespace tenon::standard

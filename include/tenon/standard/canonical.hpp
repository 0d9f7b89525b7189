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

#include <type_traits>

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

/// Passes out of the standard rules. Types of their own keep the names that compilers print short.
template <auto const& Rules, core::fixed_string Name, class... Removed>
struct rules_pass
    : pass::rule_pass<Name, core::graph_level, std::remove_cvref_t<decltype(Rules)>, Removed...> {
    constexpr rules_pass()
        : pass::rule_pass<Name, core::graph_level, std::remove_cvref_t<decltype(Rules)>,
                          Removed...>(Rules) {}
};
struct identities : rules_pass<graph_to_graph::identity_rules, "identities"> {};
struct movements : rules_pass<graph_to_graph::movement_rules, "movements"> {};
struct decompose_gemm : rules_pass<graph_to_graph::gemm_rules, "decompose-gemm", graph::gemm> {};
struct decompose_batch_normalization
    : rules_pass<graph_to_graph::batch_normalization_rules, "decompose-batch-normalization",
                 graph::batch_normalization> {};
struct fold_into_conv : rules_pass<graph_to_graph::conv_scale_rules, "fold-into-conv"> {};
struct pad_in_conv : rules_pass<graph_to_graph::conv_padding_rules, "pad-in-conv"> {};

/// Everything that makes a graph smaller without changing what it computes.
inline constexpr auto clean_up =
    until_stable(identities(), movements(), graph_to_graph::fold_constants(),
                 graph_to_graph::share_common(), graph_to_graph::remove_unused());

/// Leaves a graph without the ops that decompose.
inline constexpr auto canonical =
    stage<simplify>(graph_to_graph::infer_types(), clean_up) |
    stage<decompose>(decompose_gemm(), decompose_batch_normalization()) |
    stage<fold>(graph_to_graph::fold_constants(), clean_up) |
    stage<fuse>(until_stable(graph_to_graph::fold_constants(), fold_into_conv(), pad_in_conv())) |
    stage<finish>(clean_up);

} // namespace tenon::standard

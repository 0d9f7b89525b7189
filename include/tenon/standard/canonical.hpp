// The part of the standard pipeline that needs no compiled half: from an imported graph to a plain
// one.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/graph_to_graph/fold_constants.hpp>
#include <tenon/graph_to_graph/infer_types.hpp>
#include <tenon/graph_to_graph/remove_unused.hpp>
#include <tenon/graph_to_graph/share_common.hpp>
#include <tenon/pass/combinators.hpp>
#if TENON_RULES_IN_LIBRARY
#include <tenon/standard/compiled_passes.hpp>
#else
#include <tenon/standard/rule_passes.hpp>
#endif

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

inline namespace TENON_STANDARD_FORM {

// Whoever has the library need not check again how its passes compose.
#if TENON_RULES_IN_LIBRARY
namespace composed = pass::unchecked;
#else
namespace composed = pass;
#endif

/// Everything that makes a graph smaller without changing what it computes.
inline constexpr auto clean_up =
    composed::until_stable(identities(), movements(), graph_to_graph::fold_constants(),
                           graph_to_graph::share_common(), graph_to_graph::remove_unused());

/// Leaves a graph without the ops that decompose.
inline constexpr auto canonical = composed::sequence(
    composed::stage<simplify>(graph_to_graph::infer_types(), sum_quantized_products(), clean_up),
    composed::stage<decompose>(decompose_gemm(), decompose_batch_normalization(),
                               decompose_attention(), pad_before_quantized_conv()),
    composed::stage<fold>(graph_to_graph::fold_constants(), clean_up),
    composed::stage<fuse>(
        composed::until_stable(graph_to_graph::fold_constants(), fold_into_conv(), pad_in_conv())),
    composed::stage<finish>(clean_up));

} // namespace TENON_STANDARD_FORM
} // namespace tenon::standard

// The standard rules as passes.
#pragma once

#include <tenon/graph_to_graph/clean_up.hpp>
#include <tenon/graph_to_graph/decompose.hpp>
#include <tenon/graph_to_graph/fold_scale_into_conv.hpp>
#include <tenon/pass/rule_pass.hpp>

#include <type_traits>

namespace tenon::standard {
inline namespace rules_in_headers {

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

} // namespace rules_in_headers
} // namespace tenon::standard

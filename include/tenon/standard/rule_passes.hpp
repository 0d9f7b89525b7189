// The standard passes with their rules.
#pragma once

#include <tenon/graph_to_graph/clean_up.hpp>
#include <tenon/graph_to_graph/decompose.hpp>
#include <tenon/graph_to_graph/decompose_attention.hpp>
#include <tenon/graph_to_graph/fold_scale_into_conv.hpp>
#include <tenon/graph_to_graph/sum_quantized_products.hpp>
#include <tenon/pass/rule_pass.hpp>
#include <tenon/standard/declared_passes.hpp>

#include <type_traits>

namespace tenon::standard {
inline namespace rules_in_headers {

/// A declared pass and its rules. Types of their own keep the names that compilers print short.
template <class Declared, auto const& Rules>
using rules_pass_base =
    typename Declared::template with_rules<pass::rule_pass, std::remove_cvref_t<decltype(Rules)>>;
template <class Declared, auto const& Rules> struct rules_pass : rules_pass_base<Declared, Rules> {
    constexpr rules_pass() : rules_pass_base<Declared, Rules>(Rules) {}
};
struct identities : rules_pass<declared::identities, graph_to_graph::identity_rules> {};
struct movements : rules_pass<declared::movements, graph_to_graph::movement_rules> {};
struct sum_quantized_products
    : rules_pass<declared::sum_quantized_products, graph_to_graph::quantized_product_rules> {};
struct decompose_gemm : rules_pass<declared::decompose_gemm, graph_to_graph::gemm_rules> {};
struct decompose_batch_normalization : rules_pass<declared::decompose_batch_normalization,
                                                  graph_to_graph::batch_normalization_rules> {};
struct decompose_attention
    : rules_pass<declared::decompose_attention, graph_to_graph::attention_rules> {};
struct pad_before_quantized_conv
    : rules_pass<declared::pad_before_quantized_conv, graph_to_graph::quantized_conv_rules> {};
struct fold_into_conv : rules_pass<declared::fold_into_conv, graph_to_graph::conv_scale_rules> {};
struct pad_in_conv : rules_pass<declared::pad_in_conv, graph_to_graph::conv_padding_rules> {};

} // namespace rules_in_headers
} // namespace tenon::standard

// What is known of the standard passes without their rules.
#pragma once

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/attention.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
#include <tenon/graph/quantization.hpp>
#include <tenon/graph/reduction.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/graph/softmax.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::standard::declared {

template <class... Ops> struct removing {};

/// A pass that takes out the ops of `Removed` and may make nodes of `Made`: no others, which the
/// library checks where it knows the rules.
template <core::fixed_string Name, class Removed, class... Made> struct pass;
template <core::fixed_string Name, class... Removed, class... Made>
struct pass<Name, removing<Removed...>, Made...>
    : tenon::pass::step<tenon::pass::at_level<core::graph_level>,
                        tenon::pass::at_level_without<core::graph_level, Removed...>> {
    static constexpr std::string_view name = Name.view();
    static constexpr tenon::pass::made_op made_ops[sizeof...(Made) + 1]{
        {name, &core::facts_of<Made>}..., {}};
    /// The pass with its rules, by a template like `pass::rule_pass`.
    template <template <core::fixed_string, class, class, class...> class RulePass, class Rules>
    using with_rules = RulePass<Name, core::graph_level, Rules, Removed...>;
};

using identities =
    pass<"identities", removing<>, graph::mul, graph::add, graph::sub, graph::abs, graph::relu>;
using movements = pass<"movements", removing<>, graph::reshape, graph::transpose>;
using sum_quantized_products =
    pass<"sum-quantized-products", removing<>, graph::conv_integer, graph::mat_mul_integer,
         graph::cast, graph::mul, graph::add, graph::reshape, graph::transpose>;
using decompose_gemm = pass<"decompose-gemm", removing<graph::gemm>, graph::gemm, graph::transpose,
                            graph::mat_mul, graph::add, graph::mul>;
using decompose_batch_normalization =
    pass<"decompose-batch-normalization", removing<graph::batch_normalization>, graph::add,
         graph::mul, graph::reshape, graph::cast, graph::div, graph::sqrt, graph::sub>;
using decompose_attention =
    pass<"decompose-attention", removing<graph::attention>, graph::attention, graph::mat_mul,
         graph::transpose, graph::mul, graph::div, graph::tanh, graph::add, graph::softmax,
         graph::cast, graph::where, graph::reduce_max, graph::reduce_sum, graph::sub, graph::exp,
         graph::max, graph::and_, graph::less_or_equal, graph::iota, graph::reshape, graph::expand>;
using pad_before_quantized_conv = pass<"pad-before-quantized-conv", removing<>, graph::pad,
                                       graph::conv_integer, graph::q_linear_conv>;
using fold_into_conv = pass<"fold-into-conv", removing<>, graph::conv, graph::mul, graph::reshape,
                            graph::expand, graph::add>;
using pad_in_conv = pass<"pad-in-conv", removing<>, graph::conv>;

} // namespace tenon::standard::declared

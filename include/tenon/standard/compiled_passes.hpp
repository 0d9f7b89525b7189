// The passes of rule_passes.hpp without their rules, which are in the compiled half.
#pragma once

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::standard {
namespace compiled {

/// A pass that may make nodes of these ops.
template <core::fixed_string Name, class To, class... Made>
struct pass : tenon::pass::step<tenon::pass::at_level<core::graph_level>, To> {
    static constexpr std::string_view name = Name.view();
    static constexpr tenon::pass::made_op made_ops[sizeof...(Made) + 1]{
        {Name.view(), &core::facts_of<Made>}..., {}};
};
using same = tenon::pass::at_level<core::graph_level>;
template <class... Ops>
using without = core::typed_program<core::graph_level, tenon::pass::without_ops<Ops...>>;

} // namespace compiled

#if defined(TENON_PRECOMPILED) && !defined(TENON_STANDARD_RULES)
inline
#endif
    namespace rules_in_library {

struct identities : compiled::pass<"identities", compiled::same, graph::mul, graph::add, graph::sub,
                                   graph::abs, graph::relu> {
    void operator()(core::program& p, context& c) const;
};
struct movements : compiled::pass<"movements", compiled::same, graph::reshape, graph::transpose> {
    void operator()(core::program& p, context& c) const;
};
struct decompose_gemm
    : compiled::pass<"decompose-gemm", compiled::without<graph::gemm>, graph::gemm,
                     graph::transpose, graph::mat_mul, graph::add, graph::mul> {
    void operator()(core::program& p, context& c) const;
};
struct decompose_batch_normalization
    : compiled::pass<"decompose-batch-normalization", compiled::without<graph::batch_normalization>,
                     graph::add, graph::mul, graph::reshape, graph::cast, graph::div, graph::sqrt,
                     graph::sub> {
    void operator()(core::program& p, context& c) const;
};
struct fold_into_conv : compiled::pass<"fold-into-conv", compiled::same, graph::conv, graph::mul,
                                       graph::reshape, graph::expand, graph::add> {
    void operator()(core::program& p, context& c) const;
};
struct pad_in_conv : compiled::pass<"pad-in-conv", compiled::same, graph::conv> {
    void operator()(core::program& p, context& c) const;
};

} // namespace rules_in_library
} // namespace tenon::standard

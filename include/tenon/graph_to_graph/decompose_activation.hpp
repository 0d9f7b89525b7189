// Activation functions in terms of arithmetic.
#pragma once

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

namespace detail {

/// The attribute `Name` of the matched root, times `Factor`, as a scalar constant of its dtype.
template <core::fixed_string Name, int Factor = 1>
inline constexpr auto attribute_of_root = constant_from([](auto const& m) {
    return core::tensor::from(m.root().type().element, {},
                              core::list<double>{Factor * m.root()[core::attr<Name>].real});
});

} // namespace detail

/// For targets and tools without activation functions; the standard pipeline keeps them, since each
/// is one formula to it as it stands.
inline constexpr auto activation_rules = [] {
    using core::attr;
    using detail::attribute_of_root;
    constexpr auto x = any<"x">;
    constexpr auto s = any<"s">;
    constexpr auto alpha = attribute_of_root<"alpha">;
    constexpr auto soft_maximum = add(max(x, 0.0), log(add(exp(neg(abs(x))), 1.0)));
    constexpr auto to_0_and_1 = [](auto value) { return min(max(value, 0.0), 1.0); };
    return rules(
        // clang-format off
        // relu(x) = max(x, 0)
        match::library_rule<"relu">(relu(x) >> max(x, 0.0)),
        // leaky(x) = x < 0 ? alpha x : x
        match::library_rule<"leaky-relu">(leaky_relu(x) >> where_(less(x, 0.0), mul(x, alpha), x)),
        // prelu(x, s) = x < 0 ? s x : x
        match::library_rule<"prelu">(prelu(x, s) >> where_(less(x, 0.0), mul(x, s), x)),
        // elu(x) = x < 0 ? alpha (e^x - 1) : x
        match::library_rule<"elu">(elu(x) >> where_(less(x, 0.0), mul(sub(exp(x), 1.0), alpha), x)),
        // selu(x) = gamma (x <= 0 ? alpha (e^x - 1) : x)
        match::library_rule<"selu">(selu(x) >> mul(where_(less_or_equal(x, 0.0), mul(sub(exp(x), 1.0), alpha), x), attribute_of_root<"gamma">)),
        // celu(x) = max(x, 0) + min(alpha (e^(x / alpha) - 1), 0)
        match::library_rule<"celu">(celu(x) >> add(max(x, 0.0), min(mul(sub(exp(div(x, alpha)), 1.0), alpha), 0.0))),
        // x > alpha ? x : 0
        match::library_rule<"thresholded-relu">(thresholded_relu(x) >> where_(greater(x, alpha), x, 0.0)),
        // alpha x + beta between 0 and 1
        match::library_rule<"hard-sigmoid">(hard_sigmoid(x) >> to_0_and_1(add(mul(x, alpha), attribute_of_root<"beta">))),
        // x times (x / 6 + 1/2 between 0 and 1)
        match::library_rule<"hard-swish">(hard_swish(x) >> mul(x, to_0_and_1(add(mul(x, 1.0 / 6), 0.5)))),
        // sigmoid(x) = 1 / (1 + e^-x)
        match::library_rule<"sigmoid">(sigmoid(x) >> reciprocal(add(exp(neg(x)), 1.0))),
        // softplus(x) = max(x, 0) + log(1 + e^-|x|)
        match::library_rule<"softplus">(softplus(x) >> soft_maximum),
        // softsign(x) = x / (1 + |x|)
        match::library_rule<"softsign">(softsign(x) >> div(x, add(abs(x), 1.0))),
        // gelu(x) = x / 2 (1 + erf(x / sqrt 2))
        match::library_rule<"gelu">(gelu(x, attr<"approximate"> = "none") >> mul(mul(x, 0.5), add(erf(mul(x, 0.7071067811865476)), 1.0))),
        // gelu(x) = x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
        match::library_rule<"gelu-by-tanh">(gelu(x, attr<"approximate"> = "tanh") >>
            mul(mul(x, 0.5), add(tanh(mul(add(x, mul(mul(mul(x, x), x), 0.044715)), 0.7978845608028654)), 1.0))),
        // mish(x) = x tanh(softplus(x))
        match::library_rule<"mish">(mish(x) >> mul(x, tanh(soft_maximum))),
        // swish(x) = x sigmoid(alpha x)
        match::library_rule<"swish">(swish(x) >> mul(x, sigmoid(mul(x, alpha)))),
        // x < -l ? x + b : x > l ? x - b : 0
        match::library_rule<"shrink">(shrink(x) >>
            where_(less(x, attribute_of_root<"lambd", -1>), add(x, attribute_of_root<"bias">),
                   where_(greater(x, attribute_of_root<"lambd">), sub(x, attribute_of_root<"bias">), 0.0)))
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

// Attention in terms of matrix products and softmax.
#pragma once

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/attention.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/reduction.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/graph/softmax.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

namespace detail {

/// The dtype in which the softmax of the matched attention is computed.
constexpr core::dtype softmax_dtype(auto const& m) {
    auto const& wanted = m.root()[core::attr<"softmax_precision">];
    return wanted.is_set() ? wanted.dtype : m.root().type().element;
}
/// In that dtype, and back.
template <class Value> constexpr auto for_softmax(Value const& value) {
    return cast(value, core::attr<"to"> = [](auto const& m) { return softmax_dtype(m); });
}
template <class Value> constexpr auto after_softmax(Value const& value) {
    return cast(value, core::attr<"to"> = [](auto const& m) { return m.root().type().element; });
}
/// An attribute of the matched attention as a constant of its dtype; numbers in that of its
/// softmax.
template <core::fixed_string Name>
inline constexpr auto number_of_attention = constant_from([](auto const& m) {
    return core::tensor::from(m.root().type().element, {},
                              core::list<double>{m.root()[core::attr<Name>].real});
});
template <int Value>
inline constexpr auto number_in_softmax = constant_from([](auto const& m) {
    return core::tensor::from(softmax_dtype(m), {}, core::list<double>{Value});
});
inline constexpr auto lowest_score = constant_from([](auto const& m) {
    return core::tensor::from(softmax_dtype(m), {}, core::list<double>{-core::detail::infinity});
});
inline constexpr auto keys_last = core::few<std::int64_t>{0, 1, 3, 2};
inline constexpr auto over_keys = core::attr<"axes"> = core::few<std::int64_t>{3};

template <class Scores> constexpr auto softmax_over_keys(Scores const& scores) {
    return softmax(for_softmax(scores), core::attr<"axis"> = 3);
}
/// The softmax of `scores` over the keys that are `seen`; 0 where none is. The largest share is 1,
/// so that a lower total is that of nothing.
template <class Scores, class Seen>
constexpr auto softmax_of_seen(Scores const& scores, Seen const& seen) {
    auto const wide = for_softmax(scores);
    auto const most = reduce_max(where_(seen, wide, lowest_score), over_keys);
    auto const shares = where_(seen, exp(sub(wide, most)), number_in_softmax<0>);
    return div(shares, max(reduce_sum(shares, over_keys), number_in_softmax<1>));
}

/// Keys or values with a head for each of the queries, of which a group shares one.
template <core::fixed_string Name> constexpr auto for_each_head_of_q() {
    constexpr auto x = any<Name>;
    constexpr auto single = core::attr<"shape"> = [](auto const& m) {
        auto shape = m[Name.text].type().shape;
        shape.insert(2, core::dim(1));
        return shape;
    };
    constexpr auto repeated = core::attr<"shape"> = [](auto const& m) {
        auto shape = m[Name.text].type().shape;
        shape.insert(2, core::floordiv(m["q"].dim(1), shape[1]));
        return shape;
    };
    constexpr auto joined = core::attr<"shape"> = [](auto const& m) {
        auto shape = m[Name.text].type().shape;
        shape[1] = m["q"].dim(1);
        return shape;
    };
    return reshape(expand(reshape(x, single), repeated), joined);
}

/// The numbers below dimension `Axis` of the scores, along it: of rank 1, or as a column.
template <int Axis> constexpr auto positions() {
    constexpr auto zero = constant_from([](auto const&) {
        return core::tensor::from(core::dtype::i64, {}, core::list<double>{0});
    });
    constexpr auto one = constant_from([](auto const&) {
        return core::tensor::from(core::dtype::i64, {}, core::list<double>{1});
    });
    return iota(
        zero, one, core::attr<"length"> = [](auto const& m) {
            return core::list<core::dim>{m[Axis == 2 ? "q" : "k"].dim(2)};
        });
}
/// Where a key is not behind the query.
constexpr auto up_to_query() {
    return less_or_equal(positions<3>(),
                         reshape(
                             positions<2>(), core::attr<"shape"> = [](auto const& m) {
                                 return core::list<core::dim>{m["q"].dim(2), core::dim(1)};
                             }));
}

} // namespace detail

/// Attention as matrix products around a softmax. The scale goes to the queries, where it is least
/// work and may become part of what makes them.
inline constexpr auto attention_rules = [] {
    using namespace detail;
    using core::attr;
    using core::absent;
    constexpr auto q = any<"q">;
    constexpr auto k = any<"k">;
    constexpr auto v = any<"v">;
    constexpr auto b = any<"b">;
    constexpr auto s = any<"s">;
    constexpr auto unscaled = attr<"scale"> = 1.0;
    constexpr auto uncapped = attr<"softcap"> = 0.0;
    constexpr auto acausal = attr<"is_causal"> = 0;
    constexpr auto c = number_of_attention<"softcap">;
    constexpr auto product = mat_mul(q, transpose(k, attr<"perm"> = keys_last));
    constexpr auto capped = mul(tanh(div(product, c)), c);
    constexpr auto is_scaled =
        where([](auto const& m) { return m.node("a").at("scale").real != 1; });
    constexpr auto is_capped =
        where([](auto const& m) { return m.node("a").at("softcap").real != 0; });
    constexpr auto shares_heads = where([](auto const& m) {
        return !(m["k"].dim(1) == m["q"].dim(1)) && !(m["k"].dim(1) == core::dim(1));
    });
    return rules(
        in_order,
        // clang-format off
        // attention(q, k, v; scale) = attention(scale q, k, v)
        match::library_rule<"attention-scale">(attention(q, k, v, maybe<"b">, maybe<"s">).as<"a">() >> attention(mul(q, number_of_attention<"scale">), k, v, maybe<"b">, maybe<"s">, unscaled), is_scaled,
            followed_by<"attention-groups", "causal-attention", "causal-attention-with-mask", "attention", "attention-with-bias", "attention-with-mask", "attention-with-bias-and-mask", "capped-attention", "capped-attention-with-bias", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // attention(q, k, v) = attention(q, k', v'), where heads of k' and v' are repeated
        match::library_rule<"attention-groups">(attention(q, k, v, maybe<"b">, maybe<"s">) >> attention(q, for_each_head_of_q<"k">(), for_each_head_of_q<"v">(), maybe<"b">, maybe<"s">), shares_heads,
            followed_by<"causal-attention", "causal-attention-with-mask", "attention", "attention-with-bias", "attention-with-mask", "attention-with-bias-and-mask", "capped-attention", "capped-attention-with-bias", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // causal attention(q, k, v) = attention(q, k, v; key <= query)
        match::library_rule<"causal-attention">(attention(q, k, v, maybe<"b">, absent, attr<"is_causal"> = 1) >> attention(q, k, v, maybe<"b">, up_to_query(), acausal),
            followed_by<"attention-with-mask", "attention-with-bias-and-mask", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // causal attention(q, k, v; s) = attention(q, k, v; s and key <= query)
        match::library_rule<"causal-attention-with-mask">(attention(q, k, v, maybe<"b">, s, attr<"is_causal"> = 1) >> attention(q, k, v, maybe<"b">, and_(s, up_to_query()), acausal),
            followed_by<"attention-with-mask", "attention-with-bias-and-mask", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // attention(q, k, v) = softmax(q k') v
        match::library_rule<"attention">(attention(q, k, v, unscaled, uncapped, acausal) >> mat_mul(after_softmax(softmax_over_keys(product)), v)),
        // attention(q, k, v, b) = softmax(q k' + b) v
        match::library_rule<"attention-with-bias">(attention(q, k, v, b, unscaled, uncapped, acausal) >> mat_mul(after_softmax(softmax_over_keys(add(product, b))), v)),
        // attention(q, k, v; s) = softmax(q k' where s) v
        match::library_rule<"attention-with-mask">(attention(q, k, v, absent, s, unscaled, uncapped, acausal) >> mat_mul(after_softmax(softmax_of_seen(product, s)), v)),
        // attention(q, k, v, b; s) = softmax(q k' + b where s) v
        match::library_rule<"attention-with-bias-and-mask">(attention(q, k, v, b, s, unscaled, uncapped, acausal) >> mat_mul(after_softmax(softmax_of_seen(add(product, b), s)), v)),
        // attention(q, k, v; c) = softmax(c tanh(q k' / c)) v
        match::library_rule<"capped-attention">(attention(q, k, v, unscaled, acausal).as<"a">() >> mat_mul(after_softmax(softmax_over_keys(capped)), v), is_capped),
        // attention(q, k, v, b; c) = softmax(c tanh(q k' / c) + b) v
        match::library_rule<"capped-attention-with-bias">(attention(q, k, v, b, unscaled, acausal).as<"a">() >> mat_mul(after_softmax(softmax_over_keys(add(capped, b))), v), is_capped),
        // attention(q, k, v; c, s) = softmax(c tanh(q k' / c) where s) v
        match::library_rule<"capped-attention-with-mask">(attention(q, k, v, absent, s, unscaled, acausal).as<"a">() >> mat_mul(after_softmax(softmax_of_seen(capped, s)), v), is_capped),
        // attention(q, k, v, b; c, s) = softmax(c tanh(q k' / c) + b where s) v
        match::library_rule<"capped-attention-with-bias-and-mask">(attention(q, k, v, b, s, unscaled, acausal).as<"a">() >> mat_mul(after_softmax(softmax_of_seen(add(capped, b), s)), v), is_capped)
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

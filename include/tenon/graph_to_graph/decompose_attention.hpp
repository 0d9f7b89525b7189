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

/// A value of [batch, heads, queries, ...], whose last dimension is that of capture `Like` along
/// `Axis`, with the queries of heads that share keys in one matrix; and taken apart again.
template <core::fixed_string Like, int Axis, class Value>
constexpr auto side_by_side(Value const& value) {
    return reshape(
        value, core::attr<"shape"> = [](auto const& m) {
            auto const group = core::floordiv(m["q"].dim(1), m["k"].dim(1));
            return core::list<core::dim>{m["q"].dim(0), m["k"].dim(1), group * m["q"].dim(2),
                                         m[Like.text].dim(Axis)};
        });
}
template <core::fixed_string Like, int Axis, class Value>
constexpr auto head_by_head(Value const& value) {
    return reshape(
        value, core::attr<"shape"> = [](auto const& m) {
            return core::list<core::dim>{m["q"].dim(0), m["q"].dim(1), m["q"].dim(2),
                                         m[Like.text].dim(Axis)};
        });
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

/// Attention as matrix products around a softmax. The scale follows the first of them; in half
/// precision, where products may be too large for it, it goes to the queries.
inline constexpr auto attention_rules = [] {
    using namespace detail;
    using core::attr;
    using core::absent;
    constexpr auto q = any<"q">;
    constexpr auto k = any<"k">;
    constexpr auto v = any<"v">;
    constexpr auto b = any<"b">;
    constexpr auto s = any<"s">;
    constexpr auto uncapped = attr<"softcap"> = 0.0;
    constexpr auto acausal = attr<"is_causal"> = 0;
    constexpr auto c = number_of_attention<"softcap">;
    constexpr auto product =
        mat_mul(side_by_side<"q", 3>(q), transpose(k, attr<"perm"> = keys_last));
    constexpr auto scores = head_by_head<"k", 2>(mul(product, number_of_attention<"scale">));
    constexpr auto capped = mul(tanh(div(scores, c)), c);
    constexpr auto mean_by = [](auto const& shares) {
        return head_by_head<"v", 3>(mat_mul(side_by_side<"k", 2>(after_softmax(shares)), any<"v">));
    };
    constexpr auto is_narrow = where([](auto const& m) {
        return m.node("a").at("scale").real != 1 && core::bits(m["q"].element()) < 32;
    });
    constexpr auto is_capped =
        where([](auto const& m) { return m.node("a").at("softcap").real != 0; });
    return rules(
        in_order,
        // clang-format off
        // attention(q, k, v; scale) = attention(scale q, k, v)
        match::library_rule<"attention-scale">(attention(q, k, v, maybe<"b">, maybe<"s">).as<"a">() >> attention(mul(q, number_of_attention<"scale">), k, v, maybe<"b">, maybe<"s">, attr<"scale"> = 1.0), is_narrow,
            followed_by<"causal-attention", "causal-attention-with-mask", "attention", "attention-with-bias", "attention-with-mask", "attention-with-bias-and-mask", "capped-attention", "capped-attention-with-bias", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // causal attention(q, k, v) = attention(q, k, v; key <= query)
        match::library_rule<"causal-attention">(attention(q, k, v, maybe<"b">, absent, attr<"is_causal"> = 1) >> attention(q, k, v, maybe<"b">, up_to_query(), acausal),
            followed_by<"attention-with-mask", "attention-with-bias-and-mask", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // causal attention(q, k, v; s) = attention(q, k, v; s and key <= query)
        match::library_rule<"causal-attention-with-mask">(attention(q, k, v, maybe<"b">, s, attr<"is_causal"> = 1) >> attention(q, k, v, maybe<"b">, and_(s, up_to_query()), acausal),
            followed_by<"attention-with-mask", "attention-with-bias-and-mask", "capped-attention-with-mask", "capped-attention-with-bias-and-mask">),
        // attention(q, k, v; a) = softmax(a q k') v
        match::library_rule<"attention">(attention(q, k, v, uncapped, acausal) >> mean_by(softmax_over_keys(scores))),
        // attention(q, k, v, b; a) = softmax(a q k' + b) v
        match::library_rule<"attention-with-bias">(attention(q, k, v, b, uncapped, acausal) >> mean_by(softmax_over_keys(add(scores, b)))),
        // attention(q, k, v; a, s) = softmax(a q k' where s) v
        match::library_rule<"attention-with-mask">(attention(q, k, v, absent, s, uncapped, acausal) >> mean_by(softmax_of_seen(scores, s))),
        // attention(q, k, v, b; a, s) = softmax(a q k' + b where s) v
        match::library_rule<"attention-with-bias-and-mask">(attention(q, k, v, b, s, uncapped, acausal) >> mean_by(softmax_of_seen(add(scores, b), s))),
        // attention(q, k, v; a, c) = softmax(c tanh(a q k' / c)) v
        match::library_rule<"capped-attention">(attention(q, k, v, acausal).as<"a">() >> mean_by(softmax_over_keys(capped)), is_capped),
        // attention(q, k, v, b; a, c) = softmax(c tanh(a q k' / c) + b) v
        match::library_rule<"capped-attention-with-bias">(attention(q, k, v, b, acausal).as<"a">() >> mean_by(softmax_over_keys(add(capped, b))), is_capped),
        // attention(q, k, v; a, c, s) = softmax(c tanh(a q k' / c) where s) v
        match::library_rule<"capped-attention-with-mask">(attention(q, k, v, absent, s, acausal).as<"a">() >> mean_by(softmax_of_seen(capped, s)), is_capped),
        // attention(q, k, v, b; a, c, s) = softmax(c tanh(a q k' / c) + b where s) v
        match::library_rule<"capped-attention-with-bias-and-mask">(attention(q, k, v, b, s, acausal).as<"a">() >> mean_by(softmax_of_seen(add(capped, b), s)), is_capped)
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

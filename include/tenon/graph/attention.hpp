// Scaled dot-product attention.
#pragma once

#include <tenon/graph/meaning.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

/// Which head of the keys and values belongs to head `i` of the queries: of several heads, a group
/// shares one.
template <class Reading>
constexpr index_in<Reading> shared_head(Reading& m, index_in<Reading> const& i, auto const& q,
                                        auto const& k) {
    if (m.certainly(q.dim(1) == k.dim(1))) return i;
    return i / (q.dim(1) / k.dim(1));
}
/// An operand that broadcasts to the scores.
constexpr void require_like_scores(inference& c, int operand, list<dim> const& scores) {
    if (!c.has(operand)) return;
    auto const both = c.broadcast_shapes(scores, c.operand(operand).shape);
    if (both.size() != scores.size())
        return c.fail("a mask has more dimensions than the scores, expected it to broadcast");
    for (std::size_t d = 0; d != both.size(); ++d)
        c.require_equal(both[d], scores[d], "dimensions of a mask and of the scores");
}

} // namespace detail

/// The core of ONNX Attention (23, 24, 25): for each query the mean of the values `v`, weighted by
/// the softmax of its scores. A score is the product of query and key, times `scale`; with a
/// `softcap` c it becomes c tanh(score / c); then `bias` is added. A query does not see the keys
/// where `mask` is false nor, where it `is_causal`, those behind its own position; the mean is 0
/// where it sees none. `q` is [batch, heads, queries, size], `k` and `v` are [batch, heads, keys,
/// size]; their heads divide those of `q`, of which a group shares one. The softmax is computed in
/// `softmax_precision`, or in the dtype of `q`.
struct attention : indexed<"attention"> {
    static constexpr operand_facts operands[]{{"q", presence::required, core::any_float},
                                              {"k", presence::required, core::any_float},
                                              {"v", presence::required, core::any_float},
                                              {"bias", presence::optional, core::any_float},
                                              {"mask", presence::optional, core::only_boolean}};
    static constexpr std::string_view sample_shapes =
        "BASD,BATD,BATE,BAST,ST|N6SD,N3TD,N3TE,6ST,N11T|BASD,B1TD,B1TE,ST,B1ST";
    static constexpr attribute_facts attributes[]{
        attr<"scale"> = 1.0, attr<"softcap"> = 0.0, attr<"is_causal"> = 0,
        attr<"softmax_precision">.optional(attribute_kind::dtype)};
    static constexpr void infer(inference& c) {
        for (int k = 1; k != 4; ++k) detail::require_same_dtype(c, 0, k);
        for (int k = 0; k != 3; ++k)
            if (!detail::require_rank(c, k, 4)) return;
        auto const precision = c[attr<"softmax_precision">];
        if (precision.is_set() && !core::is_float(precision.dtype))
            return c.fail("attribute \"softmax_precision\" is not a floating dtype");
        for (int k = 1; k != 3; ++k)
            c.require_equal(c.dim_of(k, 0), c.dim_of(0, 0), "batches of queries, keys and values");
        c.require_equal(c.dim_of(1, 1), c.dim_of(2, 1), "heads of keys and of values");
        c.require_equal(c.dim_of(1, 2), c.dim_of(2, 2), "keys and values");
        c.require_equal(c.dim_of(0, 3), c.dim_of(1, 3), "sizes of queries and of keys");
        if (!(c.dim_of(0, 1) == c.dim_of(1, 1))) {
            c.require_at_least(c.dim_of(1, 1), 1, "number of heads of keys");
            if (c.failed()) return;
            c.require_equal(core::mod(c.dim_of(0, 1), c.dim_of(1, 1)), 0,
                            "heads of queries beyond whole groups and 0");
        }
        list<dim> const scores{c.dim_of(0, 0), c.dim_of(0, 1), c.dim_of(0, 2), c.dim_of(1, 2)};
        for (int k = 3; k != 5; ++k) detail::require_like_scores(c, k, scores);
        if (!c.failed())
            c.result(0, c.element(0), {scores[0], scores[1], scores[2], c.dim_of(2, 3)});
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const q = in[0], k = in[1], v = in[2], bias = in[3], mask = in[4];
        using indices = detail::indices_in<decltype(m)>;
        auto const wide =
            a.has(attr<"softmax_precision">) ? a[attr<"softmax_precision">] : q.dtype();
        auto const head = detail::shared_head(m, i[1], q, k);
        bool const causal = a[attr<"is_causal">] != 0;
        auto const score = [&](auto const& key) {
            auto x = m.sum({q.dim(3)}, [&](auto const& d) {
                return q(i.with(3, d[0])) * k(indices{i[0], head, key, d[0]});
            });
            if (auto const scale = a[attr<"scale">]; scale != 1) x = x * scale;
            if (auto const cap = a[attr<"softcap">]; cap != 0) x = core::tanh(x / cap) * cap;
            if (bias.present()) x = x + bias(m.broadcast(i.with(3, key), bias));
            return m.cast(x, wide);
        };
        auto const if_seen = [&](auto const& key, auto const& x, auto const& otherwise) {
            auto result = x;
            if (causal) result = core::select(key <= i[2], result, otherwise);
            if (mask.present())
                result = core::select(mask(m.broadcast(i.with(3, key), mask)), result, otherwise);
            return result;
        };
        indices const keys{k.dim(2)};
        auto const most = m.largest(keys, detail::lowest(m, wide), [&](auto const& key) {
            return if_seen(key[0], score(key[0]), detail::lowest(m, wide));
        });
        auto const share = [&](auto const& key) {
            return if_seen(key, core::exp(score(key) - most), m.literal(0, wide));
        };
        auto total = m.sum(keys, [&](auto const& key) { return share(key[0]); });
        // The largest share is 1: a lower total is that of nothing.
        if (causal || mask.present()) total = core::max(total, 1);
        return m.sum(keys, [&](auto const& key) {
            return m.cast(share(key[0]) / total, v.dtype()) * v(indices{i[0], head, key[0], i[3]});
        });
    };
};

using attention_ops = core::dialect<attention>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::attention> attention;
} // namespace tenon

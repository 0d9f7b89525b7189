// ONNX Runtime's own operators, which models have once it or Optimum has optimised them.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
#include <tenon/graph/selection.hpp>

#include "onnx_to_graph/attention.hpp"
#include "onnx_to_graph/microsoft_schemas.hpp"

namespace tenon::onnx_to_graph {

namespace {

value_id plus(importing& c, value_id a, value_id b) {
    if (a == value_id::none) return b;
    if (b == value_id::none) return a;
    return c.add<graph::add>(a, b);
}

// Activations.
void import_gelu(importing& c) { c.output(0, c.add<graph::gelu>(plus(c, c[0], c[1]))); }
void import_fast_gelu(importing& c) {
    c.output(0, c.add<graph::gelu>(plus(c, c[0], c[1]), attr<"approximate"> = "tanh"));
}
void import_quick_gelu(importing& c) {
    c.output(0, c.add<graph::swish>(c[0], attr<"alpha"> = c.real("alpha", 1.702)));
}

// Normalisations of sums; the last result is the sum.
void import_skip_layer_normalization(importing& c) {
    auto const sum = plus(c, plus(c, c[0], c[1]), c[4]);
    auto const results =
        c.add_all<graph::layer_normalization>(sum, c[2], c[3], core::results(3), attr<"axis"> = -1,
                                              attr<"epsilon"> = c.real("epsilon", 1e-12));
    for (int i = 0; i != 3; ++i) c.output(i, results[static_cast<std::size_t>(i)]);
    c.output(3, sum);
}
void import_skip_rms_normalization(importing& c) {
    auto const sum = plus(c, plus(c, c[0], c[1]), c[3]);
    c.output(0, c.add<graph::rms_normalization>(sum, c[2], attr<"axis"> = -1,
                                                attr<"epsilon"> = c.real("epsilon", 1e-12)));
    c.output(3, sum);
}

// Attention.

void refuse_attribute(importing& c, std::string_view name) {
    if (c.integer(name, 0) != 0)
        c.fail(text("attribute ") + name + " is set, which is not supported");
}
void refuse_input(importing& c, int i, std::string_view name) {
    if (c.has(i)) c.fail(text("input ") + name + " is given, which is not supported");
}
/// What is added to the scores: nothing where a key is seen, else `mask_filter_value`. Operand `i`
/// is 0 where a key is hidden, for [batch, keys] or [batch, queries, keys], or holds the number of
/// keys of each batch.
value_id bias_of_mask(importing& c, int i, dim const& keys) {
    auto const shape = c.shape(i);
    auto const zero = c.scalar_like(i, 0);
    value_id seen = value_id::none;
    if (shape.size() == 1) {
        auto const first = c.constant(core::tensor::from(dtype::i64, {}, list<std::int64_t>{0}));
        auto const lengths =
            c.add<graph::cast>(reshaped(c, c[i], {shape[0], 1, 1, 1}), attr<"to"> = dtype::i64);
        seen = c.add<graph::less>(positions(c, first, keys, 3), lengths);
    } else if (shape.size() == 2) {
        seen = c.add<graph::greater>(reshaped(c, c[i], {shape[0], 1, 1, shape[1]}), zero);
    } else if (shape.size() == 3) {
        seen = c.add<graph::greater>(reshaped(c, c[i], {shape[0], 1, shape[1], shape[2]}), zero);
    } else {
        c.fail(text("its mask has rank ") +
               core::to_string(static_cast<std::int64_t>(shape.size())) + ", expected 1 to 3");
    }
    return c.add<graph::where>(seen, c.scalar_like(0, 0),
                               c.scalar_like(0, c.real("mask_filter_value", -10000)));
}
/// Keys up to the query's own place, where `past` keys came before the first query.
void add_direction(importing& c, attention_parts& parts, dim const& past) {
    if (c.integer("unidirectional", 0) == 0) return;
    parts.causal = past == dim(0);
    if (parts.causal) return;
    auto const first = c.constant(core::tensor::from(dtype::i64, {}, list<std::int64_t>{0}));
    auto const own =
        c.add<graph::size_values>(attr<"values"> = list<dim>{past}, attr<"scalar"> = 1);
    parts.mask = c.add<graph::less_or_equal>(positions(c, first, c.shape(parts.k)[2], 3),
                                             positions(c, own, c.shape(parts.q)[2], 2));
}
void finish_attention(importing& c, attention_parts& parts, int mask, int bias, dim const& past) {
    add_direction(c, parts, past);
    if (c.has(mask)) parts.bias = bias_of_mask(c, mask, c.shape(parts.k)[2]);
    parts.bias = plus(c, parts.bias, c[bias]);
    parts.scale = c.real("scale", 0);
    if (parts.scale == 0) parts.scale = usual_scale(c, parts.q);
    c.output(0, join_heads(c, add_attention(c, parts)));
}
value_id after(importing& c, value_id past, value_id now) {
    return c.add<graph::concat>(list<value_id>{past, now}, attr<"axis"> = 2);
}

/// One product makes queries, keys and values. Past and present are [2, batch, heads, keys, size].
void import_packed_attention(importing& c) {
    refuse_attribute(c, "do_rotary");
    refuse_attribute(c, "past_present_share_buffer");
    refuse_input(c, 6, "past_sequence_length");
    if (c.rank(0) != 3 || c.rank(1) != 2) c.fail("its input and weights do not have ranks 3 and 2");
    auto const all = plus(c, c.add<graph::mat_mul>(c[0], c[1]), c[2]);
    auto const width = c.shape(all)[2];
    auto const given = c.integers("qkv_hidden_sizes");
    if (!given.empty() && given.size() != 3)
        c.fail("attribute qkv_hidden_sizes does not have 3 entries");
    list<dim> sizes(3, floordiv(width, dim(3)));
    if (!given.empty()) sizes = {given.begin(), given.end()};
    c.require_equal(sizes[0] + sizes[1] + sizes[2], width, "hidden sizes and columns of weights");
    auto const heads = c.integer("num_heads");
    auto const part = [&](dim const& start, dim const& size) {
        return split_heads(c, part_of(c, all, 2, start, size), heads);
    };
    attention_parts parts{part(0, sizes[0]), part(sizes[0], sizes[1]),
                          part(sizes[0] + sizes[1], sizes[2])};
    dim past = 0;
    if (c.has(4)) {
        auto const shape = c.shape(4);
        if (shape.size() != 5) c.fail("its past does not have rank 5");
        c.require_equal(shape[0], 2, "keys and values of the past");
        list<dim> const one(shape.begin() + 1, shape.end());
        parts.k = after(c, reshaped(c, part_of(c, c[4], 0, 0, 1), one), parts.k);
        parts.v = after(c, reshaped(c, part_of(c, c[4], 0, 1, 1), one), parts.v);
        past = shape[3];
    }
    if (c.wants(1)) {
        auto stacked = c.shape(parts.k);
        stacked.insert(0, dim(1));
        c.output(1, c.add<graph::concat>(list<value_id>{reshaped(c, parts.k, stacked),
                                                        reshaped(c, parts.v, stacked)},
                                         attr<"axis"> = 0));
    }
    finish_attention(c, parts, 3, 5, past);
}

void import_multi_head_attention(importing& c) {
    refuse_input(c, 8, "past_sequence_length");
    refuse_input(c, 9, "cache_indirection");
    if (!c.has(1) || !c.has(2) || c.rank(0) != 3)
        c.fail("its queries, keys and values are packed, expected them apart");
    auto const heads = c.integer("num_heads");
    dim start = 0;
    auto const read = [&](int i) {
        if (c.rank(i) == 4) {
            if (c.has(3)) c.fail("it has a bias and keys with their heads apart, expected one");
            return c[i];
        }
        if (c.rank(i) != 3)
            c.fail(text("input ") + core::to_string(std::int64_t{i}) + " has rank " +
                   core::to_string(std::int64_t{c.rank(i)}) + ", expected 3 or 4");
        auto value = c[i];
        if (c.has(3)) value = plus(c, value, part_of(c, c[3], 0, start, c.shape(i)[2]));
        start = start + c.shape(i)[2];
        return split_heads(c, value, heads);
    };
    attention_parts parts;
    parts.q = read(0);
    parts.k = read(1);
    parts.v = read(2);
    if (c.has(3)) c.require_equal(c.shape(3)[0], start, "elements of the bias and of its parts");
    if (c.has(6) != c.has(7)) c.fail("it has only one of past_key and past_value");
    dim past = 0;
    if (c.has(6)) {
        past = c.rank(6) == 4 ? c.shape(6)[2] : dim(0);
        parts.k = after(c, c[6], parts.k);
        parts.v = after(c, c[7], parts.v);
    }
    c.output(1, parts.k);
    c.output(2, parts.v);
    finish_attention(c, parts, 4, 5, past);
}

constexpr importer table[] = {
    {"Gelu", 1, 1, import_gelu, microsoft_domain},
    {"BiasGelu", 1, 1, import_gelu, microsoft_domain},
    {"FastGelu", 1, 1, import_fast_gelu, microsoft_domain},
    {"QuickGelu", 1, 1, import_quick_gelu, microsoft_domain},
    {"SkipLayerNormalization", 1, 1, import_skip_layer_normalization, microsoft_domain},
    {"SkipSimplifiedLayerNormalization", 1, 1, import_skip_rms_normalization, microsoft_domain},
    {"Attention", 1, 1, import_packed_attention, microsoft_domain},
    {"MultiHeadAttention", 1, 1, import_multi_head_attention, microsoft_domain},
};

} // namespace

constinit importer_table const microsoft_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

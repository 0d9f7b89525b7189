// Attention.
#include "onnx_to_graph/attention.hpp"

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/attention.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/selection.hpp>

#include <cmath>
#include <limits>

namespace tenon::onnx_to_graph {

value_id add_attention(importing& c, attention_parts const& parts) {
    auto const scale = attr<"scale"> = parts.scale;
    auto const softcap = attr<"softcap"> = parts.softcap;
    auto const causal = attr<"is_causal"> = std::int64_t{parts.causal};
    if (parts.precision == dtype::none)
        return c.add<graph::attention>(parts.q, parts.k, parts.v, parts.bias, parts.mask, scale,
                                       softcap, causal);
    return c.add<graph::attention>(parts.q, parts.k, parts.v, parts.bias, parts.mask, scale,
                                   softcap, causal, attr<"softmax_precision"> = parts.precision);
}

value_id part_of(importing& c, value_id x, std::size_t axis, dim const& start, dim const& size,
                 std::int64_t step) {
    auto sizes = c.shape(x);
    list<dim> starts(sizes.size(), dim(0));
    list<std::int64_t> steps(sizes.size(), 1);
    starts[axis] = start;
    sizes[axis] = size;
    steps[axis] = step;
    return c.add<graph::slice>(x, attr<"starts"> = starts, attr<"sizes"> = sizes,
                               attr<"steps"> = steps);
}
value_id reshaped(importing& c, value_id x, list<dim> const& shape) {
    return c.add<graph::reshape>(x, attr<"shape"> = shape);
}

value_id split_heads(importing& c, value_id v, std::int64_t heads) {
    auto const shape = c.shape(v);
    if (heads < 1) c.fail("its number of heads is not positive");
    c.require_equal(mod(shape[2], heads), 0, "elements beyond whole heads and 0");
    auto const split =
        c.add<graph::reshape>(v, attr<"shape"> = list<dim>{shape[0], shape[1], dim(heads),
                                                           floordiv(shape[2], dim(heads))});
    return c.add<graph::transpose>(split, attr<"perm"> = list<std::int64_t>{0, 2, 1, 3});
}
value_id join_heads(importing& c, value_id v) {
    auto const shape = c.shape(v);
    auto const turned = c.add<graph::transpose>(v, attr<"perm"> = list<std::int64_t>{0, 2, 1, 3});
    return c.add<graph::reshape>(turned, attr<"shape"> =
                                             list<dim>{shape[0], shape[2], shape[1] * shape[3]});
}
double usual_scale(importing& c, value_id q) {
    auto const size = c.shape(q).back();
    if (!size.is_constant() || size.constant() < 1)
        c.fail(text("the size of its heads is ") + core::to_string(size) +
                   ", expected a positive constant, from which its scale follows",
               "give scale, or fix the dimension with --dim");
    return 1 / std::sqrt(static_cast<double>(size.constant()));
}
value_id both(importing& c, value_id a, value_id b) {
    if (a == value_id::none) return b;
    if (b == value_id::none) return a;
    return c.add<graph::and_>(a, b);
}
value_id positions(importing& c, value_id first, dim const& length, int axis) {
    auto const step = c.scalar(dtype::i64, 1);
    list<dim> shape(4, dim(1));
    shape[static_cast<std::size_t>(axis)] = length;
    auto const line = c.add<graph::iota>(first, step, attr<"length"> = list<dim>{length});
    return c.add<graph::reshape>(line, attr<"shape"> = shape);
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// ONNX's inputs by their places.
enum input { q, k, v, attn_mask, past_key, past_value, nonpad_kv_seqlen };

void require_heads(importing& c, int i, std::string_view attribute) {
    if (c.attribute(attribute) != nullptr)
        c.require_equal(c.shape(i)[1], c.integer(attribute), "heads and what the attribute says");
}
/// Queries, keys and values with their heads apart, as they come or made so.
attention_parts read_heads(importing& c) {
    attention_parts parts{c[q], c[k], c[v]};
    for (int i = q; i <= v; ++i)
        if (c.rank(i) != c.rank(q) || (c.rank(i) != 3 && c.rank(i) != 4))
            c.fail(text("its queries, keys and values have ranks ") +
                   core::to_string(std::int64_t{c.rank(q)}) + ", " +
                   core::to_string(std::int64_t{c.rank(k)}) + " and " +
                   core::to_string(std::int64_t{c.rank(v)}) + ", expected 3 or 4 for all");
    if (c.rank(q) == 4) {
        require_heads(c, q, "q_num_heads");
        require_heads(c, k, "kv_num_heads");
    } else {
        parts.q = split_heads(c, parts.q, c.integer("q_num_heads"));
        parts.k = split_heads(c, parts.k, c.integer("kv_num_heads"));
        parts.v = split_heads(c, parts.v, c.integer("kv_num_heads"));
    }
    return parts;
}
/// Keys and values behind those of earlier calls.
void add_past(importing& c, attention_parts& parts) {
    if (c.has(past_key) != c.has(past_value))
        c.fail("it has only one of past_key and past_value, expected both or neither");
    if (!c.has(past_key)) return;
    if (c.has(nonpad_kv_seqlen)) c.fail("it has past_key and nonpad_kv_seqlen, expected one");
    auto const behind = attr<"axis"> = 2;
    parts.k = c.add<graph::concat>(list<value_id>{c[past_key], parts.k}, behind);
    parts.v = c.add<graph::concat>(list<value_id>{c[past_value], parts.v}, behind);
}
/// A window's attribute: how far a query sees to one side, or -1.
std::int64_t read_window(importing& c, std::string_view name) {
    auto const window = c.integer(name, -1);
    if (window < -1)
        c.fail(text("attribute ") + name + " is " + core::to_string(window) +
               ", expected -1 or a number of keys");
    return window;
}
/// Where keys are near enough to the queries, whose own place among the keys follows from what was
/// there before them.
void add_windows(importing& c, attention_parts& parts) {
    auto const left = read_window(c, "left_window_size");
    auto right = read_window(c, "right_window_size");
    if (c.integer("is_causal", 0) != 0) {
        parts.causal = left < 0 && !c.has(past_key) && !c.has(nonpad_kv_seqlen);
        right = 0;
    }
    if (parts.causal || (left < 0 && right < 0)) return;
    auto const number = [&](std::int64_t n) {
        return c.constant(core::tensor::from(dtype::i64, {}, list<std::int64_t>{n}));
    };
    auto first = number(0);
    if (c.has(past_key))
        first = c.add<graph::size_values>(attr<"values"> = list<dim>{c.shape(past_key)[2]},
                                          attr<"scalar"> = 1);
    auto queries = positions(c, first, c.shape(parts.q)[2], 2);
    auto const keys = positions(c, number(0), c.shape(parts.k)[2], 3);
    if (c.has(nonpad_kv_seqlen)) {
        auto const length = c.add<graph::size_values>(
            attr<"values"> = list<dim>{c.shape(parts.q)[2]}, attr<"scalar"> = 1);
        auto const seen = c.add<graph::reshape>(
            c[nonpad_kv_seqlen], attr<"shape"> = list<dim>{c.shape(parts.q)[0], 1, 1, 1});
        queries = c.add<graph::add>(queries, c.add<graph::sub>(seen, length));
    }
    auto const distance = c.add<graph::sub>(keys, queries);
    if (right >= 0)
        parts.mask = both(c, parts.mask, c.add<graph::less_or_equal>(distance, number(right)));
    if (left >= 0)
        parts.mask = both(c, parts.mask, c.add<graph::greater_or_equal>(distance, number(-left)));
}
/// The given mask, where it is shorter than the keys made as long with what hides them.
value_id read_mask(importing& c, dim const& keys) {
    auto const shape = c.shape(attn_mask);
    if (shape.empty() || shape.size() > 4) c.fail("its attn_mask has a rank that is not 1 to 4");
    auto const missing = keys - shape.back();
    if (!missing.is_constant() || missing.constant() <= 0) return c[attn_mask];
    list<dim> const begins(shape.size(), dim(0));
    auto ends = begins;
    ends.back() = missing;
    bool const is_float = core::is_float(c.element(attn_mask));
    return c.add<graph::pad>(c[attn_mask], c.scalar_like(attn_mask, is_float ? -infinity : 0),
                             attr<"begins"> = begins, attr<"ends"> = ends);
}
void add_masks(importing& c, attention_parts& parts) {
    auto const keys = c.shape(parts.k)[2];
    if (c.has(attn_mask)) {
        auto const given = read_mask(c, keys);
        if (c.element(attn_mask) == dtype::boolean) {
            parts.mask = both(c, parts.mask, given);
        } else {
            parts.bias = c.add<graph::cast>(given, attr<"to"> = c.element(q));
            auto const hidden = c.scalar_like(q, -infinity);
            parts.mask = both(c, parts.mask, c.add<graph::greater>(parts.bias, hidden));
        }
    }
    if (!c.has(nonpad_kv_seqlen)) return;
    auto const zero = c.constant(core::tensor::from(dtype::i64, {}, list<std::int64_t>{0}));
    auto const lengths = c.add<graph::reshape>(
        c[nonpad_kv_seqlen], attr<"shape"> = list<dim>{c.shape(parts.q)[0], 1, 1, 1});
    parts.mask = both(c, parts.mask, c.add<graph::less>(positions(c, zero, keys, 3), lengths));
}

/// The scaled products of queries and keys. Heads that share keys have their queries side by side.
value_id scaled_products(importing& c, attention_parts const& parts) {
    auto const queries = c.shape(parts.q), keys = c.shape(parts.k);
    auto const group = floordiv(queries[1], keys[1]);
    auto const beside = c.add<graph::reshape>(
        parts.q, attr<"shape"> = list<dim>{queries[0], keys[1], group * queries[2], queries[3]});
    auto const turned =
        c.add<graph::transpose>(parts.k, attr<"perm"> = list<std::int64_t>{0, 1, 3, 2});
    auto const scaled =
        c.add<graph::mul>(c.add<graph::mat_mul>(beside, turned), c.scalar_like(q, parts.scale));
    return c.add<graph::reshape>(
        scaled, attr<"shape"> = list<dim>{queries[0], queries[1], queries[2], keys[2]});
}
/// What `qk_matmul_output_mode` asks for: the scores at some stage of their way to the shares,
/// computed beside the attention, which shares the nodes that are equal.
value_id add_scores(importing& c, attention_parts const& parts) {
    auto const mode = c.integer("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        c.fail(text("attribute qk_matmul_output_mode is ") + core::to_string(mode) +
               ", expected 0 to 3");
    if (mode == 3) {
        // The shares are the mean of the rows of a unit matrix.
        auto const shape = c.shape(parts.k);
        auto const one = c.scalar_like(q, 1);
        auto const square =
            c.add<graph::expand>(one, attr<"shape"> = list<dim>{shape[2], shape[2]});
        auto units = parts;
        units.v =
            c.add<graph::expand>(c.add<graph::eye_like>(square),
                                 attr<"shape"> = list<dim>{shape[0], shape[1], shape[2], shape[2]});
        return add_attention(c, units);
    }
    auto scores = scaled_products(c, parts);
    if (mode >= 1 && parts.softcap != 0) {
        auto const cap = c.scalar_like(q, parts.softcap);
        scores = c.add<graph::mul>(c.add<graph::tanh>(c.add<graph::div>(scores, cap)), cap);
    }
    if (mode < 2) return scores;
    if (parts.bias != value_id::none) scores = c.add<graph::add>(scores, parts.bias);
    auto seen = parts.mask;
    if (parts.causal) {
        auto const zero = c.constant(core::tensor::from(dtype::i64, {}, list<std::int64_t>{0}));
        auto const queries = positions(c, zero, c.shape(parts.q)[2], 2);
        auto const keys = positions(c, zero, c.shape(parts.k)[2], 3);
        seen = both(c, seen, c.add<graph::less_or_equal>(keys, queries));
    }
    if (seen == value_id::none) return scores;
    return c.add<graph::where>(seen, scores, c.scalar_like(q, -infinity));
}

void import_attention(importing& c) {
    auto parts = read_heads(c);
    add_past(c, parts);
    add_windows(c, parts);
    add_masks(c, parts);
    parts.scale = c.attribute("scale") == nullptr ? usual_scale(c, parts.q) : c.real("scale", 1);
    parts.softcap = c.real("softcap", 0);
    if (parts.softcap < 0) c.fail("attribute softcap is negative");
    if (c.attribute("softmax_precision") != nullptr) {
        parts.precision = dtype_from_onnx(static_cast<int>(c.integer("softmax_precision")));
        if (!core::is_float(parts.precision))
            c.fail("attribute softmax_precision is not a floating dtype");
    }
    c.output(1, parts.k);
    c.output(2, parts.v);
    if (c.element(v) != c.element(q))
        parts.v = c.add<graph::cast>(parts.v, attr<"to"> = c.element(q));
    auto const result = add_attention(c, parts);
    c.output(0, c.rank(q) == 4 ? result : join_heads(c, result));
    if (c.wants(3)) c.output(3, add_scores(c, parts));
}

constexpr importer table[] = {
    {"Attention", 23, 28, import_attention},
};

} // namespace

constinit importer_table const attention_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

// Rotary embeddings: pairs of elements turned by an angle that grows with the position.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/gathering.hpp>
#include <tenon/graph/movement.hpp>

#include "onnx_to_graph/attention.hpp"
#include "onnx_to_graph/microsoft_schemas.hpp"

namespace tenon::onnx_to_graph {

namespace {

/// What is turned, [batch, length, heads, size] or, with `heads_first`, [batch, heads, length,
/// size].
struct rotary_parts {
    value_id x = value_id::none;
    bool heads_first = false;
    value_id cosines = value_id::none, sines = value_id::none; ///< [batch, length, pairs]
};
/// A table of angles with a dimension for the heads.
value_id beside_heads(importing& c, value_id table, bool heads_first) {
    auto shape = c.shape(table);
    if (shape.size() == 2) shape.insert(0, dim(1));
    shape.insert(heads_first ? 1 : 2, dim(1));
    return reshaped(c, table, shape);
}
value_id turn(importing& c, rotary_parts const& parts) {
    auto const shape = c.shape(parts.x);
    auto const pairs = c.shape(parts.cosines).back();
    bool const interleaved = c.integer("interleaved", 0) != 0;
    c.require_at_least(shape.back(), pairs + pairs, "size of the heads");
    c.require_equal(pairs, c.shape(parts.sines).back(), "cosines and sines");
    auto const cosines = beside_heads(c, parts.cosines, parts.heads_first);
    auto const sines = beside_heads(c, parts.sines, parts.heads_first);
    auto const last_axis = shape.size() - 1;
    std::int64_t const step = interleaved ? 2 : 1;
    auto const a = part_of(c, parts.x, last_axis, 0, pairs, step);
    auto const b = part_of(c, parts.x, last_axis, interleaved ? dim(1) : pairs, pairs, step);
    auto const times = [&](value_id x, value_id y) { return c.add<graph::mul>(x, y); };
    auto first = c.add<graph::sub>(times(cosines, a), times(sines, b));
    auto second = c.add<graph::add>(times(sines, a), times(cosines, b));
    auto const last = attr<"axis"> = -1;
    list<value_id> all{first, second};
    if (interleaved) {
        auto column = shape, joined = shape;
        column.back() = pairs;
        column.push_back(1);
        joined.back() = pairs + pairs;
        auto const beside = c.add<graph::concat>(
            list<value_id>{reshaped(c, first, column), reshaped(c, second, column)}, last);
        all = {reshaped(c, beside, joined)};
    }
    if (auto const rest = shape.back() - pairs - pairs; !(rest == dim(0)))
        all.push_back(part_of(c, parts.x, last_axis, pairs + pairs, rest));
    return c.add<graph::concat>(all, last);
}

/// The rows of both tables at the positions of operand `i`, if it is there.
void look_up(importing& c, rotary_parts& parts, int i, value_id positions) {
    if (!c.has(i)) return;
    auto const rows = attr<"axis"> = 0;
    parts.cosines = c.add<graph::gather>(parts.cosines, positions, rows);
    parts.sines = c.add<graph::gather>(parts.sines, positions, rows);
}
/// Turns operand 0, [batch, heads, length, size] or [batch, length, heads size].
void turn_input(importing& c, rotary_parts parts, std::int64_t heads) {
    auto const shape = c.shape(0);
    parts.heads_first = shape.size() == 4;
    parts.x = c[0];
    if (shape.size() == 3) {
        c.require_at_least(heads, 1, "attribute num_heads");
        c.require_equal(mod(shape[2], heads), 0, "elements beyond whole heads and 0");
        parts.x =
            reshaped(c, parts.x, {shape[0], shape[1], dim(heads), floordiv(shape[2], dim(heads))});
    }
    auto const size = c.shape(parts.x).back();
    auto const turned = c.integer("rotary_embedding_dim", 0);
    c.require_equal(turned == 0 ? size : dim(turned), c.shape(parts.cosines).back() * dim(2),
                    "turned elements and those of the tables");
    c.output(0, reshaped(c, turn(c, parts), shape));
}
void require_three_or_four(importing& c) {
    if (c.rank(0) != 3 && c.rank(0) != 4)
        c.fail(text("its input has rank ") + core::to_string(std::int64_t{c.rank(0)}) +
               ", expected 3 or 4");
}

void import_rotary(importing& c) {
    require_three_or_four(c);
    rotary_parts parts{value_id::none, false, c[1], c[2]};
    look_up(c, parts, 3, c[3]);
    turn_input(c, parts, c.integer("num_heads", 0));
}
/// ONNX Runtime's has the positions second: for each element, or one for the first of all. Without
/// heads, their size follows from the tables.
void import_runtime_rotary(importing& c) {
    require_three_or_four(c);
    if (c.integer("is_packed_batching", 0) != 0)
        c.fail("attribute is_packed_batching is set, expected batches that are not packed");
    if (c.real("scale", 1) != 1) c.fail("attribute scale is not 1, which is not supported");
    rotary_parts parts{value_id::none, false, c[2], c[3]};
    auto places = c[1];
    auto const length = c.shape(0)[c.rank(0) == 4 ? 2 : 1];
    if (c.rank(1) == 1) {
        c.require_equal(c.shape(1)[0], 1, "positions and 1");
        auto const one = c.constant(core::tensor::from(dtype::i64, {}, list<std::int64_t>{1}));
        places =
            c.add<graph::iota>(reshaped(c, places, {}), one, attr<"length"> = list<dim>{length});
    }
    auto heads = c.integer("num_heads", 0);
    if (heads == 0 && c.rank(0) == 3) {
        auto const all = c.shape(0)[2], pairs = c.shape(2).back();
        if (!all.is_constant() || !pairs.is_constant() || pairs.constant() < 1)
            c.fail("its number of heads is not given, and does not follow from constant sizes");
        heads = all.constant() / (2 * pairs.constant());
    }
    look_up(c, parts, 1, places);
    turn_input(c, parts, heads);
}

constexpr importer table[] = {
    {"RotaryEmbedding", 23, 28, import_rotary},
    {"RotaryEmbedding", 1, 1, import_runtime_rotary, microsoft_domain},
};

} // namespace

constinit importer_table const rotary_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph

// Ops that put elements in order: the greatest ones, the different ones, the best boxes.
#pragma once

#include <tenon/graph/stepwise.hpp>

namespace tenon::graph {

namespace detail {

/// The numbers 0 ... n - 1 in an order: a stable merge sort, from runs of one element on.
template <class Reading> class sorted_places {
    using index = index_in<Reading>;
    using scalar = typename Reading::scalar;
    static constexpr auto wide = core::dtype::i64;

public:
    constexpr sorted_places(Reading& m, index const& n)
        : m_(m), n_(n), places_(m.make(wide, {n})), spare_(m.make(wide, {n})), width_(m, wide),
          left_(m, wide), right_(m, wide) {}

    constexpr scalar at(index const& i) const { return m_.read(places_, {i}); }

    /// `before(a, b)`: whether place a must come before place b.
    template <class Before> constexpr void sort(Before const& before) const {
        m_.loop(n_, [&](auto const& k) { m_.write(places_, {k}, m_.value(k, wide)); });
        width_.set_to(1);
        m_.loop_while(
            [&] { return width_.get() < m_.value(n_, wide); },
            [&] {
                m_.loop(n_, [&](auto const& k) { merge_one(k, before); });
                m_.loop(n_, [&](auto const& k) { m_.write(places_, {k}, m_.read(spare_, {k})); });
                width_.set(width_.get() * 2);
            });
    }

private:
    /// Puts one more place behind those that are merged already.
    template <class Before> constexpr void merge_one(index const& k, Before const& before) const {
        auto const n = m_.value(n_, wide), at = m_.value(k, wide), width = width_.get();
        auto const begin = at - at % (width * 2);
        auto const middle = core::min(begin + width, n), end = core::min(begin + width * 2, n);
        m_.when(at == begin, [&] {
            left_.set(begin);
            right_.set(middle);
        });
        auto const left = left_.get(), right = right_.get();
        auto const from_left = m_.read(places_, {m_.position(core::min(left, n - 1))});
        auto const from_right = m_.read(places_, {m_.position(core::min(right, n - 1))});
        auto const goes_before = before(m_.position(from_right), m_.position(from_left));
        auto const takes_right = (right < end) & ((left >= middle) | goes_before);
        m_.write(spare_, {k}, core::select(takes_right, from_right, from_left));
        left_.set(core::select(takes_right, left, left + 1));
        right_.set(core::select(takes_right, right + 1, right));
    }

    Reading& m_;
    index n_;
    typename Reading::buffer places_, spare_;
    cell<Reading> width_, left_, right_;
};

/// Whether x is less than y, NaNs being greater than all numbers.
constexpr auto is_less(auto const& x, auto const& y, core::dtype d) {
    if (!core::is_float(d)) return x < y;
    return (x < y) | (core::is_nan(y) & !core::is_nan(x));
}
inline constexpr core::dtype_set only_i64(core::dtype::i64);

} // namespace detail

/// ONNX TopK (1, 10, 11, 24): the k greatest (or least) elements along `axis` and where they were,
/// in order whatever `sorted` says. Of equals, the first comes first; NaNs count as the greatest.
struct top_k : stepwise<"top_k"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number}};
    static constexpr operand_facts results[]{{"values", presence::required, core::any_number},
                                             {"indices", presence::required, detail::only_i64}};
    static constexpr attribute_facts attributes[]{attr<"k">.required(attribute_kind::dims),
                                                  attr<"axis"> = -1, attr<"largest"> = 1,
                                                  attr<"sorted"> = 1};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        auto const& k = c[attr<"k">].dims;
        if (c.failed() || !detail::require_length(c, "k", k.size(), 1)) return;
        c.require_at_least(k[0], 0, "k");
        c.require_at_least(c.dim_of(0, axis), k[0], "dimension of the axis of k elements");
        auto shape = c.operand(0).shape;
        shape[static_cast<std::size_t>(axis)] = k[0];
        c.result(0, c.element(0), shape);
        c.result(1, core::dtype::i64, shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        auto const x = in[0];
        int const axis = detail::axis_of(a[attr<"axis">], x.rank());
        bool const largest = a[attr<"largest">] != 0;
        detail::sorted_places const places(m, x.dim(axis));
        detail::loop_over(m, detail::without(detail::shape_of(m, x), axis), [&](auto const& line) {
            places.sort([&](auto const& p, auto const& q) {
                auto const mine = x(detail::inserted(line, axis, p));
                auto const other = x(detail::inserted(line, axis, q));
                return largest ? detail::is_less(other, mine, x.dtype())
                               : detail::is_less(mine, other, x.dtype());
            });
            m.loop(a[attr<"k">][0], [&](auto const& k) {
                auto const place = places.at(k);
                auto const at = detail::inserted(line, axis, k);
                m.write_result(0, at, x(at.with(axis, m.position(place))));
                m.write_result(1, at, place);
            });
        });
    };
};

namespace detail {

/// What a Unique compares: elements, or slices along an axis.
template <class Reading, class Operand> class unique_items {
    using index = index_in<Reading>;
    using indices = indices_in<Reading>;
    using scalar = typename Reading::scalar;

public:
    constexpr unique_items(Reading& m, Operand const& x, int axis)
        : m_(m), x_(x), axis_(axis), shape_(shape_of(m, x)), inner_(index_of(m, 1)) {
        if (axis >= 0) others_ = without(shape_, axis);
        for (auto const& n : others_) inner_ = inner_ * n;
    }
    constexpr bool flat() const { return axis_ < 0; }
    constexpr indices const& others() const { return others_; }
    constexpr index count() const {
        if (!flat()) return shape_[axis_];
        auto all = index_of(m_, 1);
        for (auto const& n : shape_) all = all * n;
        return all;
    }
    /// The place of item `k` in an operand with other items.
    constexpr indices place(index const& k, indices const& rest) const {
        if (flat()) return {k};
        return inserted(rest, axis_, k);
    }
    constexpr scalar element(index const& k, indices const& rest) const {
        return x_(flat() ? unflatten(m_, k, shape_) : place(k, rest));
    }
    /// 0 for equal items, 1 where p comes first, 2 where q does.
    constexpr scalar order(index const& p, index const& q) const {
        if (flat()) return order_of(element(p, {}), element(q, {}));
        auto const found = m_.fold(
            inner_, {m_.literal(0, core::dtype::i64)},
            [&](auto const& k, auto const& so_far) -> std::remove_cvref_t<decltype(so_far)> {
                auto const rest = unflatten(m_, k, others_);
                auto const here = order_of(element(p, rest), element(q, rest));
                return {core::select(so_far[0] == 0, here, so_far[0])};
            });
        return found[0];
    }

private:
    constexpr scalar order_of(scalar const& x, scalar const& y) const {
        auto const verdict = [&](int v) { return m_.literal(v, core::dtype::i64); };
        auto const after = core::select(is_less(y, x, x_.dtype()), verdict(2), verdict(0));
        return core::select(is_less(x, y, x_.dtype()), verdict(1), after);
    }

    Reading& m_;
    Operand const& x_;
    int axis_;
    indices shape_, others_;
    index inner_;
};

} // namespace detail

/// ONNX Unique (11): the different elements, or slices along `axis`; where each comes first; which
/// of them every item is; and how often each is there. In ascending order if `sorted`, else in the
/// order in which they come first.
struct unique : stepwise<"unique"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr operand_facts results[]{
        {"y", presence::required, core::any_fixed_size},
        {"indices", presence::required, detail::only_i64},
        {"inverse_indices", presence::required, detail::only_i64},
        {"counts", presence::required, detail::only_i64}};
    static constexpr attribute_facts attributes[]{attr<"axis">.optional(attribute_kind::integer),
                                                  attr<"sorted"> = 1};
    static constexpr void infer(inference& c) {
        bool const flat = !c[attr<"axis">].is_set();
        int const axis = flat ? 0 : c.axis(c[attr<"axis">].integer, c.rank(0));
        if (c.failed()) return;
        dim const different = c.fresh_symbol();
        dim items = c.operand(0).elements();
        list<dim> shape{different};
        if (!flat) {
            items = c.dim_of(0, axis);
            shape = c.operand(0).shape;
            shape[static_cast<std::size_t>(axis)] = different;
        }
        c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
        c.result(1, core::dtype::i64, {different});
        c.result(2, core::dtype::i64, {items});
        c.result(3, core::dtype::i64, {different});
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        constexpr auto wide = core::dtype::i64;
        auto const x = in[0];
        int const axis = a.has(attr<"axis">) ? detail::axis_of(a[attr<"axis">], x.rank()) : -1;
        detail::unique_items const items(m, x, axis);
        auto const n = items.count();
        detail::sorted_places const places(m, n);
        places.sort([&](auto const& p, auto const& q) { return items.order(p, q) == 1; });

        detail::counter const groups(m), named(m);
        auto const first = m.make(wide, {n}), counts = m.make(wide, {n});
        auto const group_of = m.make(wide, {n}), name_of = m.make(wide, {n});
        groups.reset();
        named.reset();
        m.loop(n, [&](auto const& k) {
            auto const place = places.at(k), previous = places.at(core::max(k - 1, 0));
            auto const differs = items.order(m.position(previous), m.position(place)) != 0;
            m.when((m.value(k, wide) == 0) | differs, [&] {
                auto const group = groups.index();
                m.write(first, {group}, place);
                m.write(counts, {group}, m.literal(0, wide));
                m.write(name_of, {group}, groups.value());
                groups.advance();
            });
            auto const group = groups.value() - 1;
            auto const at = m.position(group);
            m.write(counts, {at}, m.read(counts, {at}) + 1);
            m.write(group_of, {m.position(place)}, group);
        });
        if (a[attr<"sorted">] == 0)
            m.loop(n, [&](auto const& k) {
                auto const group = m.position(m.read(group_of, {k}));
                m.when(m.read(first, {group}) == m.value(k, wide), [&] {
                    m.write(name_of, {group}, named.value());
                    named.advance();
                });
            });
        m.loop(n, [&](auto const& group) {
            m.when(m.value(group, wide) < groups.value(), [&] {
                auto const name = m.position(m.read(name_of, {group}));
                auto const place = m.read(first, {group});
                detail::loop_over(m, items.others(), [&](auto const& rest) {
                    m.write_result(0, items.place(name, rest),
                                   items.element(m.position(place), rest));
                });
                m.write_result(1, {name}, place);
                m.write_result(3, {name}, m.read(counts, {group}));
            });
        });
        m.loop(n, [&](auto const& k) {
            auto const group = m.position(m.read(group_of, {k}));
            m.write_result(2, {k}, m.read(name_of, {group}));
        });
        m.size_result(0, axis < 0 ? 0 : axis, groups.value());
        m.size_result(1, 0, groups.value());
        m.size_result(3, 0, groups.value());
    };
};

namespace detail {

/// The sides of a box, whichever corners it is given by, or its centre and size.
template <class Scalar> struct box_sides {
    Scalar left, top, right, bottom;
    constexpr Scalar area() const { return (right - left) * (bottom - top); }
};
template <class Reading>
constexpr auto sides_of(Reading& m, auto const& boxes, index_in<Reading> const& batch,
                        index_in<Reading> const& box, bool by_center) {
    auto const side = [&](int k) { return boxes({batch, box, index_of(m, k)}); };
    auto const a = side(0), b = side(1), c = side(2), d = side(3);
    using sides = box_sides<std::remove_cvref_t<decltype(a)>>;
    if (by_center) return sides{a - c / 2, b - d / 2, a + c / 2, b + d / 2};
    return sides{core::min(b, d), core::min(a, c), core::max(b, d), core::max(a, c)};
}
/// Whether the common part of two boxes is more than `most` of what they cover together.
constexpr auto overlaps(auto const& x, auto const& y, auto const& most) {
    auto const width = core::min(x.right, y.right) - core::max(x.left, y.left);
    auto const height = core::min(x.bottom, y.bottom) - core::max(x.top, y.top);
    auto const common = width * height;
    auto const share = common / (x.area() + y.area() - common);
    return (width > 0) & (height > 0) & (x.area() > 0) & (y.area() > 0) & (share > most);
}

} // namespace detail

/// ONNX NonMaxSuppression (10, 11): for each batch and class, the boxes from the highest score on
/// that do not overlap one taken before; as rows of batch, class and box.
struct non_max_suppression : stepwise<"non_max_suppression"> {
    static constexpr operand_facts operands[]{
        {"boxes", presence::required, core::any_float},
        {"scores", presence::required, core::any_float},
        {"max_output_boxes_per_class", presence::optional, detail::only_i64},
        {"iou_threshold", presence::optional, core::any_float},
        {"score_threshold", presence::optional, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"center_point_box"> = 0};
    static constexpr void infer(inference& c) {
        if (!detail::require_rank(c, 0, 3) || !detail::require_rank(c, 1, 3)) return;
        c.require_equal(c.dim_of(0, 0), c.dim_of(1, 0), "batches of boxes and of scores");
        c.require_equal(c.dim_of(0, 1), c.dim_of(1, 2), "boxes and their scores");
        c.require_equal(c.dim_of(0, 2), 4, "numbers of a box and 4");
        for (int k = 2; k != 5; ++k)
            if (c.has(k))
                c.require_equal(c.operand(k).elements(), 1, "elements of a threshold and 1");
        if (!c.failed()) c.result(0, core::dtype::i64, {c.fresh_symbol(), dim(3)});
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        constexpr auto wide = core::dtype::i64;
        auto const boxes = in[0], scores = in[1];
        bool const by_center = a[attr<"center_point_box">] != 0;
        auto const n = boxes.dim(1);
        auto const most = in[2].present() ? detail::only_element(m, in[2]) : m.literal(0, wide);
        auto const share =
            in[3].present() ? detail::only_element(m, in[3]) : m.literal(0, boxes.dtype());

        detail::sorted_places const places(m, n);
        auto const kept = m.make(wide, {n});
        detail::counter const rows(m), taken(m), met(m), clashes(m);
        rows.reset();
        detail::loop_over(m, {scores.dim(0), scores.dim(1)}, [&](auto const& line) {
            auto const score = [&](auto const& box) { return scores({line[0], line[1], box}); };
            auto const sides = [&](auto const& box) {
                return detail::sides_of(m, boxes, line[0], box, by_center);
            };
            places.sort([&](auto const& p, auto const& q) { return score(p) > score(q); });
            taken.reset();
            m.loop(n, [&](auto const& k) {
                auto const place = places.at(k);
                auto const box = m.position(place);
                auto is_candidate = taken.value() < most;
                if (in[4].present())
                    is_candidate = is_candidate & (score(box) > detail::only_element(m, in[4]));
                m.when(is_candidate, [&] {
                    met.reset();
                    clashes.reset();
                    m.loop_while(
                        [&] { return (met.value() < taken.value()) & (clashes.value() == 0); },
                        [&] {
                            auto const other = m.position(m.read(kept, {met.index()}));
                            m.when(detail::overlaps(sides(box), sides(other), share),
                                   [&] { clashes.advance(); });
                            met.advance();
                        });
                    m.when(clashes.value() == 0, [&] {
                        m.write(kept, {taken.index()}, place);
                        taken.advance();
                        auto const row = rows.index();
                        m.write_result(0, {row, detail::index_of(m, 0)}, m.value(line[0], wide));
                        m.write_result(0, {row, detail::index_of(m, 1)}, m.value(line[1], wide));
                        m.write_result(0, {row, detail::index_of(m, 2)}, place);
                        rows.advance();
                    });
                });
            });
        });
        m.size_result(0, 0, rows.value());
    };
};

using sorting_ops = core::dialect<top_k, unique, non_max_suppression>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::top_k> top_k;
inline constexpr match::call<graph::unique> unique;
inline constexpr match::call<graph::non_max_suppression> non_max_suppression;
} // namespace tenon

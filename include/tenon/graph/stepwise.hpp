// Ops that go through their operand in order: running sums, and what the data picks out.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

namespace detail {

/// `f` at every index below `extents`, in row-major order.
template <class Reading, class F>
constexpr void loop_over(Reading& m, indices_in<Reading> const& extents, F const& f,
                         indices_in<Reading> const& at = {}) {
    if (at.size() == extents.size()) return f(at);
    m.loop(extents[at.size()], [&](auto const& k) {
        auto next = at;
        next.push(k);
        loop_over(m, extents, f, next);
    });
}
/// A mutable number of a stepwise meaning.
template <class Reading> class cell {
public:
    using scalar = typename Reading::scalar;

    constexpr cell(Reading& m, core::dtype d)
        : m_(&m), type_(d), buffer_(m.make(d, {index_of(m, 1)})) {}
    constexpr scalar get() const { return m_->read(buffer_, {index_of(*m_, 0)}); }
    constexpr void set(scalar const& v) const { m_->write(buffer_, {index_of(*m_, 0)}, v); }
    constexpr void set_to(double v) const { set(m_->literal(v, type_)); }

private:
    Reading* m_;
    core::dtype type_;
    typename Reading::buffer buffer_;
};
/// A counter, whose value is also the index behind the last one.
template <class Reading> class counter {
public:
    constexpr explicit counter(Reading& m) : m_(&m), cell_(m, core::dtype::i64) {}
    constexpr void reset() const { cell_.set_to(0); }
    constexpr auto value() const { return cell_.get(); }
    constexpr auto index() const { return m_->position(cell_.get()); }
    constexpr void advance() const { cell_.set(cell_.get() + 1); }

private:
    Reading* m_;
    cell<Reading> cell_;
};

inline constexpr attribute_facts running_attributes[]{attr<"axis"> = 0, attr<"exclusive"> = 0,
                                                      attr<"reverse"> = 0};

/// An op whose result at each place combines the elements along the axis up to there.
template <core::fixed_string Name> struct running_op : stepwise<Name> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number}};
    static constexpr auto& attributes = running_attributes;
    static constexpr void infer(inference& c) {
        c.axis(c[attr<"axis">].integer, c.rank(0));
        if (!c.failed()) infer_same(c);
    }
};
constexpr void run_along_axis(auto& m, auto const& x, auto const& a, double start, auto combine) {
    int const axis = axis_of(a[attr<"axis">], x.rank());
    bool const reverse = a[attr<"reverse">] != 0, exclusive = a[attr<"exclusive">] != 0;
    cell const total(m, x.dtype());
    loop_over(m, without(shape_of(m, x), axis), [&](auto const& line) {
        total.set_to(start);
        m.loop(x.dim(axis), [&](auto const& k) {
            auto at = inserted(line, axis, k);
            if (reverse) at[axis] = x.dim(axis) - 1 - k;
            auto const before = total.get(), after = combine(before, x(at));
            total.set(after);
            m.write_result(0, at, exclusive ? before : after);
        });
    });
}

} // namespace detail

/// ONNX CumSum (11, 14): the sum of the elements along `axis` up to each place; without its own
/// where `exclusive` is set, from the end where `reverse` is.
struct cum_sum : detail::running_op<"cum_sum"> {
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        detail::run_along_axis(m, in[0], a, 0, [](auto const& x, auto const& y) { return x + y; });
    };
};
/// ONNX CumProd (26): the product of the elements along `axis` up to each place, as CumSum.
struct cum_prod : detail::running_op<"cum_prod"> {
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        detail::run_along_axis(m, in[0], a, 1, [](auto const& x, auto const& y) { return x * y; });
    };
};
/// ONNX NonZero (9, 13): the indices of all elements that are not 0, one per column.
struct non_zero : stepwise<"non_zero"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr void infer(inference& c) {
        c.result(0, core::dtype::i64, {dim(c.rank(0)), c.fresh_symbol()});
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const&) {
        auto const x = in[0];
        detail::counter const found(m);
        found.reset();
        detail::loop_over(m, detail::shape_of(m, x), [&](auto const& i) {
            m.when(x(i) != 0, [&] {
                auto const column = found.index();
                for (int d = 0; d != i.size(); ++d)
                    m.write_result(0, {detail::index_of(m, d), column},
                                   m.value(i[d], core::dtype::i64));
                found.advance();
            });
        });
        m.size_result(0, 1, found.value());
    };
};
/// ONNX Compress (9, 11): the slices along `axis` whose condition holds; without an axis, of the
/// flattened operand. What is behind the last condition is left out.
struct compress : stepwise<"compress"> {
    static constexpr operand_facts operands[]{
        {"x", presence::required, core::any_fixed_size},
        {"condition", presence::required, core::only_boolean}};
    static constexpr attribute_facts attributes[]{attr<"axis">.optional(attribute_kind::integer)};
    static constexpr void infer(inference& c) {
        if (!detail::require_rank(c, 1, 1)) return;
        if (!c[attr<"axis">].is_set()) return c.result(0, c.element(0), {c.fresh_symbol()});
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        if (c.failed()) return;
        auto shape = c.operand(0).shape;
        shape[static_cast<std::size_t>(axis)] = c.fresh_symbol();
        c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        auto const x = in[0], condition = in[1];
        bool const flat = !a.has(attr<"axis">);
        int const axis = flat ? 0 : detail::axis_of(a[attr<"axis">], x.rank());
        auto const shape = detail::shape_of(m, x);
        auto length = detail::index_of(m, 1);
        for (auto const& n : shape) length = length * n;
        if (!flat) length = shape[axis];
        detail::counter const found(m);
        found.reset();
        m.loop(core::min(condition.dim(0), length), [&](auto const& k) {
            m.when(condition({k}), [&] {
                auto const place = found.index();
                if (flat)
                    m.write_result(0, {place}, x(detail::unflatten(m, k, shape)));
                else
                    detail::loop_over(m, detail::without(shape, axis), [&](auto const& rest) {
                        m.write_result(0, detail::inserted(rest, axis, place),
                                       x(detail::inserted(rest, axis, k)));
                    });
                found.advance();
            });
        });
        m.size_result(0, axis, found.value());
    };
};

using stepwise_ops = core::dialect<cum_sum, cum_prod, non_zero, compress>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::cum_sum> cum_sum;
inline constexpr match::call<graph::cum_prod> cum_prod;
inline constexpr match::call<graph::non_zero> non_zero;
inline constexpr match::call<graph::compress> compress;
} // namespace tenon

// Writing at indices that the data gives. Negative ones count from the end; others outside fail.
#pragma once

#include <tenon/graph/gathering.hpp>
#include <tenon/graph/stepwise.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

inline constexpr operand_facts scattered_operands[]{
    {"data", presence::required, core::any_fixed_size},
    {"indices", presence::required, index_dtypes},
    {"updates", presence::required, core::any_fixed_size}};

constexpr bool require_scatter(inference& c) {
    auto const& how = c[attr<"reduction">].text;
    if (how != "none" && how != "add" && how != "mul" && how != "max" && how != "min")
        c.fail(text("attribute \"reduction\" is \"") + how +
               "\", expected none, add, mul, max or min");
    require_same_dtype(c, 0, 2);
    return !c.failed();
}
/// What becomes of an element when an update meets it.
constexpr auto updated(std::string_view reduction, auto const& old, auto const& update) {
    if (reduction == "add") return old + update;
    if (reduction == "mul") return old * update;
    if (reduction == "max") return core::max(old, update);
    return core::min(old, update);
}
/// The data with every update at `place(index of the update)`. Reductions work in a buffer, since a
/// result cannot be read.
constexpr void scatter(auto& m, auto const& in, std::string_view reduction, auto place) {
    auto const data = in[0], updates = in[2];
    auto const shape = shape_of(m, data);
    if (reduction == "none") {
        loop_over(m, shape, [&](auto const& i) { m.write_result(0, i, data(i)); });
        loop_over(m, shape_of(m, updates),
                  [&](auto const& i) { m.write_result(0, place(i), updates(i)); });
        return;
    }
    auto const sums = m.make(data.dtype(), shape);
    loop_over(m, shape, [&](auto const& i) { m.write(sums, i, data(i)); });
    loop_over(m, shape_of(m, updates), [&](auto const& i) {
        auto const at = place(i);
        m.write(sums, at, updated(reduction, m.read(sums, at), updates(i)));
    });
    loop_over(m, shape, [&](auto const& i) { m.write_result(0, i, m.read(sums, i)); });
}

} // namespace detail

/// ONNX ScatterElements (11, 13, 16, 18), Scatter (9): each update at its own place in `data`, with
/// the coordinate along `axis` replaced by its index. `reduction` says how it meets what is there.
struct scatter_elements : stepwise<"scatter_elements"> {
    static constexpr auto& operands = detail::scattered_operands;
    static constexpr attribute_facts attributes[]{attr<"axis"> = 0, attr<"reduction"> = "none"};
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        if (!detail::require_scatter(c) || !detail::require_rank(c, 1, c.rank(0)) ||
            !detail::require_rank(c, 2, c.rank(0)))
            return;
        for (int d = 0; d != c.rank(0); ++d) {
            c.require_equal(c.dim_of(1, d), c.dim_of(2, d), "dimensions of indices and updates");
            if (d != axis)
                c.require_at_least(c.dim_of(0, d), c.dim_of(1, d), "dimension of the data");
        }
        detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        int const axis = detail::axis_of(a[attr<"axis">], in[0].rank());
        detail::scatter(m, in, a[attr<"reduction">], [&](auto const& i) {
            return i.with(axis, m.position_in(in[1](i), in[0].dim(axis)));
        });
    };
};
/// ONNX ScatterND (11, 13, 16, 18): the last axis of `indices` holds the leading coordinates of
/// where each slice of `updates` goes.
struct scatter_nd : stepwise<"scatter_nd"> {
    static constexpr auto& operands = detail::scattered_operands;
    static constexpr attribute_facts attributes[]{attr<"reduction"> = "none"};
    static constexpr void infer(inference& c) {
        if (!detail::require_scatter(c)) return;
        if (c.rank(1) == 0 || !c.dim_of(1, -1).is_constant())
            return c.fail("the last dimension of the indices is not fixed, expected a number");
        auto const length = static_cast<int>(c.dim_of(1, -1).constant());
        int const leading = c.rank(1) - 1;
        if (length > c.rank(0))
            return c.fail("the indices are longer than the data has dimensions");
        if (!detail::require_rank(c, 2, leading + c.rank(0) - length)) return;
        for (int d = 0; d != c.rank(2); ++d)
            c.require_equal(c.dim_of(2, d),
                            d < leading ? c.dim_of(1, d) : c.dim_of(0, length + d - leading),
                            "dimensions of the updates and where they go");
        detail::infer_same(c);
    }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        int const leading = in[1].rank() - 1;
        int const length = leading + in[0].rank() - in[2].rank();
        detail::scatter(m, in, a[attr<"reduction">], [&](auto const& i) {
            detail::indices_in<decltype(m)> at;
            for (int k = 0; k != length; ++k) {
                auto const index =
                    detail::inserted(i.slice(0, leading), leading, detail::index_of(m, k));
                at.push(m.position_in(in[1](index), in[0].dim(k)));
            }
            for (int d = leading; d < i.size(); ++d) at.push(i[d]);
            return at;
        });
    };
};

using scattering_ops = core::dialect<scatter_elements, scatter_nd>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::scatter_elements> scatter_elements;
inline constexpr match::call<graph::scatter_nd> scatter_nd;
} // namespace tenon

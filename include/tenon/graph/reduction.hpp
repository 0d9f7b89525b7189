// Reductions over axes, and the places of extreme elements.
#pragma once

#include <tenon/graph/meaning.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

inline constexpr attribute_facts reduction_attributes[]{
    attr<"axes">.empty(attribute_kind::integers), attr<"keepdims"> = 1};

constexpr bool is_reduced(list<std::int64_t> const& axes, int d, int rank) {
    return axes.contains(d) || axes.contains(d - rank);
}
constexpr void infer_reduction(inference& c) {
    auto const& axes = c[attr<"axes">].integers;
    int const rank = c.rank(0);
    for (auto a : axes) c.axis(a, rank);
    list<dim> shape;
    for (int d = 0; d != rank; ++d)
        if (!is_reduced(axes, d, rank))
            shape.push_back(c.dim_of(0, d));
        else if (c[attr<"keepdims">].integer != 0)
            shape.push_back(1);
    if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
}

/// The elements of an operand that make one element of the result: a place with gaps, and what
/// runs through the gaps.
template <class Reading> struct reduced_part {
    indices_in<Reading> place;
    indices_in<Reading> extents;
    core::few<int> axes;

    constexpr indices_in<Reading> at(indices_in<Reading> const& k) const {
        auto index = place;
        for (int r = 0; r != axes.size(); ++r) index[axes[r]] = k[r];
        return index;
    }
};
template <class Reading, class Attributes>
constexpr auto part_behind(Reading& m, indices_in<Reading> const& i, auto const& x,
                           Attributes const& a) {
    reduced_part<Reading> part;
    bool const keeps = a[attr<"keepdims">] != 0;
    int of_result = 0;
    for (int d = 0; d != x.rank(); ++d)
        if (is_reduced(a[attr<"axes">], d, x.rank())) {
            part.axes.push(d);
            part.extents.push(x.dim(d));
            part.place.push(index_of(m, 0));
            of_result += keeps;
        } else {
            part.place.push(i[of_result++]);
        }
    return part;
}
/// The sum of `f` of each element that makes the result's at `i`.
constexpr auto sum_of(auto& m, auto const& i, auto const& x, auto const& a, auto f) {
    auto const part = part_behind(m, i, x, a);
    return m.sum(part.extents, [&](auto const& k) { return f(x(part.at(k))); });
}
constexpr auto largest_of(auto& m, auto const& i, auto const& x, auto const& a) {
    auto const part = part_behind(m, i, x, a);
    return m.largest(part.extents, lowest(m, x.dtype()),
                     [&](auto const& k) { return x(part.at(k)); });
}
/// `f` of x, computed in floating arithmetic also where x is an integer.
constexpr auto in_floating(auto& m, auto const& x, core::dtype d, auto f) {
    if (core::is_float(d)) return f(x);
    return m.cast(f(m.cast(x, core::dtype::f64)), d);
}
/// How many elements make one of the result.
constexpr auto count_of(auto& m, auto const& i, auto const& x, auto const& a) {
    auto const part = part_behind(m, i, x, a);
    auto count = index_of(m, 1);
    for (auto const& extent : part.extents) count = count * extent;
    return m.value(count, x.dtype());
}

/// What reductions share: `axes` (none means none, not all: the importer says which) and
/// `keepdims`.
template <core::fixed_string Name> struct reduction_op : indexed<Name> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number}};
    static constexpr auto& attributes = reduction_attributes;
    static constexpr void infer(inference& c) { infer_reduction(c); }
};

inline constexpr attribute_facts place_attributes[]{attr<"axis"> = 0, attr<"keepdims"> = 1,
                                                    attr<"select_last_index"> = 0};
/// Where along the axis `better(x, best)` holds last; the first such place without
/// `select_last_index`, for which `better` must not hold between equals.
template <class Reading, class Attributes>
constexpr auto place_of_best(Reading& m, indices_in<Reading> const& i, auto const& x,
                             Attributes const& a, auto better) {
    int const axis = axis_of(a[attr<"axis">], x.rank());
    bool const last = a[attr<"select_last_index">] != 0;
    auto const place = [&](auto const& k) {
        return a[attr<"keepdims">] != 0 ? i.with(axis, k) : inserted(i, axis, k);
    };
    auto const first = x(place(index_of(m, 0)));
    auto const found =
        m.fold(x.dim(axis), {first, m.literal(0, core::dtype::i64)},
               [&](auto const& k, auto const& best) -> std::remove_cvref_t<decltype(best)> {
                   auto const candidate = x(place(k));
                   auto const nan_first = core::is_nan(candidate) & !core::is_nan(best[0]);
                   auto wins = better(candidate, best[0]);
                   if (last) wins = wins | (candidate == best[0]);
                   auto const takes = (wins & !core::is_nan(best[0])) | nan_first;
                   return {core::select(takes, candidate, best[0]),
                           core::select(takes, m.value(k, core::dtype::i64), best[1])};
               });
    return found[1];
}
template <core::fixed_string Name> struct place_op : indexed<Name> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number}};
    static constexpr auto& attributes = place_attributes;
    static constexpr void infer(inference& c) {
        int const axis = c.axis(c[attr<"axis">].integer, c.rank(0));
        if (c.failed()) return;
        c.require_at_least(c.dim_of(0, axis), 1, "dimension of the axis");
        list<dim> shape = c.operand(0).shape;
        if (c[attr<"keepdims">].integer != 0)
            shape[static_cast<std::size_t>(axis)] = 1;
        else
            shape.erase(static_cast<std::size_t>(axis));
        c.result(0, core::dtype::i64, static_cast<list<dim>&&>(shape));
    }
};

} // namespace detail

/// ONNX ReduceSum (1, 11, 13).
struct reduce_sum : detail::reduction_op<"reduce_sum"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::sum_of(m, i, in[0], a, [](auto const& x) { return x; });
    };
};
/// ONNX ReduceMean (1, 11, 13, 18), GlobalAveragePool.
struct reduce_mean : detail::reduction_op<"reduce_mean"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::sum_of(m, i, in[0], a, [](auto const& x) { return x; }) /
               detail::count_of(m, i, in[0], a);
    };
};
/// ONNX ReduceSumSquare (1, 11, 13, 18).
struct reduce_sum_square : detail::reduction_op<"reduce_sum_square"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::sum_of(m, i, in[0], a, [](auto const& x) { return x * x; });
    };
};
/// ONNX ReduceL1 (1, 11, 13, 18): the sum of absolute values.
struct reduce_l1 : detail::reduction_op<"reduce_l1"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::sum_of(m, i, in[0], a, [](auto const& x) { return core::abs(x); });
    };
};
/// ONNX ReduceL2 (1, 11, 13, 18): the root of the sum of squares; of integers, cut off.
struct reduce_l2 : detail::reduction_op<"reduce_l2"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const squares = detail::sum_of(m, i, in[0], a, [](auto const& x) { return x * x; });
        return detail::in_floating(m, squares, in[0].dtype(),
                                   [](auto const& x) { return core::sqrt(x); });
    };
};
/// ONNX ReduceLogSum (1, 11, 13, 18).
struct reduce_log_sum : detail::reduction_op<"reduce_log_sum"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const sum = detail::sum_of(m, i, in[0], a, [](auto const& x) { return x; });
        return detail::in_floating(m, sum, in[0].dtype(),
                                   [](auto const& x) { return core::log(x); });
    };
};
/// ONNX ReduceLogSumExp (1, 11, 13, 18): log of the sum of exp(x), relative to the largest x, so
/// that nothing overflows. Where that is infinite, it is the answer.
struct reduce_log_sum_exp : detail::reduction_op<"reduce_log_sum_exp"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float}};
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const most = detail::largest_of(m, i, in[0], a);
        auto const base = core::select(core::is_inf(most), 0, most);
        auto const sum =
            detail::sum_of(m, i, in[0], a, [&](auto const& x) { return core::exp(x - base); });
        return core::log(sum) + base;
    };
};
/// ONNX ReduceProd (1, 11, 13, 18).
struct reduce_prod : detail::reduction_op<"reduce_prod"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const part = detail::part_behind(m, i, in[0], a);
        return m.product(part.extents, [&](auto const& k) { return in[0](part.at(k)); });
    };
};
/// ONNX ReduceMax (1, 11, 12, 13, 18, 20), GlobalMaxPool: NaN if any is; of nothing, the least
/// number.
struct reduce_max : detail::reduction_op<"reduce_max"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::largest_of(m, i, in[0], a);
    };
};
/// ONNX ReduceMin (1, 11, 12, 13, 18, 20): NaN if any is; of nothing, the greatest number.
struct reduce_min : detail::reduction_op<"reduce_min"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const part = detail::part_behind(m, i, in[0], a);
        return m.smallest(part.extents, detail::highest(m, in[0].dtype()),
                          [&](auto const& k) { return in[0](part.at(k)); });
    };
};

/// ONNX ArgMax (1, 11, 12, 13): where along the axis the greatest element is, the first of equals
/// or the last. A NaN counts as greater than all.
struct arg_max : detail::place_op<"arg_max"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::place_of_best(m, i, in[0], a,
                                     [](auto const& x, auto const& best) { return x > best; });
    };
};
/// ONNX ArgMin (1, 11, 12, 13): where along the axis the least element is, the first of equals or
/// the last. A NaN counts as less than all.
struct arg_min : detail::place_op<"arg_min"> {
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        return detail::place_of_best(m, i, in[0], a,
                                     [](auto const& x, auto const& best) { return x < best; });
    };
};

using reduction_ops =
    core::dialect<reduce_sum, reduce_mean, reduce_sum_square, reduce_l1, reduce_l2, reduce_log_sum,
                  reduce_log_sum_exp, reduce_prod, reduce_max, reduce_min, arg_max, arg_min>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::reduce_sum> reduce_sum;
inline constexpr match::call<graph::reduce_mean> reduce_mean;
inline constexpr match::call<graph::reduce_sum_square> reduce_sum_square;
inline constexpr match::call<graph::reduce_l1> reduce_l1;
inline constexpr match::call<graph::reduce_l2> reduce_l2;
inline constexpr match::call<graph::reduce_log_sum> reduce_log_sum;
inline constexpr match::call<graph::reduce_log_sum_exp> reduce_log_sum_exp;
inline constexpr match::call<graph::reduce_prod> reduce_prod;
inline constexpr match::call<graph::reduce_max> reduce_max;
inline constexpr match::call<graph::reduce_min> reduce_min;
inline constexpr match::call<graph::arg_max> arg_max;
inline constexpr match::call<graph::arg_min> arg_min;
} // namespace tenon

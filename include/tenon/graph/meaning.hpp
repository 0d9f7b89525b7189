// What meanings of several families share: indices and their arithmetic, in any reading.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph::detail {

template <class Reading> using index_in = typename std::remove_cvref_t<Reading>::index;
template <class Reading> using indices_in = typename std::remove_cvref_t<Reading>::indices;

template <class Reading> constexpr index_in<Reading> index_of(Reading& m, std::int64_t value) {
    return m.size(dim(value));
}
template <class Reading> constexpr indices_in<Reading> zeros(Reading& m, int rank) {
    return indices_in<Reading>(rank, index_of(m, 0)); // not a list of two
}
/// The extents of an operand.
template <class Reading> constexpr indices_in<Reading> shape_of(Reading&, auto const& x) {
    indices_in<Reading> shape;
    for (int d = 0; d != x.rank(); ++d) shape.push(x.dim(d));
    return shape;
}
template <class Reading> constexpr indices_in<Reading> result_shape(Reading& m, int rank) {
    indices_in<Reading> shape;
    for (int d = 0; d != rank; ++d) shape.push(m.result_dim(d));
    return shape;
}
/// The one element of an operand that has one element.
template <class Reading> constexpr auto only_element(Reading& m, auto const& x) {
    return x(zeros(m, x.rank()));
}

/// The number of the element at `i` in row-major order.
template <class Reading>
constexpr index_in<Reading> flatten(Reading& m, indices_in<Reading> const& i,
                                    indices_in<Reading> const& shape) {
    auto number = index_of(m, 0);
    for (int d = 0; d != shape.size(); ++d) number = number * shape[d] + i[d];
    return number;
}
/// The index of element `number` in row-major order.
template <class Reading>
constexpr indices_in<Reading> unflatten(Reading& m, index_in<Reading> number,
                                        indices_in<Reading> const& shape) {
    auto i = zeros(m, shape.size());
    for (int d = shape.size() - 1; d > 0; --d) {
        i[d] = number % shape[d];
        number = number / shape[d];
    }
    if (!shape.empty()) i[0] = number;
    return i;
}
/// Where along a dimension of extent `own` an operand is read that is stretched to `result`.
template <class Reading>
constexpr index_in<Reading> stretched(Reading& m, index_in<Reading> const& i,
                                      index_in<Reading> const& own,
                                      index_in<Reading> const& result) {
    if (m.certainly(own == 1)) return index_of(m, 0);
    if (m.certainly(own == result)) return i;
    return core::select(own == 1, 0, i);
}
/// An index with one more position.
template <class Indices, class Index>
constexpr Indices inserted(Indices const& i, int at, Index const& added) {
    Indices result = i.slice(0, at);
    result.push(added);
    for (int d = at; d != i.size(); ++d) result.push(i[d]);
    return result;
}
template <class Indices> constexpr Indices without(Indices const& i, int at) {
    Indices result = i.slice(0, at);
    for (int d = at + 1; d < i.size(); ++d) result.push(i[d]);
    return result;
}
/// Strides, dilations and steps that are not given are ones.
constexpr std::int64_t entry_or_one(list<std::int64_t> const& values, int d) {
    return values.empty() ? 1 : values[static_cast<std::size_t>(d)];
}
/// The least number of a dtype.
template <class Reading> constexpr auto lowest(Reading& m, core::dtype d) {
    if (core::is_float(d)) return m.literal(-core::detail::infinity, d);
    if (core::is_signed(d)) return m.literal(-1 - (INT64_MAX >> (64 - core::bits(d))), d);
    return m.literal(0, d);
}
/// The greatest number of a dtype.
template <class Reading> constexpr auto highest(Reading& m, core::dtype d) {
    if (core::is_float(d)) return m.literal(core::detail::infinity, d);
    if (core::is_signed(d)) return m.literal(INT64_MAX >> (64 - core::bits(d)), d);
    if (core::is_unsigned(d)) return m.literal(~std::uint64_t{0} >> (64 - core::bits(d)), d);
    return m.literal(1, d);
}
/// The largest number of a narrow floating dtype.
constexpr double greatest_finite(core::dtype d) {
    auto const format = core::format_of(d);
    return core::detail::decode_narrow(format, core::detail::largest_magnitude(format));
}
/// x to a small integer power, and back.
constexpr auto to_power(auto const& x, std::int64_t p) {
    if (p == 1) return x;
    if (p == 2) return x * x;
    return core::pow(x, p);
}
constexpr auto root(auto const& x, std::int64_t p) {
    if (p == 1) return x;
    if (p == 2) return core::sqrt(x);
    return core::pow(x, 1.0 / static_cast<double>(p));
}
/// A negative axis counts from the end.
constexpr int axis_of(std::int64_t axis, int rank) {
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

/// Operands `first` and `other` must have one dtype.
constexpr void require_same_dtype(inference& c, int first, int other) {
    if (c.has(other) && c.element(other) != c.element(first))
        c.fail(text("operand ") + core::to_string(std::int64_t{other}) + " is " +
               core::name(c.element(other)) + ", expected " + core::name(c.element(first)) +
               " like operand " + core::to_string(std::int64_t{first}));
}
/// The result is like operand 0.
constexpr void infer_same(inference& c) { c.result(0, c.element(0), c.operand(0).shape); }
/// Fails unless an operand has this rank.
constexpr bool require_rank(inference& c, int operand, int rank) {
    if (c.rank(operand) == rank) return true;
    c.fail(text("operand ") + core::to_string(std::int64_t{operand}) + " has rank " +
           core::to_string(std::int64_t{c.rank(operand)}) + ", expected " +
           core::to_string(std::int64_t{rank}));
    return false;
}
constexpr bool require_length(inference& c, std::string_view attribute, std::size_t length,
                              std::size_t wanted) {
    if (length == wanted) return true;
    c.fail(text("attribute \"") + attribute + "\" has " +
           core::to_string(static_cast<std::int64_t>(length)) + " entries, expected " +
           core::to_string(static_cast<std::int64_t>(wanted)));
    return false;
}

} // namespace tenon::graph::detail

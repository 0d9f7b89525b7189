// Pooling over windows; global pooling is imported as a reduction.
#pragma once

#include <tenon/graph/window.hpp>
#include <tenon/match/call.hpp>

namespace tenon::graph {

namespace detail {

constexpr list<dim> pooled_shape(inference& c) {
    auto const& kernel = c.at("kernel_shape").integers;
    if (c.rank(0) < 3) {
        c.fail("operand 0 has rank below 3, expected batch, channels and spatial dimensions");
        return {};
    }
    if (!require_length(c, "kernel_shape", kernel.size(), static_cast<std::size_t>(c.rank(0) - 2)))
        return {};
    list<dim> shape{c.dim_of(0, 0), c.dim_of(0, 1)}, extents;
    for (auto k : kernel) extents.push_back(k);
    infer_windows(c, extents, c.at("ceil_mode").integer != 0, shape);
    return shape;
}
template <class Reading, class Attributes>
constexpr indices_in<Reading> kernel_extents(Reading& m, Attributes const& a) {
    indices_in<Reading> extents;
    for (auto k : a[attr<"kernel_shape">]) extents.push(index_of(m, k));
    return extents;
}
/// The operand's element, or `otherwise` beyond its border.
constexpr auto read_window(auto& m, auto const& x, auto const& a, auto const& i, auto const& k,
                           auto const& otherwise) {
    auto const at = window_element(m, a, i, i[1], k);
    if (is_unpadded(m, a) && a[attr<"ceil_mode">] == 0) return x(at);
    return m.padded(x, at, otherwise);
}
/// How many elements of window `i` along spatial dimension `d` lie within [-before, own + after).
template <class Reading, class Attributes>
constexpr index_in<Reading> elements_within(Reading& m, Attributes const& a, int d,
                                            index_in<Reading> const& i,
                                            index_in<Reading> const& own, bool with_pads) {
    auto const pads = a[attr<"pads">];
    auto const kernel = a[attr<"kernel_shape">][static_cast<std::size_t>(d)];
    auto const dilation = entry_or_one(a[attr<"dilations">], d);
    auto const begin = window_begin(m, a, d, i);
    auto end = own;
    if (with_pads && !pads.empty()) end = end + pads[d + pads.size() / 2];
    auto const last = core::min((end - begin + (dilation - 1)) / dilation, kernel);
    if (with_pads || is_unpadded(m, a)) return last;
    return last - (core::max(index_of(m, 0) - begin, 0) + (dilation - 1)) / dilation;
}

} // namespace detail

/// ONNX MaxPool (1, 8, 10, 11, 12, 22): the largest element of each window, and where it lies in
/// the operand as a row-major number (column-major in each channel where `storage_order` is 1).
struct max_pool : indexed<"max_pool"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number}};
    static constexpr std::string_view sample_shapes = "NCHW|NCH";
    static constexpr operand_facts results[]{
        {"y", presence::required, core::any_number},
        {"indices", presence::optional, core::dtype_set(core::dtype::i64)}};
    static constexpr attribute_facts attributes[]{
        attr<"kernel_shape">.required(attribute_kind::integers),
        attr<"strides">.empty(attribute_kind::integers),
        attr<"dilations">.empty(attribute_kind::integers),
        attr<"pads">.empty(attribute_kind::dims),
        attr<"ceil_mode"> = 0,
        attr<"storage_order"> = 0,
    };
    static constexpr void infer(inference& c) {
        auto const shape = detail::pooled_shape(c);
        if (c.failed()) return;
        c.result(0, c.element(0), shape);
        c.result(1, core::dtype::i64, shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        auto const least = detail::lowest(m, x.dtype());
        auto const extents = detail::kernel_extents(m, a);
        auto const read = [&](auto const& k) { return detail::read_window(m, x, a, i, k, least); };
        if (m.result() == 0) return m.largest(extents, least, read);

        auto const none = m.literal(-1, core::dtype::i64);
        auto const number = [&](auto const& at) {
            auto inside = at[2] >= 0;
            for (int d = 2; d != x.rank(); ++d) inside = inside & (at[d] >= 0) & (at[d] < x.dim(d));
            auto place = at;
            auto shape = detail::shape_of(m, x);
            if (a[attr<"storage_order">] != 0)
                for (int d = 2; d != x.rank(); ++d) {
                    place[d] = at[x.rank() + 1 - d];
                    shape[d] = x.dim(x.rank() + 1 - d);
                }
            return core::select(inside, m.value(detail::flatten(m, place, shape), core::dtype::i64),
                                none);
        };
        auto count = detail::index_of(m, 1);
        for (auto const& e : extents) count = count * e;
        auto const found =
            m.fold(count, {least, none},
                   [&](auto const& n, auto const& best) -> std::remove_cvref_t<decltype(best)> {
                       auto const k = detail::unflatten(m, n, extents);
                       auto const element = read(k);
                       auto const place = number(detail::window_element(m, a, i, i[1], k));
                       auto const better = (place >= 0) & ((element > best[0]) | (best[1] < 0));
                       return {core::select(better, element, best[0]),
                               core::select(better, place, best[1])};
                   });
        return found[1];
    };
};
/// ONNX AveragePool (1, 7, 10, 11, 19, 22): the mean of each window's elements, those in the
/// padding counting as zeros where `count_include_pad` is set and not at all otherwise. What lies
/// beyond the padding never counts.
struct average_pool : indexed<"average_pool"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float}};
    static constexpr std::string_view sample_shapes = "NCHW|NCH";
    static constexpr attribute_facts attributes[]{
        attr<"kernel_shape">.required(attribute_kind::integers),
        attr<"strides">.empty(attribute_kind::integers),
        attr<"dilations">.empty(attribute_kind::integers),
        attr<"pads">.empty(attribute_kind::dims),
        attr<"ceil_mode"> = 0,
        attr<"count_include_pad"> = 0,
    };
    static constexpr void infer(inference& c) {
        auto shape = detail::pooled_shape(c);
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        auto const zero = m.literal(0, x.dtype());
        auto const total = m.sum(detail::kernel_extents(m, a), [&](auto const& k) {
            return detail::read_window(m, x, a, i, k, zero);
        });
        bool const with_pads = a[attr<"count_include_pad">] != 0;
        auto count = detail::index_of(m, 1);
        for (int d = 0; d != x.rank() - 2; ++d)
            count = count * detail::elements_within(m, a, d, i[d + 2], x.dim(d + 2), with_pads);
        return total / m.value(count, x.dtype());
    };
};
/// ONNX LpPool (1, 2, 11, 18, 22): the p-norm of each window.
struct lp_pool : indexed<"lp_pool"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float}};
    static constexpr attribute_facts attributes[]{
        attr<"kernel_shape">.required(attribute_kind::integers),
        attr<"strides">.empty(attribute_kind::integers),
        attr<"dilations">.empty(attribute_kind::integers),
        attr<"pads">.empty(attribute_kind::dims),
        attr<"ceil_mode"> = 0,
        attr<"p"> = 2,
    };
    static constexpr void infer(inference& c) {
        auto shape = detail::pooled_shape(c);
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const p = a[attr<"p">];
        auto const zero = m.literal(0, in[0].dtype());
        auto const total = m.sum(detail::kernel_extents(m, a), [&](auto const& k) {
            return detail::to_power(core::abs(detail::read_window(m, in[0], a, i, k, zero)), p);
        });
        return detail::root(total, p);
    };
};

using pooling_ops = core::dialect<max_pool, average_pool, lp_pool>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::max_pool> max_pool;
inline constexpr match::call<graph::average_pool> average_pool;
inline constexpr match::call<graph::lp_pool> lp_pool;
} // namespace tenon

// Windows that slide over the spatial dimensions, which are those after batch and channel.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph::detail {

/// Which window attributes an op has must fit the number of spatial dimensions.
constexpr bool require_window_lengths(inference& c, std::size_t spatial) {
    auto const fits = [&](std::string_view name, std::size_t length, std::size_t wanted) {
        return length == 0 || require_length(c, name, length, wanted);
    };
    return fits("strides", c.at("strides").integers.size(), spatial) &&
           fits("dilations", c.at("dilations").integers.size(), spatial) &&
           fits("pads", c.at("pads").dims.size(), 2 * spatial);
}
constexpr dim pad_before(inference const& c, std::size_t d) {
    auto const& pads = c.at("pads").dims;
    if (pads.empty()) return 0;
    return pads[d];
}
constexpr dim pad_after(inference const& c, std::size_t d) {
    auto const& pads = c.at("pads").dims;
    if (pads.empty()) return 0;
    return pads[d + pads.size() / 2];
}
/// Appends to `shape` how many windows of extents `kernel` fit each spatial dimension of operand 0.
/// With `ceil`, the last one may reach beyond the padding, but must begin before its end part.
constexpr void infer_windows(inference& c, list<dim> const& kernel, bool ceil, list<dim>& shape) {
    if (!require_window_lengths(c, kernel.size())) return;
    for (std::size_t d = 0; d != kernel.size(); ++d) {
        dim const stride = entry_or_one(c.at("strides").integers, static_cast<int>(d));
        dim const dilation = entry_or_one(c.at("dilations").integers, static_cast<int>(d));
        dim const own = c.dim_of(0, static_cast<int>(d) + 2);
        dim const before = own + pad_before(c, d);
        dim const whole = before + pad_after(c, d);
        dim const reach = dilation * (kernel[d] - dim(1)) + dim(1);
        if (!ceil) {
            c.require_at_least(whole, reach, "padded dimension");
            shape.push_back(core::floordiv(whole - reach, stride) + dim(1));
        } else {
            shape.push_back(core::min(core::ceildiv(whole - reach, stride) + dim(1),
                                      core::ceildiv(before, stride)));
        }
    }
}

/// Where element `k` of window `i` lies along spatial dimension `d`.
template <class Reading, class Attributes>
constexpr index_in<Reading> window_begin(Reading& m, Attributes const& a, int d,
                                         index_in<Reading> const& i) {
    auto const pads = a[attr<"pads">];
    return i * entry_or_one(a[attr<"strides">], d) - (pads.empty() ? index_of(m, 0) : pads[d]);
}
template <class Reading, class Attributes>
constexpr indices_in<Reading>
window_element(Reading& m, Attributes const& a, indices_in<Reading> const& i,
               index_in<Reading> const& channel, indices_in<Reading> const& k) {
    indices_in<Reading> at{i[0], channel};
    for (int d = 0; d != k.size(); ++d)
        at.push(window_begin(m, a, d, i[d + 2]) + k[d] * entry_or_one(a[attr<"dilations">], d));
    return at;
}
/// Whether no window reaches beyond the operand, as far as the pads say.
template <class Reading, class Attributes>
constexpr bool is_unpadded(Reading& m, Attributes const& a) {
    for (auto const& p : a[attr<"pads">])
        if (!m.certainly(p == 0)) return false;
    return true;
}

} // namespace tenon::graph::detail

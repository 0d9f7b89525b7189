// Changing the dtype of elements.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

/// ONNX Cast (6, 9, 13, 19, 21, 23, 24, 25) and CastLike: floating to integer truncates, integer to
/// integer wraps, anything but zero is true. What ONNX leaves undefined (a floating value beyond
/// the integer's range, NaN) gives the same integer on every run. With `saturate`, what is beyond
/// the range of an 8-bit float becomes its largest number.
struct cast : indexed<"cast"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr attribute_facts attributes[]{attr<"to">.required(attribute_kind::dtype),
                                                  attr<"saturate"> = 1};
    static constexpr void infer(inference& c) {
        c.result(0, c[attr<"to">].dtype, c.operand(0).shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const to = m.result_dtype();
        bool const limited = core::is_float(to) && core::bits(to) == 8 &&
                             to != core::dtype::f8e8m0 && a[attr<"saturate">] != 0;
        if (!limited) return m.cast(in[0](i), to);
        double const most = detail::greatest_finite(to);
        return m.cast(core::clamp(m.cast(in[0](i), core::dtype::f64), -most, most), to);
    };
};

using cast_ops = core::dialect<cast>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::cast> cast;
} // namespace tenon

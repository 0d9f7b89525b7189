// Choosing between elements, and limiting them.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph {

namespace detail {
/// The index of the first element.
constexpr auto first_index(auto& m, auto const& x) {
    typename std::remove_cvref_t<decltype(m)>::indices zeros;
    for (int d = 0; d != x.rank(); ++d) zeros.push(m.size(0));
    return zeros;
}
} // namespace detail

/// ONNX Where (9, 16): x where the condition holds, else y.
struct where : elementwise<"where", 3> {
    static constexpr operand_facts operands[]{{"condition", presence::required, core::only_boolean},
                                              {"x", presence::required, core::any_fixed_size},
                                              {"y", presence::required, core::any_fixed_size}};
    static constexpr auto meaning = [](auto condition, auto x, auto y) {
        return core::select(condition, x, y);
    };
};
/// ONNX Clip (6, 11, 12, 13): x limited to [min, max], each a single element; an absent one does
/// not limit, and max wins where they cross. A NaN stays.
struct clip : indexed<"clip"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number},
                                              {"min", presence::optional, core::any_number},
                                              {"max", presence::optional, core::any_number}};
    static constexpr std::string_view sample_shapes = "NC,,";
    static constexpr void infer(inference& c) {
        for (int i = 1; i != 3; ++i)
            if (c.has(i) && c.element(i) != c.element(0))
                c.fail(text("operand \"") + operands[i].name + "\" is " + core::name(c.element(i)) +
                       ", expected " + core::name(c.element(0)) + " like the first");
            else if (c.has(i))
                c.require_equal(c.operand(i).elements(), 1, "elements of a limit and 1");
        c.result(0, c.element(0), c.operand(0).shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const&) {
        auto x = in[0](i);
        if (in[1].present()) x = core::max(x, in[1](detail::first_index(m, in[1])));
        if (in[2].present()) x = core::min(x, in[2](detail::first_index(m, in[2])));
        return x;
    };
};

using selection_ops = core::dialect<where, clip>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::where> where_;
inline constexpr match::call<graph::clip> clip;
} // namespace tenon

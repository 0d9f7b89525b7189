// Products of quantized numbers are summed as the integers that stand for them.
#pragma once

#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/quantization.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

namespace detail {

constexpr bool is_byte(core::dtype d) { return graph::detail::byte_dtypes.has(d); }

/// Whether 32 bits hold a sum of so many products of two differences of bytes.
constexpr bool sum_fits(core::dim const& count) {
    return count.is_constant() && count.constant() * 255 * 255 < (std::int64_t{1} << 31);
}
constexpr bool is_single(auto const& parameter) {
    return !parameter.is_present() || parameter.type().elements() == core::dim(1);
}
/// Whether a dequantized constant has one scale, or one per place along dimension `axis`.
constexpr bool is_scaled_along(auto const& node, auto const& scale, auto const& zero, int axis) {
    if (is_single(scale) && is_single(zero)) return true;
    int const rank = node.type().rank();
    return node.at("block_size").integer == 0 &&
           graph::detail::axis_of(node.at("axis").integer, rank) == axis;
}
/// As many elements as `Name` has, one for all channels of the root or one for each, which are its
/// dimension 1.
template <core::fixed_string Name> constexpr auto list_of_channels(auto const& vector) {
    return reshape(
        vector, core::attr<"shape"> = [](auto const& m) {
            core::list<core::dim> shape(static_cast<std::size_t>(m.root().type().rank() - 1),
                                        core::dim(1));
            shape[0] = m[Name.text].type().elements();
            return shape;
        });
}

} // namespace detail

/// Weights are constants: the sums that correct theirs are formed beforehand.
inline constexpr auto quantized_product_rules = [] {
    using core::absent, core::attr;
    constexpr auto x = any<"x">;
    constexpr auto w = constant<"w">;
    constexpr auto b = any<"b">;
    constexpr auto s = any<"s">;
    constexpr auto t = any<"t">;
    constexpr auto z = maybe<"z">;
    constexpr auto q = maybe<"q">;
    constexpr auto f32 = attr<"to"> = core::dtype::f32;
    constexpr auto real_x = dequantize_linear(x, s, z, f32).shared();
    constexpr auto real_w = dequantize_linear(w, t, q, f32).shared().template as<"ws">();
    constexpr auto scales = detail::list_of_channels<"t">(mul(s, t));
    constexpr auto biases = detail::list_of_channels<"b">(b);
    constexpr auto strides = attr<"strides"> = any<"strides">;
    constexpr auto dilations = attr<"dilations"> = any<"dilations">;
    constexpr auto pads = attr<"pads"> = any<"pads">;
    constexpr auto kernel = attr<"kernel_shape"> = any<"kernel_shape">;
    constexpr auto one_group = attr<"group"> = 1;
    constexpr auto product =
        cast(conv_integer(x, w, absent, z, q, strides, dilations, pads, kernel, one_group), f32);
    constexpr auto are_bytes = where([](auto const& m) {
        return detail::is_byte(m["x"].element()) && detail::is_byte(m["w"].element()) &&
               detail::is_single(m["s"]) && detail::is_single(m["z"]) &&
               m["s"].element() == core::dtype::f32 && m["t"].element() == core::dtype::f32;
    });
    constexpr auto filters_fit = where([](auto const& m) {
        auto const& shape = m["w"].type().shape;
        return detail::is_scaled_along(m.node("ws"), m["t"], m["q"], 0) &&
               detail::sum_fits(core::ceildiv(m["w"].type().elements(), shape[0]));
    });
    constexpr auto matrix_fits = where([](auto const& m) {
        return m["w"].rank() == 2 && detail::is_scaled_along(m.node("ws"), m["t"], m["q"], 1) &&
               detail::sum_fits(m["w"].dim(0));
    });
    constexpr auto transposed_fits = where([](auto const& m) {
        return detail::is_scaled_along(m.node("ws"), m["t"], m["q"], 0) &&
               detail::sum_fits(m["w"].dim(1));
    });
    return rules(
        // clang-format off
        // conv(s (x - z), t (w - q)) = s t conv(x - z, w - q)
        match::library_rule<"conv-of-quantized">(conv(real_x, real_w, strides, dilations, pads, kernel, one_group) >>
            mul(product, scales), are_bytes, filters_fit),
        // conv(s (x - z), t (w - q), b) = s t conv(x - z, w - q) + b
        match::library_rule<"conv-of-quantized-with-bias">(conv(real_x, real_w, b, strides, dilations, pads, kernel, one_group) >>
            add(mul(product, scales), biases), are_bytes, filters_fit),
        // s (x - z) t (w - q) = s t ((x - z) (w - q))
        match::library_rule<"product-of-quantized">(mat_mul(real_x, real_w) >>
            mul(cast(mat_mul_integer(x, w, z, q), f32), mul(s, t)), are_bytes, matrix_fits),
        // the same with W' in the place of W
        match::library_rule<"gemm-of-quantized">(gemm(real_x, real_w, b, attr<"alpha"> = 1.0, attr<"beta"> = 1.0, attr<"transA"> = 0, attr<"transB"> = 1) >>
            add(mul(cast(mat_mul_integer(x, transpose(w, attr<"perm"> = core::few<std::int64_t>{1, 0}), z, q), f32), mul(s, t)), b), are_bytes, transposed_fits)
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

// Ops in terms of simpler ones, which fold into their neighbours.
#pragma once

#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
#include <tenon/graph/quantization.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

namespace detail {

/// The attribute `Name` of the matched root as a scalar constant of its dtype.
template <core::fixed_string Name>
inline constexpr auto as_constant = constant_from([](auto const& m) {
    return core::tensor::from(m.root().type().element, {},
                              core::list<double>{m.root()[core::attr<Name>].real});
});
inline constexpr auto swapped = core::few<std::int64_t>{1, 0};

/// A vector with an element per channel, in the dtype of the matched root and of a shape that
/// broadcasts to it along dimension 1.
template <class Vector> constexpr auto along_channels(Vector const& vector) {
    return reshape(
        cast(
            vector, core::attr<"to"> = [](auto const& m) { return m.root().type().element; }),
        core::attr<"shape"> = [](auto const& m) {
            auto const& root = m.root().type();
            core::list<core::dim> shape(root.shape.size() - 1, core::dim(1));
            shape[0] = root.shape[1];
            return shape;
        });
}
/// `Name` of the root as a scalar constant of the dtype of the capture "v".
template <core::fixed_string Name>
inline constexpr auto as_constant_like_v = constant_from([](auto const& m) {
    return core::tensor::from(m["v"].element(), {},
                              core::list<double>{m.root()[core::attr<Name>].real});
});

/// A convolution's pads before, or behind, the dimensions of its image, of which the first two have
/// none.
constexpr core::list<core::dim> half_of_pads(core::list<core::dim> const& pads, bool behind) {
    core::list<core::dim> half{core::dim(0), core::dim(0)};
    auto const spatial = pads.size() / 2;
    for (std::size_t d = 0; d != spatial; ++d) half.push_back(pads[behind ? d + spatial : d]);
    return half;
}

} // namespace detail

/// Gemm is a matrix product with what ONNX puts around it.
inline constexpr auto gemm_rules = [] {
    using core::attr;
    constexpr auto a = any<"a">;
    constexpr auto b = any<"b">;
    constexpr auto c = any<"c">;
    return rules(
        in_order,
        // clang-format off
        // gemm(A, B, C; transA) = gemm(A', B, C)
        match::library_rule<"gemm-first-transposed">(gemm(a, b, maybe<"c">, attr<"transA"> = 1) >> gemm(transpose(a, attr<"perm"> = detail::swapped), b, maybe<"c">, attr<"transA"> = 0),
            followed_by<"gemm-second-transposed", "gemm-product", "gemm-product-and-sum", "gemm-scaled-sum", "gemm-scaled-product">),
        // gemm(A, B, C; transB) = gemm(A, B', C)
        match::library_rule<"gemm-second-transposed">(gemm(a, b, maybe<"c">, attr<"transB"> = 1) >> gemm(a, transpose(b, attr<"perm"> = detail::swapped), maybe<"c">, attr<"transB"> = 0),
            followed_by<"gemm-product", "gemm-product-and-sum", "gemm-scaled-sum", "gemm-scaled-product">),
        // gemm(A, B; alpha = 1) = A B
        match::library_rule<"gemm-product">(gemm(a, b, attr<"alpha"> = 1.0, attr<"transA"> = 0, attr<"transB"> = 0) >> mat_mul(a, b)),
        // gemm(A, B, C; alpha = beta = 1) = A B + C
        match::library_rule<"gemm-product-and-sum">(gemm(a, b, c, attr<"alpha"> = 1.0, attr<"beta"> = 1.0, attr<"transA"> = 0, attr<"transB"> = 0) >> add(mat_mul(a, b), c)),
        // gemm(A, B, C; alpha, beta) = gemm(A, B, beta C; alpha, 1)
        match::library_rule<"gemm-scaled-sum">(gemm(a, b, c).as<"g">() >> gemm(a, b, mul(c, detail::as_constant<"beta">), attr<"beta"> = 1.0),
            where([](auto const& m) { return m.node("g").at("beta").real != 1; }),
            followed_by<"gemm-product", "gemm-product-and-sum", "gemm-scaled-product">),
        // gemm(A, B, C; alpha) = gemm(A, alpha B, C)
        match::library_rule<"gemm-scaled-product">(gemm(a, b, maybe<"c">).as<"g">() >> gemm(a, mul(b, detail::as_constant<"alpha">), maybe<"c">, attr<"alpha"> = 1.0),
            where([](auto const& m) { return m.node("g").at("alpha").real != 1; }),
            followed_by<"gemm-product", "gemm-product-and-sum">)
        // clang-format on
    );
}();

/// Batch normalisation at inference is a scale and a shift of each channel.
inline constexpr auto batch_normalization_rules = [] {
    constexpr auto x = any<"x">;
    constexpr auto s = any<"s">;
    constexpr auto b = any<"b">;
    constexpr auto u = any<"u">;
    constexpr auto v = any<"v">;
    constexpr auto slope = div(s, sqrt(add(v, detail::as_constant_like_v<"epsilon">)));
    return rules(
        // clang-format off
        // bn(x, s, b, u, v) = x S + (b - u S), where S = s / sqrt(v + epsilon); in half precision
        // with its rounding
        match::library_rule<"batch-normalization">(batch_normalization(x, s, b, u, v) >>
            add(mul(x, detail::along_channels(slope)), detail::along_channels(sub(b, mul(u, slope)))),
            approximately<0.02>)
        // clang-format on
    );
}();

/// Around the image of a convolution of 8-bit numbers lies 0, which is its zero point: padded with
/// that beforehand, all windows are whole, and sums of the filters correct all of them alike.
inline constexpr auto quantized_conv_rules = [] {
    using core::attr;
    constexpr auto x = any<"x">;
    constexpr auto w = any<"w">;
    constexpr auto z = maybe<"z">;
    constexpr auto pads = attr<"pads"> = any<"pads">;
    constexpr auto no_pads = attr<"pads"> = [](auto const&) { return core::list<core::dim>(); };
    constexpr auto begins = attr<"begins"> = [](auto const& m) {
        return detail::half_of_pads(m.attribute("pads").dims, false);
    };
    constexpr auto ends = attr<"ends"> = [](auto const& m) {
        return detail::half_of_pads(m.attribute("pads").dims, true);
    };
    constexpr auto pads_something = where([](auto const& m) {
        for (auto const& d : m.attribute("pads").dims)
            if (!(d == core::dim(0))) return true;
        return false;
    });
    return rules(
        // clang-format off
        // conv_integer(x, w, b, z; p) = conv_integer(pad(x, z; p), w, b, z)
        match::library_rule<"padding-of-conv-integer">(conv_integer(x, w, maybe<"b">, z, maybe<"q">, pads) >>
            conv_integer(pad(x, z, begins, ends), w, maybe<"b">, z, maybe<"q">, no_pads), pads_something, followed_by<>),
        // the same of q_linear_conv
        match::library_rule<"padding-of-q-linear-conv">(q_linear_conv(x, w, maybe<"b">, any<"s">, any<"z">, any<"t">, any<"q">, any<"u">, any<"r">, pads) >>
            q_linear_conv(pad(x, any<"z">, begins, ends), w, maybe<"b">, any<"s">, any<"z">, any<"t">, any<"q">, any<"u">, any<"r">, no_pads), pads_something, followed_by<>)
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

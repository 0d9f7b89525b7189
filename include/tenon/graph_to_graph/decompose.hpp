// Ops in terms of simpler ones, which fold into their neighbours.
#pragma once

#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/normalization.hpp>
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

} // namespace tenon::graph_to_graph

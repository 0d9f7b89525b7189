// Scales and shifts of channels around a convolution become part of its constants.
#pragma once

#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

/// A constant with one element per channel, or one for all, with as many dimensions as the matched
/// root, the channels in the first of them: what multiplies the filters of a convolution.
template <core::fixed_string Name>
constexpr auto per_output_channel(match::capture<match::item_kind::constant, Name> c) {
    return reshape(
        c, core::attr<"shape"> = [](auto const& m) {
            core::list<core::dim> shape(static_cast<std::size_t>(m.root().type().rank()),
                                        core::dim(1));
            shape[0] = m[Name.text].type().elements();
            return shape;
        });
}
/// A constant with one element per channel as a vector, like a convolution's bias. One element for
/// all channels is repeated.
template <core::fixed_string Name>
constexpr auto per_channel_vector(match::capture<match::item_kind::constant, Name> c) {
    return expand(
        reshape(
            c, core::attr<"shape"> =
                   [](auto const& m) {
                       return core::list<core::dim>{m[Name.text].type().elements()};
                   }),
        core::attr<"shape"> = [](auto const& m) {
            return core::list<core::dim>{m.root().type().shape[1]};
        });
}

inline constexpr auto conv_scale_rules = [] {
    constexpr auto x = any<"x">;
    constexpr auto w = constant<"w">;
    constexpr auto b = constant<"b">;
    constexpr auto s = constant<"s">;
    constexpr auto t = constant<"t">;
    constexpr auto s_is_per_channel = where([](auto const& m) { return m["s"].is_per_channel(1); });
    constexpr auto t_is_per_channel = where([](auto const& m) { return m["t"].is_per_channel(1); });
    return rules(
        // clang-format off
        // s conv(x, w) = conv(x, s w)
        match::library_rule<"scale-after-conv">(mul(conv(x, w).used_once(), s) >> conv(x, mul(w, per_output_channel(s))), s_is_per_channel),
        // s conv(x, w, b) = conv(x, s w, s b)
        match::library_rule<"scale-after-conv-with-bias">(mul(conv(x, w, b).used_once(), s) >> conv(x, mul(w, per_output_channel(s)), mul(b, per_channel_vector(s))), s_is_per_channel),
        // conv(x, w) + t = conv(x, w, t)
        match::library_rule<"shift-after-conv">(add(conv(x, w).used_once(), t) >> conv(x, w, per_channel_vector(t)), t_is_per_channel),
        // conv(x, w, b) + t = conv(x, w, b + t)
        match::library_rule<"shift-after-conv-with-bias">(add(conv(x, w, b).used_once(), t) >> conv(x, w, add(b, per_channel_vector(t))), t_is_per_channel)
        // clang-format on
    );
}();

/// Zeros around the input of a convolution become its own padding.
inline constexpr auto conv_padding_rules = [] {
    using core::attr;
    constexpr auto x = any<"x">;
    constexpr auto pads = [](auto const& m) {
        auto const &begins = m.attribute("begins").dims, &ends = m.attribute("ends").dims;
        auto const spatial = begins.size() - 2;
        core::list<core::dim> sum = m.attribute("pads").dims;
        if (sum.empty()) sum = core::list<core::dim>(2 * spatial, core::dim(0));
        for (std::size_t d = 0; d != spatial; ++d) {
            sum[d] = sum[d] + begins[d + 2];
            sum[d + spatial] = sum[d + spatial] + ends[d + 2];
        }
        return sum;
    };
    constexpr auto is_spatial = where([](auto const& m) {
        auto const &begins = m.attribute("begins").dims, &ends = m.attribute("ends").dims;
        for (std::size_t d = 0; d != begins.size(); ++d) {
            bool const none = begins[d] == core::dim(0) && ends[d] == core::dim(0);
            if (d < 2 ? !none
                      : !begins[d].is_constant() || !ends[d].is_constant() ||
                            begins[d].constant() < 0 || ends[d].constant() < 0)
                return false;
        }
        return true;
    });
    constexpr auto padded = [](auto... value) {
        return pad(any<"x">, value..., attr<"begins"> = any<"begins">, attr<"ends"> = any<"ends">,
                   attr<"mode"> = "constant")
            .shared();
    };
    return rules(
        // clang-format off
        // conv(pad(x, a), w; p) = conv(x, w; p + a)
        match::library_rule<"padding-before-conv">(conv(padded(), any<"w">, maybe<"b">, attr<"pads"> = any<"pads">) >> conv(x, any<"w">, maybe<"b">, attr<"pads"> = pads), is_spatial),
        // conv(pad(x, a, 0), w; p) = conv(x, w; p + a)
        match::library_rule<"zero-padding-before-conv">(conv(padded(0.0), any<"w">, maybe<"b">, attr<"pads"> = any<"pads">) >> conv(x, any<"w">, maybe<"b">, attr<"pads"> = pads), is_spatial)
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

namespace tenon {
using graph_to_graph::per_output_channel;
} // namespace tenon

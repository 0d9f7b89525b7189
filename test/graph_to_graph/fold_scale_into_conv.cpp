// Scales, shifts and padding around convolutions.
#include <tenon/graph_to_graph/fold_constants.hpp>
#include <tenon/graph_to_graph/fold_scale_into_conv.hpp>
#include <tenon/graph_to_graph/infer_types.hpp>
#include <tenon/graph_to_graph/remove_unused.hpp>
#include <tenon/pass/combinators.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using namespace tenon::graph_to_graph;

constexpr auto fold = infer_types() | tenon::rewrite<"fold-into-conv">(conv_scale_rules) |
                      fold_constants() | remove_unused();

// (conv(x, w) s + t) s = conv(x, w s s, t s)
static_assert(becomes<R"(func f(%x: f32[n, 1, 4, 4]) -> f32[n, 2, 2, 2] {
    %w = constant {value = f32[2, 1, 1, 1](3.0, 5.0)}
    %s = constant {value = f32[2, 1, 1](2.0, 4.0)}
    %t = constant {value = f32[](1.0)}
    %a = conv %x, %w {strides = [2, 2]}
    %b = mul %s, %a
    %c = add %b, %t
    %d = mul %c, %s
    return %d
})",
                      R"(func f(%x: f32[n, 1, 4, 4]) -> f32[n, 2, 2, 2] {
    %w = constant {value = f32[2, 1, 1, 1](12.0, 80.0)}
    %t = constant {value = f32[2](2.0, 4.0)}
    %a = conv %x, %w, %t {strides = [2, 2]}
    return %a
})">(tenon::until_stable(fold)));

// A scale along the width, or one that is not constant, is no scale of channels.
constexpr tenon::core::fixed_string other_scales =
    R"(func f(%x: f32[n, 1, 4, 4], %k: f32[2, 1, 1]) -> f32[n, 2, 4, 4] {
    %w = constant {value = f32[2, 1, 1, 1](3.0, 5.0)}
    %s = constant {value = f32[4](1.0, 2.0, 3.0, 4.0)}
    %a = conv %x, %w
    %b = mul %a, %s
    %c = conv %x, %w {strides = [1, 1]}
    %d = mul %c, %k
    %e = add %b, %d
    return %e
})";
static_assert(becomes<other_scales, other_scales>(conv_scale_rules));

// The convolution stays where somebody else wants its result.
constexpr tenon::core::fixed_string used_twice =
    R"(func f(%x: f32[n, 1, 4, 4]) -> (f32[n, 2, 4, 4], f32[n, 2, 4, 4]) {
    %w = constant {value = f32[2, 1, 1, 1](3.0, 5.0)}
    %s = constant {value = f32[](2.0)}
    %a = conv %x, %w
    %b = mul %a, %s
    return %a, %b
})";
static_assert(becomes<used_twice, used_twice>(conv_scale_rules));

static_assert(becomes<R"(func f(%x: f32[1, 1, 4, 4]) -> f32[1, 1, 4, 4] {
    %w = constant {value = f32[1, 1, 3, 3](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)}
    %z = constant {value = f32[](0.0)}
    %p = pad %x, %z {begins = [0, 0, 1, 0], ends = [0, 0, 0, 1]}
    %y = conv %p, %w {pads = [0, 1, 1, 0]}
    return %y
})",
                      R"(func f(%x: f32[1, 1, 4, 4]) -> f32[1, 1, 4, 4] {
    %w = constant {value = f32[1, 1, 3, 3](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)}
    %y = conv %x, %w {pads = [1, 1, 1, 1]}
    return %y
})">(tenon::rewrite<"pad">(conv_padding_rules) | remove_unused()));
} // namespace

// Constants are computed, unless that makes the program much larger.
#include <tenon/graph_to_graph/fold_constants.hpp>
#include <tenon/graph_to_graph/infer_types.hpp>
#include <tenon/graph_to_graph/remove_unused.hpp>
#include <tenon/graph_to_graph/share_common.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using namespace tenon::graph_to_graph;
constexpr auto fold = infer_types() | fold_constants() | remove_unused();

static_assert(becomes<R"(func f(%x: f32[3, 2]) -> f32[3, 2] {
    %c = constant {value = f32[2, 3](1.0, 2.0, 3.0, 4.0, 5.0, 6.0)}
    %t = transpose %c
    %r = reshape %c {shape = [3, 2]}
    %s = mul %t, %r
    %y = add %s, %x
    return %y
})",
                      R"(func f(%x: f32[3, 2]) -> f32[3, 2] {
    %s = constant {value = f32[3, 2](1.0, 8.0, 6.0, 20.0, 15.0, 36.0)}
    %y = add %s, %x
    return %y
})">(fold));
static_assert(becomes<R"(func f() -> u8[2, 1, 3] {
    %c = constant {value = u8[3, 2, 1](1, 2, 3, 4, 5, 6)}
    %t = transpose %c {perm = [1, 2, 0]}
    return %t
})",
                      R"(func f() -> u8[2, 1, 3] {
    %c = constant {value = u8[2, 1, 3](1, 3, 5, 2, 4, 6)}
    return %c
})">(fold));
// Sizes of inputs are not known yet; large broadcasts stay small.
constexpr tenon::core::fixed_string stays = R"(func f() -> (i64[1], f32[1000, 1000]) {
    %n = size_values {values = [n]}
    %c = constant {value = f32[](1.0)}
    %e = expand %c {shape = [1000, 1000]}
    return %n, %e
})";
static_assert(becomes<stays, stays>(fold));
static_assert(becomes<R"(func f() -> i64[2] {
    %n = size_values {values = [3, 4]}
    return %n
})",
                      R"(func f() -> i64[2] {
    %n = constant {value = i64[2](3, 4)}
    return %n
})">(fold));

static_assert(becomes<R"(func f(%x: f32[n], %y: f32[n]) -> (f32[n], f32[n], f32[n]) {
    %a = add %x, %y
    %b = add %y, %x
    %c = sub %x, %y
    %d = sub %y, %x
    %e = constant {value = f32[](1.0)}
    %f = constant {value = f32[](1.0)}
    %g = constant {value = f64[](1.0)}
    %h = mul %a, %e
    %i = mul %b, %f
    %j = mul %c, %d
    return %h, %i, %j
})",
                      R"(func f(%x: f32[n], %y: f32[n]) -> (f32[n], f32[n], f32[n]) {
    %a = add %x, %y
    %c = sub %x, %y
    %d = sub %y, %x
    %e = constant {value = f32[](1.0)}
    %g = constant {value = f64[](1.0)}
    %h = mul %a, %e
    %j = mul %c, %d
    return %h, %h, %j
})">(share_common()));
static_assert(becomes<R"(func f(%x: f32[n]) -> f32[n] {
    %a = leaky_relu %x {alpha = 0.5}
    %b = leaky_relu %x {alpha = 0.25}
    %c = leaky_relu %x {alpha = 0.5}
    %d = add %a, %b
    %e = add %d, %c
    %unused = neg %e
    return %e
})",
                      R"(func f(%x: f32[n]) -> f32[n] {
    %a = leaky_relu %x {alpha = 0.5}
    %b = leaky_relu %x {alpha = 0.25}
    %d = add %a, %b
    %e = add %d, %a
    return %e
})">(share_common() | remove_unused()));

// What evaluation has no numbers for stays.
struct copied : tenon::graph::indexed<"user.copied"> {
    static constexpr tenon::core::operand_facts operands[]{{"x"}};
    static constexpr void infer(tenon::core::inference& c) { c.result(0, c.operand(0)); }
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const&) {
        return in[0](i);
    };
};
using own_dialect = tenon::graph::standard_dialect::with<copied>;
constexpr auto words = [] {
    return tenon::ir<R"(func f() -> string[2] {
        %a = constant {value = string[2]("one", "two")}
        %b = user.copied %a
        return %b
    })",
                     own_dialect>();
};
constexpr auto numbers = [] {
    return tenon::ir<R"(func f() -> f32[2] {
        %a = constant {value = f32[2](1.0, 2.0)}
        %b = user.copied %a
        return %b
    })",
                     own_dialect>();
};
constexpr auto folded_numbers = [] {
    return tenon::ir<R"(func f() -> f32[2] {
        %a = constant {value = f32[2](1.0, 2.0)}
        return %a
    })",
                     own_dialect>();
};
static_assert(tenon::core::same(tenon::run(fold, words()), words()));
static_assert(tenon::core::same(tenon::run(fold, numbers()), folded_numbers()));
} // namespace

// Every identity on a program of its own.
#include <tenon/graph_to_graph/clean_up.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
using tenon::graph_to_graph::identity_rules, tenon::graph_to_graph::movement_rules;

template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool simplifies = becomes<Before, After>(identity_rules);
template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool moves = becomes<Before, After>(movement_rules);

constexpr tenon::core::fixed_string same = "func f(%x: f32[n, 3]) -> f32[n, 3] { return %x }";

static_assert(
    simplifies<"func f(%x: f32[n, 3]) -> f32[n, 3] { %y = identity %x return %y }", same>);
static_assert(simplifies<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %c = constant {value = f32[3](0.0, 0.0, 0.0)}
    %y = add %c, %x
    %z = sub %y, %c
    return %z
})",
                         R"(func f(%x: f32[n, 3]) -> f32[n, 3] { return %x })">);
static_assert(simplifies<R"(func f(%x: i64[n, 3]) -> i64[n, 3] {
    %c = constant {value = i64[](1)}
    %y = mul %x, %c
    %z = div %y, %c
    %u = pow %z, %c
    return %u
})",
                         "func f(%x: i64[n, 3]) -> i64[n, 3] { return %x }">);
// A broadcast is not an identity.
static_assert(simplifies<R"(func f(%x: f32[3]) -> f32[2, 3] {
    %c = constant {value = f32[2, 1](1.0, 1.0)}
    %y = mul %x, %c
    return %y
})",
                         R"(func f(%x: f32[3]) -> f32[2, 3] {
    %c = constant {value = f32[2, 1](1.0, 1.0)}
    %y = mul %x, %c
    return %y
})">);
static_assert(simplifies<R"(func f(%x: f32[n]) -> f32[n] {
    %c = constant {value = f32[](2.0)}
    %y = pow %x, %c
    return %y
})",
                         R"(func f(%x: f32[n]) -> f32[n] { %y = mul %x, %x return %y })">);
static_assert(simplifies<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %a = neg %x
    %b = neg %a
    %c = max %b, %b
    %d = min %c, %c
    return %d
})",
                         same>);
static_assert(simplifies<R"(func f(%x: f32[n], %y: f32[n]) -> f32[n] {
    %a = neg %y
    %b = sub %x, %a
    %c = add %a, %b
    return %c
})",
                         R"(func f(%x: f32[n], %y: f32[n]) -> f32[n] {
    %b = add %x, %y
    %c = sub %b, %y
    return %c
})">);
static_assert(simplifies<R"(func f(%x: f32[n]) -> f32[n] {
    %a = relu %x
    %b = relu %a
    %c = abs %b
    %d = abs %c
    return %d
})",
                         R"(func f(%x: f32[n]) -> f32[n] { %a = relu %x %b = abs %a return %b })">);
static_assert(simplifies<R"(func f(%c: bool[n], %x: f32[n]) -> f32[n] {
    %a = not %c
    %b = not %a
    %y = where %b, %x, %x
    return %y
})",
                         "func f(%c: bool[n], %x: f32[n]) -> f32[n] { return %x }">);

static_assert(moves<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %a = reshape %x {shape = [n, 3]}
    %b = expand %a {shape = [1, 3]}
    %c = cast %b {to = f32}
    %d = concat %c {axis = 0}
    return %d
})",
                    same>);
static_assert(moves<R"(func f(%x: f32[n, 4]) -> f32[n, 4] {
    %a = reshape %x {shape = [n, 2, 2]}
    %b = reshape %a {shape = [4, n]}
    %c = reshape %b {shape = [n, 4]}
    return %c
})",
                    "func f(%x: f32[n, 4]) -> f32[n, 4] { return %x }">);
static_assert(moves<R"(func f(%x: f32[2, 3, 4]) -> f32[2, 3, 4] {
    %a = transpose %x {perm = [1, 2, 0]}
    %b = transpose %a {perm = [2, 0, 1]}
    return %b
})",
                    "func f(%x: f32[2, 3, 4]) -> f32[2, 3, 4] { return %x }">);
static_assert(moves<R"(func f(%x: f32[2, 3, 4]) -> f32[2, 4, 3] {
    %a = transpose %x
    %b = transpose %a {perm = [2, 0, 1]}
    return %b
})",
                    R"(func f(%x: f32[2, 3, 4]) -> f32[2, 4, 3] {
    %a = transpose %x {perm = [0, 2, 1]}
    return %a
})">);
static_assert(moves<R"(func f(%x: f32[n, 3]) -> f32[n, 3] {
    %a = slice %x {starts = [0, 0], sizes = [n, 3]}
    %b = tile %a {repeats = [1, 1]}
    return %b
})",
                    same>);
static_assert(moves<R"(func f(%x: f32[4, 3]) -> f32[4, 3] {
    %a = pad %x {begins = [0, 0], ends = [0, 0], mode = "edge"}
    return %a
})",
                    "func f(%x: f32[4, 3]) -> f32[4, 3] { return %x }">);
// Backwards, or shifted by padding, is not an identity though the type is the same.
constexpr tenon::core::fixed_string not_the_same = R"(func f(%x: f32[4]) -> f32[4] {
    %a = slice %x {starts = [3], sizes = [4], steps = [-1]}
    %b = pad %a {begins = [1], ends = [-1]}
    return %b
})";
static_assert(moves<not_the_same, not_the_same>);
constexpr tenon::core::fixed_string square = R"(func f(%x: f32[3, 3]) -> f32[3, 3] {
    %a = transpose %x {perm = [1, 0]}
    return %a
})";
static_assert(moves<square, square>);
} // namespace

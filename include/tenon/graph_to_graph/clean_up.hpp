// Identities: rules that leave less to compute.
#pragma once

#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/selection.hpp>
#include <tenon/match/rule_set.hpp>

namespace tenon::graph_to_graph {

namespace detail {

inline constexpr auto keeps_type =
    where([](auto const& m) { return m["x"].type() == m.root().type(); });

inline constexpr auto all_are = [](core::list<std::int64_t> const& values, std::int64_t wanted) {
    for (auto v : values)
        if (v != wanted) return false;
    return true;
};
inline constexpr auto all_dims_are = [](core::list<core::dim> const& values, std::int64_t wanted) {
    for (auto const& v : values)
        if (!(v == core::dim(wanted))) return false;
    return true;
};
/// The permutation of a transpose with the default spelt out.
constexpr core::list<std::int64_t> full_perm(core::list<std::int64_t> const& perm, int rank) {
    core::list<std::int64_t> full;
    for (int d = 0; d != rank; ++d) full.push_back(graph::detail::permuted(perm, d, rank));
    return full;
}
inline constexpr auto perm_is_identity = where([](auto const& m) {
    auto const perm = full_perm(m.attribute("p").integers, m["x"].rank());
    for (std::size_t d = 0; d != perm.size(); ++d)
        if (perm[d] != static_cast<std::int64_t>(d)) return false;
    return true;
});
/// The permutation that two transposes make, the inner one "p" and the outer one "q".
inline constexpr auto both_perms = [](auto const& m) {
    auto const inner = full_perm(m.attribute("p").integers, m["x"].rank());
    auto const outer = full_perm(m.attribute("q").integers, m["x"].rank());
    core::list<std::int64_t> both;
    for (auto axis : outer) both.push_back(inner[static_cast<std::size_t>(axis)]);
    return both;
};

} // namespace detail

/// Rules whose two sides compute the same numbers, bit by bit but for the sign of a zero.
inline constexpr auto identity_rules = [] {
    constexpr auto x = any<"x">;
    constexpr auto y = any<"y">;
    return rules(in_order,
                 // clang-format off
        // x = x
        match::library_rule<"identity">(identity(x) >> x),
        // x + 0 = x
        match::library_rule<"add-zero">(add(x, 0.0) >> x),
        // x - 0 = x
        match::library_rule<"subtract-zero">(sub(x, 0.0) >> x),
        // x 1 = x
        match::library_rule<"multiply-by-one">(mul(x, 1.0) >> x),
        // x / 1 = x
        match::library_rule<"divide-by-one">(div(x, 1.0) >> x),
        // x^1 = x
        match::library_rule<"first-power">(pow(x, 1.0) >> x),
        // x^2 = x x
        match::library_rule<"square">(pow(x, 2.0) >> mul(x, x)),
        // -(-x) = x
        match::library_rule<"double-negation">(neg(neg(x)) >> x, inner_shared),
        // x - (-y) = x + y
        match::library_rule<"subtract-negation">(sub(x, neg(y)) >> add(x, y), inner_shared),
        // x + (-y) = x - y
        match::library_rule<"add-negation">(add(x, neg(y)) >> sub(x, y), inner_shared),
        // ||x|| = |x|
        match::library_rule<"double-absolute-value">(abs(abs(x)) >> abs(x), inner_shared),
        // max(max(x, 0), 0) = max(x, 0)
        match::library_rule<"double-relu">(relu(relu(x)) >> relu(x), inner_shared),
        // max(x, x) = x
        match::library_rule<"maximum-of-one">(max(x, x) >> x),
        // min(x, x) = x
        match::library_rule<"minimum-of-one">(min(x, x) >> x),
        // not not x = x
        match::library_rule<"double-not">(not_(not_(x)) >> x, inner_shared),
        // c ? x : x = x
        match::library_rule<"same-choice">(where_(any<"c">, x, x) >> x)
                 // clang-format on
    );
}();

/// Rules about elements that move to other places.
inline constexpr auto movement_rules = [] {
    using namespace detail;
    using core::attr;
    constexpr auto x = any<"x">;
    return rules(
        // clang-format off
        // reshape(x, shape of x) = x
        match::library_rule<"reshape-to-same">(reshape(x) >> x, keeps_type),
        // reshape(reshape(x, a), b) = reshape(x, b)
        match::library_rule<"double-reshape">(reshape(reshape(x), attr<"shape"> = any<"b">) >> reshape(x, attr<"shape"> = any<"b">), inner_shared),
        // transpose(x, 0 1 2 ...) = x
        match::library_rule<"transpose-to-same">(transpose(x, attr<"perm"> = any<"p">) >> x, perm_is_identity),
        // transpose(transpose(x, p), q) = transpose(x, p after q)
        match::library_rule<"double-transpose">(transpose(transpose(x, attr<"perm"> = any<"p">), attr<"perm"> = any<"q">) >> transpose(x, attr<"perm"> = both_perms), inner_shared),
        // expand(x, shape of x) = x
        match::library_rule<"expand-to-same">(expand(x) >> x, keeps_type),
        // cast(x, dtype of x) = x
        match::library_rule<"cast-to-same">(cast(x) >> x, keeps_type),
        // concat(x) = x
        match::library_rule<"concat-of-one">(concat(x) >> x),
        // x from its start, as long as it is = x
        match::library_rule<"slice-of-all">(slice(x, attr<"steps"> = any<"s">) >> x, keeps_type,
            where([](auto const& m) { return all_are(m.attribute("s").integers, 1); })),
        // x once = x
        match::library_rule<"tile-once">(tile(x, attr<"repeats"> = any<"r">) >> x,
            where([](auto const& m) { return all_dims_are(m.attribute("r").dims, 1); })),
        // x with nothing around it = x
        match::library_rule<"pad-nothing">(pad(x, maybe<"v">, attr<"begins"> = any<"b">, attr<"ends"> = any<"e">) >> x,
            where([](auto const& m) { return all_dims_are(m.attribute("b").dims, 0) && all_dims_are(m.attribute("e").dims, 0); }))
        // clang-format on
    );
}();

} // namespace tenon::graph_to_graph

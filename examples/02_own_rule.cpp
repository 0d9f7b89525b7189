// A rewrite rule of one's own, and the test of it, both checked while this file compiles.
#include <tenon/core/compare.hpp>
#include <tenon/core/printer.hpp>
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/match/rule_set.hpp>

#include <cstdio>

namespace tn = tenon;

constexpr auto x = tn::any<"x">;
constexpr auto c = tn::constant<"c">;
constexpr auto d = tn::constant<"d">;

// (x c) d = x (c d), where that does not make the constant larger
constexpr auto join_scales = tn::rule<"join-scales">(
    tn::mul(tn::mul(x, c).used_once(), d) >> tn::mul(x, tn::mul(c, d)),
    tn::where([](auto const& m) { return m["c"].is_scalar() && m["d"].is_scalar(); }));

using dialect = tn::graph::standard_dialect;
constexpr auto before = [] {
    return tn::ir<R"(
        func main(%x: f32[n, 3]) -> f32[n, 3] {
            %two = constant {value = f32[](2.0)}
            %half = constant {value = f32[](0.5)}
            %y = mul %x, %two
            %z = mul %half, %y
            return %z
        })",
                  dialect>();
};
constexpr auto after = [] {
    return tn::ir<R"(
        func main(%x: f32[n, 3]) -> f32[n, 3] {
            %two = constant {value = f32[](2.0)}
            %half = constant {value = f32[](0.5)}
            %both = mul %two, %half
            %z = mul %x, %both
            return %z
        })",
                  dialect>();
};
static_assert(tn::core::same(tn::run(tn::rules(join_scales), before()), after()));

int main() {
    auto const text = tn::core::print(tn::run(tn::rules(join_scales), before()).data);
    std::printf("%.*s", int(text.size()), text.data());
}

// What the standard pipeline says of itself. Running its compiled stages is tested with models.
#define TENON_STANDARD_RULES
#include <tenon/standard/pipeline.hpp>

#include <graph_to_graph/becomes.hpp>

namespace {
namespace tn = tenon;

constexpr auto all = tn::passes_in(tn::standard::optimize | tn::standard::lower);
constexpr int position_of(std::string_view name) {
    for (int i = 0; i != all.count; ++i)
        if (all.passes[i].name == name) return i;
    return -1;
}
static_assert(position_of("infer-types") == 0);
static_assert(position_of("fold-into-conv") < position_of("choose-layouts"));
static_assert(position_of("choose-layouts") < position_of("group-kernels"));
static_assert(position_of("plan-memory") == all.count - 1);
static_assert(all.passes[position_of("fold-into-conv")].rules[0].name == "scale-after-conv");

using given = tn::core::typed_program<tn::core::graph_level, tn::graph::standard_dialect>;
using lowered = tn::core::typed_program<tn::core::loop_level, tn::loop::standard_dialect>;
static_assert(std::is_same_v<
              decltype(tn::run(tn::standard::optimize | tn::standard::lower, given{})), lowered>);

// The fifteen lines of a user: an own op, an own rule, the standard pipeline extended by it.
struct hard_mish : tn::graph::elementwise<"user.hard_mish", 1> {
    static constexpr auto meaning = [](auto x) { return x / 2 * tn::core::clamp(x + 2, 0, 2); };
};
constexpr auto y = tn::any<"y">;
constexpr auto c = tn::constant<"c">;
constexpr auto d = tn::constant<"d">;
constexpr auto join_scales = tn::rule<"join-scales">(
    tn::mul(tn::mul(y, c).used_once(), d) >> tn::mul(y, tn::mul(c, d)),
    tn::where([](auto const& m) { return m["c"].is_scalar() && m["d"].is_scalar(); }));
constexpr auto mine = tn::standard::canonical.with<tn::standard::fuse>(tn::rules(join_scales));

using my_dialect = tn::graph::standard_dialect::with<hard_mish>;
static_assert(tn::core::same(tn::run(mine, tn::ir<R"(func f(%x: f32[n]) -> f32[n] {
    %c = constant {value = f32[](2.0)}
    %d = constant {value = f32[](4.0)}
    %a = user.hard_mish %x
    %b = mul %a, %c
    %e = mul %d, %b
    return %e
})",
                                                  my_dialect>())
                                 .data,
                             tn::ir<R"(func f(%x: f32[n]) -> f32[n] {
    %a = user.hard_mish %x
    %c = constant {value = f32[](8.0)}
    %e = mul %a, %c
    return %e
})",
                                    my_dialect>()
                                 .data));
} // namespace

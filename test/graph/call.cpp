// Ops as functions: of patterns, of scalars, of values under construction.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

#include <doctest/doctest.h>

namespace {
using namespace tenon::core;
namespace tn = tenon;
using scalar = tn::graph::number<double>;

static_assert(tn::mul(scalar(3), scalar(4)).value == 12);
static_assert(tn::relu(scalar(-2)).value == 0);
static_assert(tn::max(scalar(3), 7).value == 7);
static_assert(tn::max(dim(3), dim(7)) == dim(7));

constexpr auto x = tn::any<"x">;
constexpr auto square =
    tn::rules(tn::rule<"square">(tn::exp(tn::log(x).shared()) >> x,
                                 tn::unchecked<"true where the logarithm is a number">),
              tn::rule<"cap">(tn::max(tn::relu(x).shared(), 0.0) >> tn::relu(x)));

struct hard_mish : tn::graph::elementwise<"user.hard_mish", 1> {
    static constexpr auto meaning = [](auto a) { return a / 2 * clamp(a + 2, 0, 2); };
};
constexpr tn::match::call<hard_mish> apply_hard_mish;

constexpr bool built_and_rewritten() {
    program p;
    diagnostics found;
    auto const body = p.add_block();
    builder at(p, body, found);
    auto const in = at(p.add_argument(body, type::tensor(dtype::f16, {dim(4)}), "x"));
    auto const y = tn::max(0.0, tn::relu(tn::exp(tn::log(apply_hard_mish(in)))));
    p[body].yields.push_back(y.id);
    auto const* const zero = tn::match::constant_behind(p, p[p[y.id].definer].operands[0]);
    bool const built = found.empty() && y.type() == in.type() && zero->element() == dtype::f16;
    square.apply_to(p);
    return built && p[body].nodes.size() == 2 &&
           p[p[body].nodes[1]].op == &facts_of<tn::graph::relu>;
}
static_assert(built_and_rewritten());
} // namespace

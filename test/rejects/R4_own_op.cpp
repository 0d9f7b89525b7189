// expect: [tenon/R4] the two sides of a rule do not compute the same thing
// expect: "twice-is-once"
// expect: user.half
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
struct half_op : graph::elementwise<"user.half", 1> {
    static constexpr auto meaning = [](auto a) { return a / 2; };
};
constexpr match::call<half_op> half;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto twice = rule<"twice-is-once">(half(half(x)) >> half(x), inner_shared);
#else
inline constexpr auto twice =
    rule<"half-of-double">(half(add(x, x)) >> x, inner_shared,
                           where([](auto const& m) { return core::is_float(m["x"].element()); }));
#endif

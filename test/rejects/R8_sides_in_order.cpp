// expect: [tenon/R8] a set takes rules
// Sides without rule, in order.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto set = rules(in_order, add(x, 0.0) >> x, mul(x, 1.0) >> x);
#else
inline constexpr auto set =
    rules(in_order, rule<"add-zero">(add(x, 0.0) >> x), rule<"one">(mul(x, 1.0) >> x));
#endif

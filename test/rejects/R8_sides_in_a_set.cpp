// expect: [tenon/R8] a set takes rules
// Sides without rule.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto set = rules(add(x, 0.0) >> x, mul(x, 1.0) >> x);
#else
inline constexpr auto set =
    rules(rule<"add-zero">(add(x, 0.0) >> x), rule<"one">(mul(x, 1.0) >> x));
#endif

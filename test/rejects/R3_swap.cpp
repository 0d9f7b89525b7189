// expect: [tenon/R3] a rule set need not come to rest
// expect: "constants-to-the-left"
#include <tenon/graph/arithmetic.hpp>
#include <tenon/match/rule_set.hpp>

using tenon::add;
constexpr auto x = tenon::any<"x">;
constexpr auto y = tenon::any<"y">;
constexpr auto z = tenon::any<"z">;
#ifdef REJECT // its own result matches again
inline constexpr auto set =
    tenon::rules(tenon::rule<"constants-to-the-left">(add(x, y) >> add(y, x)));
#else
inline constexpr auto set = tenon::rules(tenon::rule<"common-factor">(
    add(tenon::mul(x, y).used_once(), tenon::mul(x, z).used_once()) >> tenon::mul(x, add(y, z))));
#endif

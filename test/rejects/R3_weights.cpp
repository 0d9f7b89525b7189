// expect: [tenon/R3] a rule set need not come to rest
// expect: "write-out-difference"
// Each rule makes more of what the other one makes less of, so that no count falls; a sum of
// weights does.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
constexpr auto y = any<"y">;
#ifdef REJECT
constexpr auto measure = in_order;
#else
constexpr auto measure =
    measured_by<weight<graph::sub, 5>, weight<graph::add, 2>, weight<graph::neg, 2>>;
#endif
inline constexpr auto set =
    rules(measure, //
          rule<"write-out-difference">(sub(x, y) >> add(x, neg(y))),
          rule<"difference">(neg(add(neg(x).used_once(), y).used_once()) >> sub(x, y)));

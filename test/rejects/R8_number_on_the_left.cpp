// expect: [tenon/R8] what stands on the left of >> is no pattern
// The sides of a rule, turned around, with a number.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto nothing = rule<"nothing">(0.0 >> sub(x, x));
#else
inline constexpr auto nothing =
    rule<"nothing">(sub(x, x) >> 0.0, unchecked<"x may be an infinity, whose difference is NaN">);
#endif

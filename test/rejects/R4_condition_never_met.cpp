// expect: [tenon/R4] no sample meets the condition of a rule
// expect: "huge"
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
constexpr auto y = any<"y">;
#ifdef REJECT
inline constexpr auto huge = rule<"huge">(add(x, y) >> add(x, mul(y, y)),
                                          where([](auto const& m) { return m["x"].rank() == 9; }));
#else
inline constexpr auto huge =
    rule<"huge">(mul(add(x, y).used_once(), y) >> add(mul(x, y), mul(y, y)),
                 where([](auto const& m) { return m["x"].rank() == 2; }));
#endif

// expect: [tenon/R4] the two sides of a rule do not compute the same thing
// expect: "distribute"
// expect: "mul(f32[2, 3], f32[2, 3])"
// expect: left_side<1.69
// expect: right_side<
#include <tenon/graph/arithmetic.hpp>
#include <tenon/match/rule_set.hpp>

using tenon::add, tenon::mul;
constexpr auto x = tenon::any<"x">;
constexpr auto y = tenon::any<"y">;
constexpr auto z = tenon::any<"z">;
#ifdef REJECT // y is not multiplied
inline constexpr auto distribute =
    tenon::rule<"distribute">(mul(add(x, y), z) >> add(mul(x, z), y), tenon::inner_shared);
#else
inline constexpr auto distribute =
    tenon::rule<"distribute">(mul(add(x, y), z) >> add(mul(x, z), mul(y, z)), tenon::inner_shared);
#endif

// expect: [tenon/R8] what stands on the right of >> is neither a pattern nor a number
// The name of a capture instead of the capture.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto one = rule<"one">(mul(x, 1.0) >> "x");
#else
inline constexpr auto one = rule<"one">(mul(x, 1.0) >> x);
#endif

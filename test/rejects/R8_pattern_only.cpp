// expect: [tenon/R8] a rule has no >> between its pattern and its replacement
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto drop = rule<"drop-zero">(add(x, 0.0));
#else
inline constexpr auto drop = rule<"drop-zero">(add(x, 0.0) >> x);
#endif

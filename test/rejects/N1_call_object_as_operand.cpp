// expect: [tenon/N1] what stands among the operands of an op is no pattern, value or number
// expect: graph::relu
// The op itself where its call belongs.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto twice = rule<"twice">(relu(relu).used_once() >> relu(x));
#else
inline constexpr auto twice = rule<"twice">(relu(relu(x).used_once()) >> relu(x));
#endif

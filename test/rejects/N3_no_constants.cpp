// expect: [tenon/N3] a rule makes a constant
// expect: "increment"
// only what it includes
// Numbers in a replacement become nodes of the op that holds constants, which must be there.
#ifndef REJECT
#include <tenon/graph/constant.hpp>
#endif
#include <tenon/graph/arithmetic.hpp>
#include <tenon/match/rule_set.hpp>

constexpr auto x = tenon::any<"x">;
inline constexpr auto increment =
    tenon::rule<"increment">(tenon::sub(x, -1.0) >> tenon::add(x, 1.0));

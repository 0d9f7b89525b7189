// expect: [tenon/R5] the two sides of a rule cannot have one type
// expect: "compare"
// expect: "f32[2, 3] and bool[2, 3]"
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

constexpr auto x = tenon::any<"x">;
#ifdef REJECT // a comparison is boolean
inline constexpr auto compare = tenon::rule<"compare">(tenon::sub(x, x) >> tenon::equal(x, x));
#else
inline constexpr auto compare = tenon::rule<"compare">(tenon::sub(x, x) >> tenon::mul(x, 0.0));
#endif

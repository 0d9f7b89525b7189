// expect: [tenon/R8] a condition of a rule does not take the match
// A condition gets the whole match, and asks it for the capture.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
constexpr auto c = constant<"c">;
#ifdef REJECT
inline constexpr auto written_out = rule<"written-out">(
    sub(x, c) >> add(x, neg(c)), where([](double factor) { return factor > 0; }));
#else
inline constexpr auto written_out = rule<"written-out">(
    sub(x, c) >> add(x, neg(c)), where([](auto const& m) { return m["c"].is_scalar(); }));
#endif

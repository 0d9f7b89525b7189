// expect: [tenon/R6]
// expect: "double-negation"
#include <tenon/match/rule.hpp>

#include <match/sample_ops.hpp>

using sample::of::neg;
constexpr auto x = tenon::any<"x">;
#ifdef REJECT
constexpr auto inner = neg(x);
#else
constexpr auto inner = neg(x).shared();
#endif
inline constexpr auto r = tenon::rule<"double-negation">(neg(inner) >> x);

// expect: [tenon/R1]
// expect: "fold"
// expect: capture<
// expect: "s"
#include <tenon/match/rule.hpp>

#include <match/sample_ops.hpp>

using sample::of::mul, sample::of::add;
constexpr auto x = tenon::any<"x">;
#ifdef REJECT
constexpr auto s = tenon::constant<"s">;
#else
constexpr auto s = x;
#endif
inline constexpr auto fold = tenon::rule<"fold">(mul(x, x) >> add(x, s));

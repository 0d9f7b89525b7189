// expect: [tenon/R2]
// expect: earlier<
// expect: "general"
// expect: later<
// expect: "special"
#include <tenon/match/rule_set.hpp>

#include <match/sample_ops.hpp>

using sample::of::mul, sample::of::add, sample::of::neg;
constexpr auto x = tenon::any<"x">;
constexpr auto y = tenon::any<"y">;
constexpr auto general = tenon::rule<"general">(mul(x, y) >> add(x, y));
constexpr auto special = tenon::rule<"special">(mul(neg(x).shared(), 2.0) >> add(x, x));
#ifdef REJECT
inline constexpr auto set = tenon::rules(general, special);
#else
inline constexpr auto set = tenon::rules(special, general);
#endif

// expect: [tenon/N4]
// expect: earlier<
// expect: "one"
#include <tenon/match/rule_set.hpp>

#include <match/sample_ops.hpp>

using sample::of::mul, sample::of::sub;
constexpr auto x = tenon::any<"x">;
#ifdef REJECT
inline constexpr auto zero = tenon::rule<"one">(sub(x, 0.0) >> x);
#else
inline constexpr auto zero = tenon::rule<"zero">(sub(x, 0.0) >> x);
#endif
inline constexpr auto set = tenon::rules(tenon::rule<"one">(mul(x, 1.0) >> x), zero);

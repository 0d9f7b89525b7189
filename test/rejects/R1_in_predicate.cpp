// expect: [tenon/R1]
// expect: the pattern does not bind it
#include <tenon/match/rule_set.hpp>

#include <match/sample_ops.hpp>

using sample::of::mul, sample::of::add;
constexpr auto x = tenon::any<"x">;
#ifdef REJECT
inline constexpr auto fold = tenon::rule<"fold">(
    mul(x, 2.0) >> add(x, x), tenon::where([](auto const& m) { return m["s"].is_scalar(); }));
#else
inline constexpr auto fold = tenon::rule<"fold">(
    mul(x, 2.0) >> add(x, x), tenon::where([](auto const& m) { return m["x"].is_scalar(); }));
#endif

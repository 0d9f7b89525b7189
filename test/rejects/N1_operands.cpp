// expect: [tenon/N1]
// expect: op<sample::mul>
// expect: takes<2, 2>
// expect: is_given<1>
#include <match/sample_ops.hpp>

using sample::of::mul;
constexpr auto x = tenon::any<"x">;
#ifdef REJECT
inline constexpr auto pattern = mul(x);
#else
inline constexpr auto pattern = mul(x, x);
#endif

// expect: [tenon/R1]
// expect: capture<
// expect: "a"
#include <tenon/match/rule.hpp>

#include <match/sample_ops.hpp>

using namespace tenon::core;
using sample::of::leaky, sample::of::neg;
#ifdef REJECT
constexpr auto x = tenon::any<"a">;
#else
constexpr auto x = tenon::any<"x">;
#endif
inline constexpr auto r = tenon::rule<"r">(leaky(x, attr<"alpha"> = tenon::any<"a">) >> neg(x));

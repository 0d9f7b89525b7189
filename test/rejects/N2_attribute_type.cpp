// expect: [tenon/N2]
// expect: op<sample::leaky>
// expect: "alpha"
// expect: wants<tenon::core::attribute_kind::real>
// expect: gets<tenon::core::attribute_kind::text>
#include <match/sample_ops.hpp>

using namespace tenon::core;
#ifdef REJECT
inline constexpr auto pattern = sample::of::leaky(tenon::any<"x">, attr<"alpha"> = "0.2");
#else
inline constexpr auto pattern = sample::of::leaky(tenon::any<"x">, attr<"alpha"> = 0.2);
#endif

// expect: [tenon/N2]
// expect: op<sample::concat>
// expect: attribute<
// expect: "axsi"
#include <match/sample_ops.hpp>

using namespace tenon::core;
#ifdef REJECT
inline constexpr auto pattern = sample::of::concat(tenon::rest<"xs">, attr<"axsi"> = 1);
#else
inline constexpr auto pattern = sample::of::concat(tenon::rest<"xs">, attr<"axis"> = 1);
#endif

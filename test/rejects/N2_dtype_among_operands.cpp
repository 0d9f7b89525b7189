// expect: [tenon/N2] a value without a name stands among the operands of an op
// expect: op<sample::leaky>
// expect: argument<tenon::core::dtype>
#include <match/sample_ops.hpp>

using namespace tenon::core;
#ifdef REJECT
inline constexpr auto pattern = sample::of::leaky(tenon::any<"x">, dtype::f32);
#else
inline constexpr auto pattern = sample::of::leaky(tenon::any<"x">);
#endif

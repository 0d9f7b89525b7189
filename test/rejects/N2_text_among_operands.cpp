// expect: [tenon/N2] a value without a name stands among the operands of an op
// expect: op<sample::conv>
// expect: argument<
// A builder that is given a text where an attribute is meant.
#include <match/sample_ops.hpp>

using namespace tenon::core;
built_value convolve(built_value x, built_value w) {
#ifdef REJECT
    return sample::of::conv(x, w, "group=2");
#else
    return sample::of::conv(x, w, attr<"group"> = 2);
#endif
}

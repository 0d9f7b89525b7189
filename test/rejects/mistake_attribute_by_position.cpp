// expect: [tenon/N1] an op is given a number of operands that it does not take
// expect: op<sample::leaky>
// expect: is_given<2>
// An attribute without its name is an operand.
#include <match/sample_ops.hpp>

using namespace tenon::core;
built_value activate(built_value x) {
#ifdef REJECT
    return sample::of::leaky(x, 0.2);
#else
    return sample::of::leaky(x, attr<"alpha"> = 0.2);
#endif
}

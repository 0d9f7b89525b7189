// expect: [tenon/N1]
// expect: op<sample::conv>
// expect: takes<2, 3>
// expect: is_given<4>
#include <match/sample_ops.hpp>

tenon::core::built_value convolve(tenon::core::built_value x, tenon::core::built_value w) {
#ifdef REJECT
    return sample::of::conv(x, w, w, w);
#else
    return sample::of::conv(x, w, w);
#endif
}

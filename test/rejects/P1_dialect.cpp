// expect: [tenon/P1]
// expect: this_pass<sample::lower_sums>
// expect: lacks_op<
// expect: "neg"
// expect: other_pass<sample::import_model>
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto broken = import_model() | lower_sums();
#else
inline constexpr auto broken = import_model() | decompose() | lower_sums();
#endif

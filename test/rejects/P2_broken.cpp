// expect: [tenon/P2]
// expect: at<2>
// expect: this_pass<sample::lower_to_loops>
// expect: needs<sample::shapes_known>
// expect: broken_by<sample::outline>
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto pipeline = infer_shapes() | outline() | lower_to_loops() | tile();
#else
inline constexpr auto pipeline = outline() | infer_shapes() | lower_to_loops() | tile();
#endif

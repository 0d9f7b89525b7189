// expect: [tenon/P2]
// expect: at<0>
// expect: this_pass<sample::choose_layouts>
// expect: needs<sample::shapes_known>
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto pipeline = choose_layouts() | infer_shapes() | lower_to_loops();
#else
inline constexpr auto pipeline = infer_shapes() | choose_layouts() | lower_to_loops();
#endif
tn::program lowered(tn::program p) { return tenon::run(pipeline, p); }

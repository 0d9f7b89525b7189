// expect: [tenon/P1]
// expect: at<1>
// expect: this_pass<sample::tile>
// expect: reads<tenon::core::loop_level>
// expect: but_gets<tenon::core::graph_level>
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto broken = infer_shapes() | tile() | choose_layouts();
#else
inline constexpr auto broken = infer_shapes() | lower_to_loops() | tile();
#endif

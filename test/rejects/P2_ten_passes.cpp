// expect: [tenon/P2] pipeline does not compose: a pass needs a property that a pass before it
// breaks expect: at<8> expect: this_pass<sample::lower_to_loops> expect:
// needs<sample::shapes_known> expect: broken_by<sample::outline>
#include <tenon/pass/combinators.hpp>

#include <pass/sample_passes.hpp>

using namespace sample;
inline constexpr auto start = tenon::stage<front>(import_model(), infer_shapes(), choose_layouts());
inline constexpr auto middle =
    start | outline() | tenon::until_stable(infer_shapes(), choose_layouts());
#ifdef REJECT
inline constexpr auto whole =
    middle | tenon::stage<back>(outline(), decompose()) | lower_to_loops() | tile();
#else
inline constexpr auto whole =
    middle | tenon::stage<back>(outline(), infer_shapes()) | lower_to_loops() | tile();
#endif

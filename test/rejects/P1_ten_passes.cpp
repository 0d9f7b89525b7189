// expect: [tenon/P1]
// expect: at<6>
// expect: this_pass<sample::infer_shapes>
#include <pass/sample_passes.hpp>

using namespace sample;
inline constexpr auto first =
    tenon::stage<front>(import_model(), infer_shapes(), choose_layouts(), decompose());
#ifdef REJECT
inline constexpr auto whole = first | lower_to_loops() | tile() | infer_shapes() | tile();
#else
inline constexpr auto whole = first | infer_shapes() | lower_to_loops() | tile() | tile();
#endif

// expect: [tenon/P2]
// expect: needs<sample::shapes_known>
// expect: broken_by<sample::outline>
#include <pass/sample_passes.hpp>

using namespace sample;
inline constexpr auto pipeline =
    tenon::stage<front>(infer_shapes()) | tenon::stage<back>(lower_to_loops());
#ifdef REJECT
inline constexpr auto extended = pipeline.with<front>(outline());
#else
inline constexpr auto extended = pipeline.with_first<front>(outline());
#endif

// expect: [tenon/P3]
// expect: stage<sample::back>
#include <pass/sample_passes.hpp>

using namespace sample;
inline constexpr auto pipeline = tenon::stage<front>(infer_shapes()) | lower_to_loops();
#ifdef REJECT
inline constexpr auto extended = pipeline.with<back>(outline());
#else
inline constexpr auto extended = pipeline.with_first<front>(outline());
#endif

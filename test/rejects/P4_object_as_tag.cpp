// expect: [tenon/P4] the tag of a stage is a type, not an object
// An object as the tag of a stage.
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto whole = tenon::stage<front{}>(infer_shapes());
#else
inline constexpr auto whole = tenon::stage<front>(infer_shapes());
#endif

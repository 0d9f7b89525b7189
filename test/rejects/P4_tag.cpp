// expect: [tenon/P4] the tag of a stage has no name
// expect: stage<tidy>
#include <pass/sample_passes.hpp>

using namespace sample;
struct tidy {
#ifndef REJECT
    static constexpr std::string_view name = "tidy";
#endif
};
inline constexpr auto whole = tenon::stage<tidy>(infer_shapes());

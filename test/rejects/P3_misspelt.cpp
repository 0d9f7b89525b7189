// expect: [tenon/P3] a pipeline has no stage of this name
// expect: stage<tidy_up>
// A stage is meant by its tag; this one is only called alike.
#include <pass/sample_passes.hpp>

using namespace sample;
struct tidy {
    static constexpr std::string_view name = "tidy";
};
struct tidy_up {
    static constexpr std::string_view name = "tidy";
};
inline constexpr auto whole =
    tenon::stage<front>(infer_shapes()) | tenon::stage<tidy>(choose_layouts());
#ifdef REJECT
inline constexpr auto without = whole.without<tidy_up>();
#else
inline constexpr auto without = whole.without<tidy>();
#endif

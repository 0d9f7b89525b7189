// expect: [tenon/N3] a rule makes an op that the dialect of the program lacks
// expect: rule<
// expect: "subtract-from-zero"
// expect: "neg"
// A decomposition says that it leaves no `neg` behind, and a later rule makes one.
#include <pass/sample_passes.hpp>

using namespace sample;
constexpr auto x = tenon::any<"x">;
inline constexpr auto tidy =
    tenon::rules(tenon::rule<"add-zero">(of::add(x, 0.0) >> x),
                 tenon::rule<"subtract-from-zero">(of::sub(0.0, x) >> of::neg(x)));
#ifdef REJECT
inline constexpr auto whole =
    infer_shapes() | decompose() | tenon::rewrite<"tidy", graph_level>(tidy);
#else
inline constexpr auto whole =
    infer_shapes() | tenon::rewrite<"tidy", graph_level>(tidy) | decompose();
#endif

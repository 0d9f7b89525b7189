// expect: [tenon/P4] a pipeline is made of passes, rule sets and pipelines
// expect: is_no_pass<tenon::match::named_rule<
// A rule where a set of rules is wanted, in a stage.
#include <pass/sample_passes.hpp>

using namespace sample;
constexpr auto x = tenon::any<"x">;
constexpr auto add_zero = tenon::rule<"add-zero">(sample::of::add(x, 0.0) >> x);
inline constexpr auto whole =
    tenon::stage<front>(infer_shapes()) | tenon::stage<back>(choose_layouts());
#ifdef REJECT
inline constexpr auto better = whole.with<front>(add_zero);
#else
inline constexpr auto better = whole.with<front>(tenon::rules(add_zero));
#endif

// expect: [tenon/P4] a pass cannot be called: it needs
// expect: this_pass<cut>
#include <pass/sample_passes.hpp>

using namespace sample;
struct cut : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "cut";
#ifdef REJECT
    constexpr void operator()(tn::program&) const {}
#else
    constexpr void operator()(tn::program&, context&) const {}
#endif
};
inline constexpr auto whole = infer_shapes() | cut();

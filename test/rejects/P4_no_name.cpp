// expect: [tenon/P4] a pass has no name
// expect: this_pass<cut>
#include <pass/sample_passes.hpp>

using namespace sample;
struct cut : tenon::pass::step<at_level<graph_level>> {
#ifndef REJECT
    static constexpr std::string_view name = "cut";
#endif
    constexpr void operator()(tn::program&, context&) const {}
};
inline constexpr auto whole = infer_shapes() | cut();

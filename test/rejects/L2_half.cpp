// expect: [tenon/L2] a lowering misses an element type
// expect: this_pass<lower_in_f32>
// expect: "mul"
// expect: misses_dtype<tenon::core::dtype::f64>
#include <pass/sample_passes.hpp>

using namespace sample;
using source = tn::typed_program<graph_level, tn::dialect<mul, add>>;
struct lower_in_f32 : tenon::pass::step<source, at_level<loop_level>> {
    static constexpr std::string_view name = "lower-in-f32";
    static constexpr tn::dtype_set elements{tn::dtype::f32};
#ifndef REJECT
    static constexpr tn::dtype_set refused_elements = tn::any_dtype; // reported, all others
#endif
    constexpr void operator()(tn::program&, context&) const {}
};
inline constexpr auto whole = infer_shapes() | lower_in_f32();

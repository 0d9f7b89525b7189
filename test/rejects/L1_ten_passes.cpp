// expect: [tenon/L1] a lowering leaves an op of its source dialect uncovered
// expect: at<9>
// expect: this_pass<lower_products>
// expect: "dropout"
// What is in the program when the lowering gets it follows from the program's type and the passes.
#include <tenon/pass/combinators.hpp>

#include <pass/sample_passes.hpp>

using namespace sample;
struct lower_products : tenon::pass::step<at_level<graph_level>, at_level<loop_level>> {
    static constexpr std::string_view name = "lower-products";
    static constexpr bool covers(tn::op_facts const& op) { return op.name != "dropout"; }
    constexpr void operator()(tn::program&, context&) const {}
};
struct remove_dropout
    : tenon::pass::step<at_level<graph_level>,
                        tn::typed_program<graph_level, tenon::without_ops<dropout>>> {
    static constexpr std::string_view name = "remove-dropout";
    constexpr void operator()(tn::program&, context&) const {}
};
inline constexpr auto start = tenon::stage<front>(infer_shapes(), choose_layouts(), outline()) |
                              tenon::until_stable(infer_shapes(), choose_layouts()) |
                              tenon::stage<back>(outline(), infer_shapes());
#ifdef REJECT
inline constexpr auto whole = start | outline() | infer_shapes() | lower_products() | tile();
#else
inline constexpr auto whole = start | remove_dropout() | infer_shapes() | lower_products() | tile();
#endif
using program =
    tn::typed_program<graph_level, tn::dialect<conv, concat, transpose, mul, add, dropout>>;
auto lowered(program p) { return tenon::run(whole, p); }

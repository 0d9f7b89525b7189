// expect: [tenon/L1] a lowering leaves an op of its source dialect uncovered
// expect: this_pass<lower_two>
// expect: misses_op<
// expect: "neg"
#include <pass/sample_passes.hpp>

using namespace sample;
using source = tn::typed_program<graph_level, tn::dialect<mul, add, neg>>;
struct lower_two : tenon::pass::step<source, at_level<loop_level>> {
    static constexpr std::string_view name = "lower-two";
    static constexpr bool covers(tn::op_facts const& op) { return op.operand_count == 2; }
#ifndef REJECT
    using refuses = tn::dialect<neg>; // reported while a model that has it is compiled
#endif
    constexpr void operator()(tn::program&, context&) const {}
};
inline constexpr auto whole = infer_shapes() | lower_two();

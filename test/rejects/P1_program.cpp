// expect: [tenon/P1] pipeline does not compose: a pass reads an IR level
// expect: this_pass<sample::infer_shapes>
// expect: but_gets<tenon::why::the_program>
// A pipeline for graphs is given loops.
#include <pass/sample_passes.hpp>

using namespace sample;
using ops = tn::dialect<mul>;
#ifdef REJECT
using program = tn::typed_program<loop_level, ops>;
#else
using program = tn::typed_program<graph_level, ops>;
#endif
auto inferred(program p) { return tenon::run(infer_shapes() | choose_layouts(), p); }

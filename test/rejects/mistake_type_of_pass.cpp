// expect: infer_shapes
// The type of a pass, where one of its objects is wanted.
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
auto shaped(tn::program p) { return tenon::run(infer_shapes, p); }
#else
auto shaped(tn::program p) { return tenon::run(infer_shapes(), p); }
#endif

// expect: [tenon/P4] a pipeline runs on a program
// A pipeline does not know its program.
#include <tenon/pass/run.hpp>

#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline auto shaped() { return tenon::run(infer_shapes()); }
#else
inline auto shaped(tenon::core::program p) {
    return tenon::run(infer_shapes(), static_cast<tenon::core::program&&>(p));
}
#endif

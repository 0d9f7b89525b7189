// expect: [tenon/P4] a pipeline is made of passes, rule sets and pipelines
// expect: is_no_pass<sample::mul>
// An op is run.
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
auto result(tn::program p) { return tenon::run(mul(), p); }
#else
auto result(tn::program p) { return tenon::run(tile(), p); }
#endif

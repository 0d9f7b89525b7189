// expect: [tenon/P4] a pipeline is made of passes, rule sets and pipelines
// expect: is_no_pass<
#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto whole = infer_shapes() | [](tn::program&, context&) {};
#else
inline constexpr auto whole = infer_shapes() | outline();
#endif

// expect: [tenon/P4] a pipeline is made of passes, rule sets and pipelines
// expect: is_no_pass<int>
// The number of rounds is not an argument.
#include <tenon/pass/combinators.hpp>

#include <pass/sample_passes.hpp>

using namespace sample;
#ifdef REJECT
inline constexpr auto whole = tenon::until_stable(infer_shapes(), 12);
#else
inline constexpr auto whole = tenon::until_stable(infer_shapes());
#endif

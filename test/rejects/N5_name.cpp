// expect: [tenon/N5] an op lacks a part that its dialect demands: a name
// expect: op<hard_mish>
// expect: lacks<tenon::core::op_part::name>
#include <tenon/graph/op.hpp>

#ifdef REJECT
struct hard_mish : tenon::graph::elementwise<"user hard-mish", 1> {
#else
struct hard_mish : tenon::graph::elementwise<"user.hard_mish", 1> {
#endif
    static constexpr auto meaning = [](auto x) { return x / 2; };
};
auto const& facts = tenon::core::facts_of<hard_mish>;

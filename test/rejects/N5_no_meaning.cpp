// expect: [tenon/N5] an op lacks a part that its form demands
// expect: op<hard_mish>
// expect: lacks<tenon::core::op_part::meaning>
#include <tenon/graph/op.hpp>

struct hard_mish : tenon::graph::elementwise<"user.hard_mish", 1> {
#ifndef REJECT
    static constexpr auto meaning = [](auto x) { return x / 2 * tenon::core::max(x + 2, 0); };
#endif
};
auto const& facts = tenon::core::facts_of<hard_mish>;

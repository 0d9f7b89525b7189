// expect: [tenon/N5] an op lacks a part that its form demands
// expect: op<masked>
// expect: lacks<tenon::core::op_part::operands>
#include <tenon/graph/op.hpp>

using namespace tenon::core;
struct masked : tenon::graph::elementwise<"user.masked", 2> {
#ifdef REJECT
    static constexpr operand_facts operands[]{{ "x", presence::required, any_float }};
#else
    static constexpr operand_facts operands[]{{"x", presence::required, any_float},
                                              {"m", presence::required, only_boolean}};
#endif
    static constexpr auto meaning = [](auto x, auto m) { return select(m, x, x * 0); };
};
auto const& facts = facts_of<masked>;

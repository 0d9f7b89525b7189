// expect: [tenon/N5] an op lacks a part that its form demands
// expect: op<first>
// expect: lacks<tenon::core::op_part::inference>
#include <tenon/graph/op.hpp>

using namespace tenon::core;
struct first : tenon::graph::indexed<"user.first"> {
    static constexpr operand_facts operands[]{{"x"}};
#ifndef REJECT
    static constexpr void infer(inference& c) { c.result(0, c.element(0), {1}); }
#endif
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const&) {
        return in[0](i);
    };
};
auto const& facts = facts_of<first>;

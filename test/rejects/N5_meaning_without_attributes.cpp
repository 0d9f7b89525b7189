// expect: [tenon/N5] the meaning of an op does not take what its form gives it
// expect: op<shifted>
// expect: takes_reading_index_operands_attributes
#include <tenon/graph/op.hpp>

using namespace tenon::core;
struct shifted : tenon::graph::indexed<"user.shifted"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& c) { c.result(0, c.operand(0)); }
#ifdef REJECT
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in) { return in[0](i); };
#else
    static constexpr auto meaning = [](auto&, auto const& i, auto const& in, auto const&) {
        return in[0](i);
    };
#endif
};
auto const& facts = facts_of<shifted>;

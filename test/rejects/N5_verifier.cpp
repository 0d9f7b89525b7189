// expect: [tenon/N5] an op lacks a part that its
// expect: op<fft>
// expect: op_part::verification
#include <tenon/graph/op.hpp>

using namespace tenon::core;
struct fft : tenon::graph::opaque<"acme.fft"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& c) { c.result(0, c.operand(0)); }
#ifdef REJECT
    static constexpr void verify(program const&, node_id) {}
#else
    static constexpr void verify(inference& c) {
        if (c.rank(0) == 0) c.fail("it transforms no scalars");
    }
#endif
};
auto const& facts = facts_of<fft>;

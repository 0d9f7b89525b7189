// expect: [tenon/I1] an IR literal does not parse or does not verify
// expect: at_line<3>
// expect: at_column<18>
// expect: node %y (relu): result 0 is
// expect: written as f32[n, 4], but
// expect: inference gives f32[n, 3]
#include <tenon/core/compare.hpp>
#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/graph/literal.hpp>

using namespace tenon::core;

struct relu : structural<"relu"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& i) { i.result(0, i.operand(0)); }
};

constexpr auto expected = [] {
    return tenon::ir<R"(
        func main(%x: f32[n, 3]) -> f32[n, 3] {
            %y = relu %x : f32[n, 3]
            return %y
        }
    )",
                     dialect<relu>>();
};
constexpr auto given = [] {
#ifdef REJECT
    return tenon::ir<R"(
        func main(%x: f32[n, 3]) -> f32[n, 4] {
            %y = relu %x : f32[n, 4]
            return %y
        }
    )",
                     dialect<relu>>();
#else
    return expected();
#endif
};
static_assert(same(given(), expected()));

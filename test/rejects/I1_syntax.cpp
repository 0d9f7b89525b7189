// expect: [tenon/I1] an IR literal does not parse or does not verify
// expect: at_line<2>
// expect: at_column<28>
// expect: found `)`, expected `,` or `]`
// expect: after a dimension
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
        func main(%x: f32[n]) -> f32[n] {
            %y = relu %x
            return %y
        }
    )",
                     dialect<relu>>();
};
constexpr auto given = [] {
#ifdef REJECT
    return tenon::ir<R"(
        func main(%x: f32[n) -> f32[n] {
            %y = relu %x
            return %y
        }
    )",
                     dialect<relu>>();
#else
    return expected();
#endif
};
static_assert(same(given(), expected()));

// expect: [tenon/I1] an IR literal does not parse or does not verify
// expect: at_line<2>
// expect: at_column<14>
#include <tenon/core/compare.hpp>
#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/graph/literal.hpp>

using namespace tenon::core;

struct relu : structural<"relu"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& i) { i.result(0, i.operand(0)); }
};
struct leaky : structural<"leaky"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr attribute_facts attributes[]{attr<"alpha"> = 0.01};
    static constexpr void infer(inference& i) { i.result(0, i.operand(0)); }
};

#ifdef REJECT
inline constexpr auto given = [] {
    return tenon::ir<R"(func main(%x: f32[n]) -> f32[n] {
        %y = leeky %x {alpha = 0.2}
        return %y
    })",
                     dialect<relu, leaky>>();
};
#else
inline constexpr auto given = [] {
    return tenon::ir<R"(func main(%x: f32[n]) -> f32[n] {
        %y = leaky %x {alpha = 0.2}
        return %y
    })",
                     dialect<relu, leaky>>();
};
#endif
inline constexpr bool is_there = given().data.functions.size() == 1;

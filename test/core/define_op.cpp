#include <tenon/core/define_op.hpp>

#include <doctest/doctest.h>

using namespace tenon::core;

namespace {

struct bare : structural<"bare"> {};
struct full : structural<"full", op_form::constant> {
    static constexpr operand_facts operands[]{{"x"}, {"y", presence::optional}};
    static constexpr operand_facts results[]{{"r"}, {"s", presence::optional}};
    static constexpr attribute_facts attributes[]{attr<"a"> = 1};
    static constexpr int regions = 2;
    static constexpr bool pure = false, commutative = true;
};
struct by_arity : structural<"by_arity"> {
    static constexpr int arity = 2;
    static constexpr dtype_set admits = any_float;
};

} // namespace

TEST_CASE("what a definition leaves out has its usual meaning") {
    constexpr auto& facts = facts_of<bare>;
    static_assert(facts.name == "bare" && facts.operand_count == 0 && facts.result_count == 1);
    static_assert(facts.pure && !facts.commutative && facts.regions == 0);
    static_assert(facts.infer == nullptr);
    CHECK(facts.attribute_count == 0);
}

TEST_CASE("what it says is taken over") {
    constexpr auto& facts = facts_of<full>;
    static_assert(facts.form == op_form::constant && facts.operand_count == 2);
    static_assert(facts.result_count == 2 && facts.attribute_count == 1 && facts.regions == 2);
    CHECK(!facts.pure);
    CHECK(facts.commutative);
}

TEST_CASE("operands may be given by their number") {
    constexpr auto& facts = facts_of<by_arity>;
    static_assert(facts.operand_count == 2 && facts.operands[1].name == "y");
    CHECK(facts.operands[0].admits == any_float);
}

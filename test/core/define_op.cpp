#include <tenon/core/builder.hpp>
#include <tenon/core/define_op.hpp>
#include <tenon/core/verify.hpp>

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

struct short_vector : structural<"short_vector"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& c) { c.result(0, c.operand(0)); }
    static constexpr void verify(inference& c) {
        if (c.rank(0) != 1 || !c.dim_of(0, 0).is_constant() || c.dim_of(0, 0).constant() > 8)
            c.fail("takes a vector of at most 8 elements");
    }
};

/// What is wrong with `short_vector` of such an argument.
constexpr bool is_refused(type const& argument) {
    program p;
    diagnostics found;
    auto const body = p.add_block();
    p.functions.push_back(function{"main", body, {}, {}, "func"});
    builder at(p, body, found);
    p[body].yields.push_back(at.add<short_vector>(p.add_argument(body, argument, "x")).id);
    bool const when_built = !found.empty();
    found = {};
    verify(p, found);
    return when_built && found.problems().size() == 1 &&
           found.problems()[0].what == "takes a vector of at most 8 elements";
}

} // namespace

TEST_CASE("an op may have a rule of its own for the verifier") {
    static_assert(!is_refused(type::tensor(dtype::f32, {8})));
    static_assert(is_refused(type::tensor(dtype::f32, {9})));
    CHECK(is_refused(type::tensor(dtype::f32, {dim::symbol("n")})));
}

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

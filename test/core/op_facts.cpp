#include <tenon/core/op_facts.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("operand counts follow from which are optional and variadic") {
    constexpr auto& conv = facts_of<toy::conv>;
    static_assert(conv.least_operands() == 2 && conv.most_operands() == 3);
    constexpr auto& concat = facts_of<toy::concat>;
    static_assert(concat.least_operands() == 1 && concat.most_operands() == -1);
    static_assert(concat.operand(7).name == "x");
    static_assert(facts_of<toy::loop_for>.least_operands() == 0);
    static_assert(facts_of<toy::split>.has_variadic_results() && !conv.has_variadic_results());
    CHECK(conv.find_attribute("pads") == 1);
    CHECK(conv.find_attribute("pad") == -1);
}

TEST_CASE("facts are gathered from the definition") {
    static_assert(facts_of<toy::constant>.form == op_form::constant);
    static_assert(facts_of<toy::relu>.pure && !facts_of<toy::store>.pure);
    static_assert(facts_of<toy::choose>.regions == 2 && facts_of<toy::relu>.regions == 0);
    static_assert(facts_of<toy::relu>.infer == &toy::relu::infer);
    static_assert(facts_of<toy::split>.infer == nullptr);
    CHECK(facts_of<toy::every>.attribute_count == 9);
}

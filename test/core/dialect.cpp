#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/typed_program.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

#include <type_traits>

using namespace tenon::core;

TEST_CASE("a dialect is a set of ops, as types and as a table") {
    using small = dialect<toy::relu, toy::add>;
    static_assert(small::size == 2 && small::has<toy::add> && !small::has<toy::conv>);
    static_assert(small::table.find("add") == &facts_of<toy::add>);
    static_assert(small::table.find("conv") == nullptr);
    static_assert(small::table.position(&facts_of<toy::add>) == 1);
    static_assert(small::table.position(&facts_of<toy::conv>) == -1);
    CHECK(dialect<>::table.count == 0);
}

TEST_CASE("dialects are extended, joined and cut") {
    using small = dialect<toy::relu, toy::add>;
    static_assert(std::is_same_v<small::with<toy::conv>, dialect<toy::relu, toy::add, toy::conv>>);
    static_assert(
        std::is_same_v<join<small, dialect<>, dialect<toy::conv>>, small::with<toy::conv>>);
    static_assert(std::is_same_v<without<small, toy::relu>, dialect<toy::add>>);
    static_assert(std::is_same_v<typed_program<graph_level, small>::dialect, small>);
}

namespace {
template <fixed_string Name> struct numbered : structural<Name> {};
struct with_regions : structural<"with_regions"> {
    static constexpr int regions = 1;
};
struct inferred : structural<"inferred"> {
    static constexpr void infer(inference&) {}
};
} // namespace

TEST_CASE("a dialect may demand parts of its ops") {
    using ops = dialect<with_regions, inferred>;
    static_assert(std::is_same_v<ops::demanding<op_part::inference>, ops>);
    static_assert(detail::find_without(ops::table, op_part::inference).first == -1);
    static_assert(detail::find_without(ops::with<numbered<"a">>::table, op_part::inference).first ==
                  2);
    CHECK(detail::find_without(ops::table, op_part::meaning).first == 1);
}

TEST_CASE("two different ops with one name are found, wherever they stand") {
    struct another : numbered<"b"> {};
    constexpr op_facts const* ops[]{&facts_of<numbered<"a">>, &facts_of<numbered<"b">>,
                                    &facts_of<numbered<"c">>, &facts_of<numbered<"b">>,
                                    &facts_of<another>};
    static_assert(detail::find_same_name<9>(ops, 4).first == -1); // one op twice is none
    constexpr auto fault = detail::find_same_name<11>(ops, 5);
    CHECK(fault.first == 1);
    CHECK(fault.second == 4);
}

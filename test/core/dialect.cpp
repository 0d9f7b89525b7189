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

#include <tenon/core/fixed_string.hpp>

#include <doctest/doctest.h>

using tenon::core::fixed_string;

template <fixed_string Name> constexpr std::size_t size_of = Name.view().size();

TEST_CASE("a literal is a template argument") {
    static_assert(size_of<"conv"> == 4 && size_of<""> == 0);
    static_assert(fixed_string("a") == fixed_string("a"));
    static_assert(!(fixed_string("a") == fixed_string("ab")));
    CHECK(fixed_string("conv").view() == "conv");
}

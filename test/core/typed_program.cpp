#include <tenon/core/compare.hpp>
#include <tenon/core/typed_program.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

using namespace tenon::core;

TEST_CASE("a refused literal equals every program, so that one mistake is one error") {
    using typed = typed_program<graph_level, toy::dialect>;
    typed good, refused;
    good.data.functions.push_back({"f", good.data.add_block(), {}, {}});
    CHECK_FALSE(same(good, typed()));
    refused.refused = true;
    CHECK(same(good, refused));
    CHECK(same(refused, good));
}

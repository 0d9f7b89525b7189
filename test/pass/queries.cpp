// What a pipeline says of itself.
#include <tenon/pass/combinators.hpp>
#include <tenon/pass/queries.hpp>

#include <boost/hana/equal.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/length.hpp>

#include <doctest/doctest.h>

#include <pass/sample_passes.hpp>
#include <string>

namespace {
namespace hana = boost::hana;
using namespace sample;

template <class... Ts> constexpr hana::tuple<hana::type<Ts>...> types{};

constexpr auto x = tenon::any<"x">;
constexpr auto negations = tenon::rule<"double-negation">(of::neg(of::neg(x).shared()) >> x);
constexpr auto ones = tenon::rule<"one">(of::mul(x, 1.0) >> x);
constexpr auto pipeline =
    tenon::stage<front>(infer_shapes(), tenon::until_stable(choose_layouts(), infer_shapes())) |
    outline() |
    tenon::stage<back>(infer_shapes(),
                       tenon::rewrite<"tidy", graph_level>(tenon::rules(negations, ones))) |
    lower_to_loops();
using tidy = tenon::pass::rule_pass<"tidy", graph_level,
                                    tenon::match::rule_set<std::remove_const_t<decltype(negations)>,
                                                           std::remove_const_t<decltype(ones)>>>;

static_assert(tenon::all_stages(pipeline) == types<front, back>);
static_assert(
    tenon::all_passes(pipeline) ==
    types<infer_shapes, choose_layouts, infer_shapes, outline, infer_shapes, tidy, lower_to_loops>);
static_assert(tenon::passes_where(pipeline, tenon::needing<shapes_known>) ==
              types<choose_layouts, lower_to_loops>);
static_assert(tenon::passes_where(pipeline, tenon::giving<layouts_chosen>) ==
              types<choose_layouts>);
static_assert(tenon::passes_where(pipeline, tenon::breaking<shapes_known>) == types<outline>);
static_assert(tenon::passes_where(pipeline, tenon::breaking<layouts_chosen>) == types<>);
static_assert(hana::length(tenon::all_rules(pipeline)) == hana::size_c<2>);
static_assert(tenon::all_ops<tn::dialect<mul, add>>() == types<mul, add>);
static_assert(tenon::all_stages(infer_shapes()) == types<>);
} // namespace

TEST_CASE("names of rules and passes can be walked over") {
    std::string names;
    hana::for_each(tenon::all_rules(pipeline),
                   [&](auto rule) { names += std::string(decltype(rule)::type::name) + " "; });
    CHECK(names == "double-negation one ");
}

TEST_CASE("the same as a table for the run") {
    auto const table = tenon::passes_in(pipeline);
    REQUIRE(table.count == 7);
    CHECK(table.stages[0] == "front");
    CHECK(table.stages[2] == "front");
    CHECK(table.stages[3].empty());
    CHECK(table.stages[5] == "back");
    CHECK(table.stages[6].empty());
    auto const& shapes = table.passes[0];
    CHECK(shapes.gives.count == 1);
    CHECK(shapes.gives.names[0] == "shapes_known");
    auto const& rules = table.passes[5];
    REQUIRE(rules.rule_count == 2);
    CHECK(rules.rules[0].name == "double-negation");
    CHECK(rules.rules[1].root == &tn::facts_of<mul>);
    CHECK(!rules.rules[1].conditional);
}

// Pipelines: sequence, stages, combinators and observers.
#include <tenon/pass/combinators.hpp>
#include <tenon/pass/observers.hpp>

#include <doctest/doctest.h>

#include <match/sample_ops.hpp>

namespace {
using namespace sample::of;
using namespace tenon::core;
using tenon::any, tenon::rule, tenon::rules, tenon::context, tenon::at_level, tenon::stage,
    tenon::properties, tenon::run;

struct types_known;
struct simplify {
    static constexpr std::string_view name = "simplify";
};
struct fuse {
    static constexpr std::string_view name = "fuse";
};

/// Counts its runs in the program's fresh symbols, which nothing else here uses.
struct infer_types : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "infer-types";
    using gives = properties<types_known>;
    constexpr void operator()(program& p, context&) const { p.fresh_symbol(); }
};
struct lower : tenon::pass::step<at_level<graph_level>, typed_program<loop_level, dialect<>>> {
    static constexpr std::string_view name = "lower";
    using needs = properties<types_known>;
    constexpr void operator()(program& p, context&) const { p.fresh_counter() += 100; }
};
struct drop_neg : tenon::pass::step<at_level<graph_level>,
                                    typed_program<graph_level, tenon::without_ops<sample::neg>>> {
    static constexpr std::string_view name = "drop-neg";
    constexpr void operator()(program&, context&) const {}
};
struct fail : tenon::pass::step<at_level<tenon::any_level>> {
    static constexpr std::string_view name = "fail";
    constexpr void operator()(program&, context& c) const { c.found.add("X1", "here", "no"); }
};

constexpr auto x = any<"x">;
constexpr auto negations = rules(rule<"double-negation">(neg(neg(x).shared()) >> x));
constexpr auto pipeline = stage<simplify>(infer_types(), negations) | stage<fuse>(infer_types());

constexpr program negated(int times) {
    program p;
    diagnostics found;
    auto const body = p.add_block();
    builder at(p, body, found);
    auto v = at(p.add_argument(body, type::scalar(dtype::f32), "x"));
    for (int i = 0; i != times; ++i) v = neg(v);
    p[body].yields.push_back(v.id);
    p.functions.push_back(function{"main", body, {}, {}, "func"});
    return p;
}
constexpr std::size_t live_nodes(program const& p) {
    std::size_t count = 0;
    for (std::size_t b = 0; b != p.block_count(); ++b)
        count += p[static_cast<block_id>(b)].nodes.size();
    return count;
}

static_assert(live_nodes(run(pipeline, negated(5))) == 1);
static_assert(run(pipeline, negated(5)).fresh_counter() == 2);
static_assert(run(pipeline.without<simplify>(), negated(5)).fresh_counter() == 1);
static_assert(live_nodes(run(pipeline.without<simplify>(), negated(5))) == 5);
static_assert(run(pipeline.with<fuse>(infer_types(), infer_types()), negated(0)).fresh_counter() ==
              4);
static_assert(live_nodes(run(pipeline.without<simplify>().with<fuse>(negations), negated(4))) == 0);
static_assert(run(pipeline.replace<fuse>(negations) | lower(), negated(0)).fresh_counter() == 101);
static_assert(run(pipeline.with_first<fuse>(negations) | lower(), negated(0)).fresh_counter() ==
              102);

// What a lowering covers is held against what may be in the program where it stands.
struct lower_all_but_neg : tenon::pass::step<at_level<graph_level>, at_level<loop_level>> {
    static constexpr std::string_view name = "lower-all-but-neg";
    static constexpr bool covers(op_facts const& op) { return op.name != "neg"; }
    static constexpr dtype_set elements{dtype::f32}, refused_elements = any_dtype;
    constexpr void operator()(program&, context&) const {}
};
template <class Steps, class... Ops> constexpr auto fault_of(Steps const&) {
    using given = typed_program<graph_level, dialect<Ops...>>;
    return tenon::pass::detail::fault_of_run<Steps>(tenon::pass::detail::facts_of_program<given>)
        .what;
}
using fault = tenon::pass::detail::pass_fault::kind;
constexpr auto to_loops = infer_types() | lower_all_but_neg();
constexpr auto without_neg = infer_types() | drop_neg() | lower_all_but_neg();
static_assert(fault_of<decltype(to_loops), sample::mul>(to_loops) == fault::none);
static_assert(fault_of<decltype(to_loops), sample::mul, sample::neg>(to_loops) == fault::uncovered);
static_assert(fault_of<decltype(without_neg), sample::mul, sample::neg>(without_neg) ==
              fault::none);
constexpr auto add_sums = infer_types() | rules(rule<"sum">(mul(x, 2.0) >> add(x, x)));
static_assert(fault_of<decltype(add_sums), sample::mul>(add_sums) == fault::foreign);
static_assert(fault_of<decltype(add_sums), sample::mul, sample::add>(add_sums) == fault::none);

// The type of the program follows the passes.
using ops = dialect<sample::neg, sample::add>;
static_assert(std::is_same_v<decltype(run(drop_neg(), typed_program<graph_level, ops>{})),
                             typed_program<graph_level, dialect<sample::add>>>);
static_assert(std::is_same_v<decltype(run(pipeline | lower(), typed_program<graph_level, ops>{})),
                             typed_program<loop_level, dialect<>>>);

constexpr auto has_nodes = [](program const& p) { return live_nodes(p) != 0; };
static_assert(run(tenon::when(has_nodes, infer_types()), negated(1)).fresh_counter() == 1);
static_assert(run(tenon::when(has_nodes, infer_types()), negated(0)).fresh_counter() == 0);
static_assert(live_nodes(run(tenon::until_stable(negations), negated(7))) == 1);

struct count_functions : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "count-functions";
    constexpr void operator()(program& p, function&, context&) const { p.fresh_symbol(); }
};
static_assert(run(tenon::for_each_function(count_functions()), negated(0)).fresh_counter() == 1);

constexpr bool problems_stop_the_run() {
    context c;
    auto p = run(infer_types() | fail() | infer_types(), negated(0), c);
    return p.fresh_counter() == 1 && c.found.problems().size() == 1;
}
static_assert(problems_stop_the_run());
} // namespace

TEST_CASE("observers see every pass with its stage") {
    context c;
    tenon::pass::timing timing;
    text seen;
    tenon::pass::snapshots after{[&](tenon::pass::step_info const& s, program const& p) {
        seen += text(s.stage) + "/" + s.name + " " +
                to_string(static_cast<std::int64_t>(live_nodes(p))) + "; ";
    }};
    tenon::pass::observer_list chosen;
    chosen.add(after);
    run(pipeline, negated(4), c, timing, chosen);
    CHECK(seen == "simplify/infer-types 4; simplify/double-negation 0; fuse/infer-types 0; ");
    CHECK(timing.entries().size() == 3);
    CHECK(timing.total() >= 0);
}

TEST_CASE("verification names the pass that left a wrong program behind") {
    context c;
    tenon::pass::verification check{[](program const&, diagnostics&) {}};
    run(drop_neg(), typed_program<graph_level, ops>{negated(1)}, c, check);
    REQUIRE(c.found.problems().size() == 1);
    auto const& problem = c.found.problems()[0];
    CHECK(problem.code == "P1");
    CHECK(problem.where.view().starts_with("after pass drop-neg: node"));
    CHECK(problem.what == "is an op that this pass must not leave behind");
}

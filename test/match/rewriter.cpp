// Rules applied to programs, at compile time.
#include <tenon/match/rule_set.hpp>

#include "sample_ops.hpp"

#include <doctest/doctest.h>

namespace {
using namespace sample::of;
using namespace tenon::core;
using tenon::any, tenon::constant, tenon::rule, tenon::rules, tenon::where, tenon::rest,
    tenon::maybe;

constexpr auto x = any<"x">;
constexpr auto y = any<"y">;
constexpr auto z = any<"z">;
constexpr auto c = constant<"c">;
constexpr auto d = constant<"d">;

struct fixture {
    program p;
    diagnostics found;
    block_id body = p.add_block();
    builder at{p, body, found};

    constexpr built_value input(list<dim> shape = {dim(2), dim(3)}) {
        return at(p.add_argument(body, type::tensor(dtype::f32, shape), text("x")));
    }
    constexpr built_value weights(list<std::int64_t> shape, double value) {
        std::int64_t size = 1;
        for (auto s : shape) size *= s;
        return at.constant(
            facts_of<sample::constant>,
            tensor::from(dtype::f32, shape, list<double>(static_cast<std::size_t>(size), value)));
    }
    constexpr void yield(built_value v) { p[body].yields.push_back(v.id); }
    constexpr node const& definer(value_id v) const { return p[p[v].definer]; }
    constexpr value_id result() const { return p[body].yields[0]; }
    constexpr text ops() const {
        text line;
        for (auto n : p[body].nodes) line += text(p[n].op->name) + " ";
        return line;
    }
};

constexpr auto simple =
    rules(rule<"double-negation">(neg(neg(x).shared()) >> x), rule<"one">(mul(x, 1.0) >> x),
          rule<"twice">(add(x, x) >> mul(x, 2.0)));

constexpr bool identities() {
    fixture f;
    auto const in = f.input();
    f.yield(neg(neg(mul(neg(neg(in)), 1.0))));
    auto const counts = simple.apply_to(f.p);
    return counts.rewrites == 3 && f.result() == in.id && f.ops() == "";
}
static_assert(identities());

constexpr bool numbers_become_constants() {
    fixture f;
    auto const in = f.input();
    f.yield(add(in, in));
    simple.apply_to(f.p);
    auto const& made = f.definer(f.result());
    auto const* const two = tenon::match::constant_behind(f.p, made.operands[1]);
    return f.ops() == "constant mul " && made.operands[0] == in.id && two != nullptr &&
           two->real(0) == 2 && two->element() == dtype::f32 && f.p[f.result()].type == in.type();
}
static_assert(numbers_become_constants());

constexpr bool types_are_kept() {
    fixture f;
    auto const in = f.input({dim(3)});
    f.yield(mul(in, f.weights({2, 3}, 1)));
    return simple.apply_to(f.p).rewrites == 0 && f.ops() == "constant mul ";
}
static_assert(types_are_kept());

// mul(add(x, c), y) with x met twice needs the right order in both nodes.
constexpr bool both_orders() {
    constexpr auto set = rules(rule<"r">(mul(add(x, c).used_once(), x) >> sub(x, c)));
    fixture f;
    auto const in = f.input();
    auto const w = f.weights({3}, 5);
    f.yield(mul(in, add(w, in)));
    bool const once = set.apply_to(f.p).rewrites == 1 && f.ops() == "constant sub ";
    fixture g;
    auto const other = g.input();
    auto const sum = add(g.weights({3}, 5), other);
    g.yield(mul(sum, other));
    g.yield(sum);
    return once && set.apply_to(g.p).rewrites == 0;
}
static_assert(both_orders());

// One of two users going away lets a rule with used_once match after all.
constexpr bool use_counts_follow() {
    constexpr auto set = rules(rule<"r">(mul(add(x, y).used_once(), z) >> sub(x, z)),
                               rule<"s">(neg(add(x, y).shared()) >> neg(y)));
    fixture f;
    auto const a = f.input(), b = f.input();
    auto const sum = add(a, b);
    f.yield(mul(sum, b));
    f.yield(neg(sum));
    return set.apply_to(f.p).rewrites == 2 && f.ops() == "sub neg ";
}
static_assert(use_counts_follow());

constexpr auto composed = [](auto const& m) {
    auto const& inner = m.attribute("p").integers;
    list<std::int64_t> both;
    for (auto axis : m.attribute("q").integers)
        both.push_back(inner[static_cast<std::size_t>(axis)]);
    return both;
};
constexpr bool attributes_are_computed() {
    constexpr auto set = rules(rule<"transposes">(
        transpose(transpose(x, attr<"perm"> = any<"p">).shared(), attr<"perm"> = any<"q">) >>
        transpose(x, attr<"perm"> = composed)));
    fixture f;
    auto const in = f.input({dim(2), dim(3), dim(4)});
    auto const first = transpose(in, attr<"perm"> = list<std::int64_t>{1, 2, 0});
    f.yield(transpose(first, attr<"perm"> = list<std::int64_t>{0, 2, 1}));
    set.apply_to(f.p);
    return f.ops() == "transpose " &&
           f.definer(f.result()).attributes[0].integers == list<std::int64_t>{1, 0, 2};
}
static_assert(attributes_are_computed());

constexpr bool attributes_are_kept() {
    constexpr auto set =
        rules(rule<"fold">(mul(conv(x, c).used_once(), d) >> conv(x, mul(c, d)),
                           where([](auto const& m) { return m["d"].is_per_channel(1); })));
    fixture f;
    auto const in = f.input({dim(1), dim(3), dim(4), dim(4)});
    auto const made = conv(in, f.weights({1, 3, 1, 1}, 1), attr<"group"> = 7);
    f.yield(mul(made, f.weights({1, 1, 1}, 2)));
    bool const done = set.apply_to(f.p).rewrites == 1;
    return done && f.definer(f.result()).attributes[1].integer == 7;
}
static_assert(attributes_are_kept());

constexpr bool optional_operands() {
    constexpr auto set =
        rules(rule<"r">(neg(conv(x, c, maybe<"b">).used_once()) >> conv(x, neg(c), maybe<"b">)),
              rule<"s">(mul(conv(x, c).used_once(), 2.0) >> conv(x, c)));
    fixture f;
    auto const in = f.input({dim(1), dim(3), dim(4), dim(4)});
    auto const w = f.weights({1, 3, 1, 1}, 1), b = f.weights({1}, 1);
    f.yield(neg(conv(in, w, b)));
    f.yield(neg(conv(in, w)));
    f.yield(mul(conv(in, w, b), 2.0));
    bool const twice = set.apply_to(f.p).rewrites == 2;
    return twice && f.definer(f.p[f.body].yields[0]).operands.size() == 3 &&
           f.definer(f.p[f.body].yields[1]).operands.size() == 2;
}
static_assert(optional_operands());

constexpr bool remaining_operands() {
    constexpr auto set =
        rules(rule<"flat">(concat(concat(rest<"a">, attr<"axis"> = any<"k">).used_once(), rest<"b">,
                                  attr<"axis"> = any<"k">) >>
                           concat(rest<"a">, rest<"b">, attr<"axis"> = any<"k">)));
    fixture f;
    auto const in = f.input();
    auto const inner = concat(in, in, attr<"axis"> = 0);
    f.yield(concat(inner, in, attr<"axis"> = 0));
    f.yield(concat(concat(in, in, attr<"axis"> = 1), in, attr<"axis"> = 0));
    bool const once = set.apply_to(f.p).rewrites == 1;
    return once && f.definer(f.result()).operands.size() == 3;
}
static_assert(remaining_operands());

constexpr bool unused_results() {
    constexpr auto set = rules(rule<"r">(dropout(x) >> x));
    fixture f;
    auto const in = f.input();
    auto const a = dropout(in, results(2)), b = dropout(in, results(2));
    f.yield(a);
    f.yield(b);
    f.yield(b.result(1));
    return set.apply_to(f.p).rewrites == 1 && f.result() == in.id && f.ops() == "dropout ";
}
static_assert(unused_results());

constexpr bool origins_are_merged() {
    fixture f;
    auto const in = f.input();
    f.at.where.origins.push_back("first");
    auto const inner = add(in, in);
    f.at.where.origins[0] = "second";
    f.yield(neg(inner));
    constexpr auto set = rules(rule<"r">(neg(add(x, y).used_once()) >> sub(neg(x), y)));
    set.apply_to(f.p);
    return f.ops() == "neg sub " && f.definer(f.result()).where.origins.size() == 2;
}
static_assert(origins_are_merged());

constexpr bool restless_rules_end() {
    // Not `rules`, which refuses it (R3): dispatch has a bound of its own.
    constexpr tenon::match::rule_set set(rule<"swap">(sub(x, y) >> sub(y, x)));
    fixture f;
    auto const a = f.input(), b = f.input();
    f.yield(sub(a, b));
    return set.apply_to(f.p).restless == "swap" && f.ops() == "sub ";
}
static_assert(restless_rules_end());
} // namespace

TEST_CASE("a chain of 2,000 nodes is rewritten in linear work") {
    fixture f;
    auto v = f.input();
    for (int i = 0; i != 2000; ++i) v = neg(v);
    f.yield(v);
    auto const counts = simple.apply_to(f.p);
    CHECK(counts.rewrites == 1000);
    CHECK(counts.restless.empty());
    CHECK(f.ops() == "");
}

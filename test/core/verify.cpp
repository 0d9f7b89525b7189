#include <tenon/core/parser.hpp>
#include <tenon/core/verify.hpp>

#include "core/sample_text.hpp"
#include "core/toy.hpp"

#include <doctest/doctest.h>

#include <string>

namespace core = tenon::core;

namespace {

constexpr std::string_view source = R"(
func main(%x: f32[n, 3], %y: f32[n, 3]) -> (z: f32[n, 3]) {
  %a = add %x, %y @ "Add_7"
  %b = relu %a
  return %b
})";

constexpr core::program parsed(std::string_view text = source) {
    core::program p;
    core::diagnostics found;
    core::parse(text, toy::dialect::table, p, found);
    return p;
}
constexpr core::value_id value(unsigned number) { return static_cast<core::value_id>(number); }
constexpr core::node_id node(unsigned number) { return static_cast<core::node_id>(number); }

std::string problems(core::program const& p) {
    core::diagnostics found;
    core::verify(p, found);
    return std::string(found.to_text().view());
}
constexpr bool is_good(core::program const& p) {
    core::diagnostics found;
    return core::verify(p, found);
}

} // namespace

static_assert(is_good(parsed()));
static_assert([] {
    auto p = parsed();
    p[node(0)].operands.pop_back();
    return !is_good(p);
}());

TEST_CASE("what the parser reads has passed the verifier's checks") {
    CHECK(problems(parsed(toy::sample)) == "");
}

TEST_CASE("structure") {
    auto p = parsed();
    SUBCASE("a value is used before it is defined") {
        p[node(0)].operands[1] = value(3);
        CHECK(problems(p) == "[tenon/V1] node \"Add_7\" (add): uses %b, which is not defined "
                             "before it\n");
    }
    SUBCASE("a value of a region is used behind it") {
        auto q = parsed("func f(%c: bool[], %x: f32[]) -> f32[] { %y = choose %c do { %t = relu "
                        "%x yield %t } do { yield %x } : f32[] return %y }");
        q[q.functions[0].body].yields[0] = q[node(1)].results[0];
        CHECK(problems(q) == "[tenon/V1] function `f`: yields %t, which is not defined there\n");
    }
    SUBCASE("a value that does not exist") {
        p[node(1)].operands[0] = value(77);
        CHECK(problems(p) == "[tenon/V1] node %b (relu): uses value number 77, which is not "
                             "defined before it\n");
    }
    SUBCASE("too few operands") {
        p[node(0)].operands.pop_back();
        CHECK(problems(p) == "[tenon/V1] node \"Add_7\" (add): has 1 operand, expected 2 (a, b)\n");
    }
    SUBCASE("an absent operand that is not optional") {
        p[node(0)].operands[0] = core::value_id::none;
        CHECK(problems(p) == "[tenon/V1] node \"Add_7\" (add): lacks operand `a`, which is not "
                             "optional\n");
    }
    SUBCASE("a node that was erased but is still used") {
        p.erase(node(0));
        CHECK(problems(p) == "[tenon/V1] node %b (relu): uses %a, which is not defined before "
                             "it\n");
    }
    SUBCASE("a node in two places") {
        p[p.functions[0].body].nodes.push_back(node(1));
        CHECK(problems(p) == "[tenon/V1] node %b (relu): is in two places\n");
    }
    SUBCASE("two functions of one name") {
        p.functions.push_back({"main", p.add_block(), {}, {}});
        CHECK(problems(p) == "[tenon/V1] function `main`: has the name of another function\n");
    }
    SUBCASE("two arguments of one name") {
        p[value(1)].name = "x";
        CHECK(problems(p) == "[tenon/V1] function `main`: has two arguments called `x`\n");
    }
    SUBCASE("fewer results than names") {
        p[p.functions[0].body].yields.clear();
        CHECK(problems(p) == "[tenon/V1] function `main`: returns 0 values, expected 1, one per "
                             "name of a result\n");
    }
    SUBCASE("a region too few") {
        auto q = parsed("func f(%c: bool[]) { choose %c do {} do {} }");
        q[node(0)].regions.pop_back();
        CHECK(problems(q) == "[tenon/V1] node (choose): has 1 region, expected 2\n");
    }
    SUBCASE("attributes") {
        auto q = parsed("func f(%x: f32[2]) { %y = concat %x {axis = 0} }");
        q.set(node(0), "axis", 1.5);
        CHECK(problems(q) == "[tenon/V1] node %y (concat): attribute `axis` is a real number, "
                             "expected an integer\n");
        q.set(node(0), "axis", {});
        CHECK(problems(q) ==
              "[tenon/V1] node %y (concat): lacks attribute `axis`, expected an integer\n");
    }
}

TEST_CASE("types") {
    auto p = parsed();
    SUBCASE("a type is not what inference gives") {
        p[value(2)].type = core::type::tensor(core::dtype::f32, {core::dim::symbol("n"), 4});
        auto const said = problems(p);
        CHECK(said.find("[tenon/V2] node \"Add_7\" (add): result 0 is written as f32[n, 4], but "
                        "inference gives f32[n, 3]\n") == 0);
    }
    SUBCASE("a dtype that the op does not admit") {
        p[value(0)].type.element = core::dtype::boolean;
        CHECK(problems(p).find("[tenon/V2] node \"Add_7\" (add): operand `a` is bool[n, 3], "
                               "expected one of the dtypes f64, f32,") == 0);
    }
    SUBCASE("a default of another type") {
        p.functions[0].defaults = {
            core::tensor::from(core::dtype::i64, {1}, core::list<std::int64_t>{1})};
        CHECK(problems(p) == "[tenon/V2] function `main`: the default of argument %x is i64[1], "
                             "expected f32[n, 3]\n");
    }
    SUBCASE("order and halo are not inferred") {
        p[value(2)].type.order = {1, 0};
        CHECK(problems(p) == "");
    }
}

#include <tenon/core/compare.hpp>
#include <tenon/core/parser.hpp>
#include <tenon/core/printer.hpp>

#include "core/sample_text.hpp"
#include "core/toy.hpp"

#include <doctest/doctest.h>

#include <string>

namespace core = tenon::core;

namespace {

/// The first problem of a text, `[tenon/I1] line 1, column 2: ...`, without its picture.
core::text first_problem(std::string_view source) {
    core::program p;
    core::diagnostics found;
    if (core::parse(source, toy::dialect::table, p, found)) return "none";
    auto problem = found.problems()[0];
    problem.picture = {};
    return core::to_string(problem);
}
void check_problem(std::string_view source, std::string_view wanted) {
    auto const said = first_problem(source);
    std::string_view const shown = said;
    INFO(std::string(shown));
    CHECK(shown == wanted);
}

constexpr bool parses(std::string_view source) {
    core::program p;
    core::diagnostics found;
    return core::parse(source, toy::dialect::table, p, found);
}

} // namespace

static_assert(parses("func f() {}"));
static_assert(parses("func f(%x: f32[n]) -> f32[n] { %y = relu %x return %y } // comment"));
static_assert(!parses("func f(%x: f32[n]) -> f32[n] { %y = relu %z return %y }"));

TEST_CASE("every form of the grammar is read, printed and read again") {
    core::program p, q;
    core::diagnostics found;
    bool const good = core::parse(toy::sample, toy::dialect::table, p, found);
    INFO(std::string(found.to_text().view()));
    REQUIRE(good);
    core::text const printed = core::print(p);
    CHECK(std::string(printed.view()) == std::string(toy::sample));
    REQUIRE(core::parse(printed, toy::dialect::table, q, found));
    CHECK(core::same(p, q));
}

TEST_CASE("types that are left out are inferred, and symbols of the text are not invented again") {
    core::program p;
    core::diagnostics found;
    REQUIRE(
        core::parse("func f(%x: f32[n, d3]) { %y = nonzero %x }", toy::dialect::table, p, found));
    CHECK(core::to_string(p.constraints[0].b) == "d4");
}

TEST_CASE("an invented symbol may be written under another name") {
    core::program p;
    core::diagnostics found;
    REQUIRE(core::parse("func f(%x: f32[n]) -> i64[1, k] { %y = nonzero %x : i64[1, k] return %y }",
                        toy::dialect::table, p, found));
    REQUIRE(p.constraints.size() == 1);
    CHECK(core::to_string(p.constraints[0].b) == "k");
}

TEST_CASE("a mistake is found where it is") {
    check_problem("",
                  "[tenon/I1] line 1, column 1: found the end of the text, expected a function: "
                  "`func name(...) { ... }`");
    check_problem("func f(%x f32[])", "[tenon/I1] line 1, column 11: found `f32`, expected `:` and "
                                      "the type of the argument");
    check_problem("func f(%x: f33[]) {}", "[tenon/I1] line 1, column 12: found `f33`, expected a "
                                          "dtype such as f32, i64 or bool");
    check_problem("func f(%x: f32[n) {}",
                  "[tenon/I1] line 1, column 17: found `)`, expected `,` or "
                  "`]` after a dimension");
    check_problem(
        "func f(%x: f32[-1]) {}",
        "[tenon/I1] line 1, column 16: a dimension of this type is -1, expected 0 or more");
    check_problem("func f(%x: f32[n, m]{0,0}) {}",
                  "[tenon/I1] line 1, column 21: an order names each dimension of its type once");
    check_problem("func f() {\n  %y = rely %x\n}", "[tenon/I1] line 2, column 8: no op is called "
                                                   "`rely`, expected an op of the dialect");
    check_problem("func f() {\n  %y = relu %x\n}",
                  "[tenon/I1] line 2, column 13: `%x` is not defined here");
    check_problem("func f(%x: f32[], %x: f32[]) {}",
                  "[tenon/I1] line 1, column 19: `%x` is defined twice");
    check_problem("func f(%c: bool[]) {\n %y = choose %c do { %t = choose %c do {} do {} : f32[] "
                  "yield %t } do { yield %t } : f32[] }",
                  "[tenon/I1] line 2, column 79: `%t` is not defined here");
    check_problem("func f() {} func f() {}",
                  "[tenon/I1] line 1, column 18: a function `f` is defined twice");
    check_problem("func f(%x: f32[]) -> f32[] { }",
                  "[tenon/I1] line 1, column 30: function `f` returns 0 values, expected 1");
    check_problem("func f(%x: f32[]) -> f32[1] { return %x }",
                  "[tenon/I1] line 1, column 41: result 0 of function `f` is f32[], expected "
                  "f32[1] as its head says");
    check_problem("func f(%x: f32[]) { %a, %b = split %x : f32[] }",
                  "[tenon/I1] line 1, column 41: found 1 types, expected 2: one per result");
    check_problem("func f(%x: f32[]) { %a = split %x }",
                  "[tenon/I1] line 1, column 26: the result types of `split` are not inferred, "
                  "expected them after `:`");
    check_problem("func f() { user.every {t = 3} }",
                  "[tenon/I1] line 1, column 28: found `3`, expected a text in quotes");
    check_problem(
        "func f() { user.every {q = 3} }",
        "[tenon/I1] line 1, column 24: op `user.every` has no attribute `q`; it has i, r, "
        "t, is, rs, ts, e, ds, c");
    check_problem("func f() { user.every {i = 3, i = 4} }",
                  "[tenon/I1] line 1, column 31: attribute `i` is given twice");
    check_problem("func f() { user.every {i = 9223372036854775808} }",
                  "[tenon/I1] line 1, column 28: found an integer beyond 64 bits, expected one "
                  "within them");
    check_problem("func f() { user.every {t = \"abc\n\"} }",
                  "[tenon/I1] line 1, column 28: found a text without its closing quote, expected "
                  "a text in quotes");
    check_problem("func f() { user.every {ds = [9007199254740992*9007199254740992]} }",
                  "[tenon/I1] line 1, column 30: a coefficient of this dimension is beyond 2^53, "
                  "expected a smaller one");
    check_problem("func f() { ? }", "[tenon/I1] line 1, column 12: found `?`, expected an op");
}

TEST_CASE("tensors say what is wrong with them") {
    auto const tensor = [](std::string value) {
        auto const said = first_problem("func f() { user.every {c = " + value + "} }");
        return std::string(said.view()).substr(sizeof("[tenon/I1] line 1, column 28: ") - 1);
    };
    CHECK(tensor("f32[2](1.0)") == "this tensor is given 1 elements, expected 2");
    CHECK(tensor("f32[2](...)") == "found `...`, expected the elements of the tensor: this text "
                                   "was printed without them, for humans");
    CHECK(tensor("i8[1](200)") == "found 200, which i8 cannot hold");
    CHECK(tensor("u4[1](16)") == "found `16`, expected a value that u4 can hold");
    CHECK(tensor("f32[1](hex \"00\")") == "found \"00\", expected 8 hexadecimal digits in quotes: "
                                          "the bytes of the tensor");
    CHECK(tensor("f32[1000000, 1000000, 1000000](1.0 ...)") ==
          "a tensor this large does not fit into memory");
    CHECK(tensor("f32[1000000, 1000000](1.0 ...)") ==
          "more than 2^28 equal elements, expected them as `hex`");
}

TEST_CASE(
    "problems in types do not stop the parser, and those that follow from them are not told") {
    core::program p;
    core::diagnostics found;
    CHECK_FALSE(core::parse("func f(%x: f32[2], %y: i32[2], %z: f32[3]) {\n"
                            "  %a = add %x, %y\n"
                            "  %b = relu %a\n"
                            "  %c = relu %z : f32[4]\n"
                            "  %d = add %x, %z, %z\n"
                            "}",
                            toy::dialect::table, p, found));
    REQUIRE(found.problems().size() == 3);
    CHECK(found.problems()[0].where == "line 2, column 8");
    CHECK(found.problems()[0].what == "node %a (add): operands differ in dtype");
    CHECK(found.problems()[1].what ==
          "node %c (relu): result 0 is written as f32[4], but inference gives f32[3]");
    CHECK(found.problems()[2].what == "node %d (add): has 3 operands, expected 2 (a, b)");
}

TEST_CASE("a problem comes with a picture of its place") {
    core::program p;
    core::diagnostics found;
    core::parse("func f() {\n\t%y = rely %x\n}", toy::dialect::table, p, found);
    CHECK(std::string(found.problems()[0].picture.view()) == "    \t%y = rely %x\n    \t     ^");
}

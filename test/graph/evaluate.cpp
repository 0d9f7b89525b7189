// Whole functions, evaluated by reference.
#include <tenon/core/parser.hpp>
#include <tenon/graph/evaluate.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace one_node;

namespace {

struct called {
    list<tensor> results;
    core::text problems;
};
called call(std::string_view source, list<tensor> arguments) {
    core::program p;
    core::diagnostics found;
    core::parse(source, graph::standard_dialect::table, p, found);
    REQUIRE_MESSAGE(found.empty(), std::string(found.to_text().view()));
    called out{graph::evaluate(p, p.functions[0], arguments, found), {}};
    out.problems = found.to_text();
    return out;
}
bool mentions(core::text const& message, std::string_view part) {
    return message.view().find(part) != std::string_view::npos;
}

constexpr char const chain[] = R"(
    func main(%x: f32[n, 2], %w: f32[2, m]) -> f32[n, m] {
        %p = mat_mul %x, %w
        %y = relu %p
        return %y
    })";

} // namespace

TEST_CASE("nodes one after the other, symbols bound by the arguments") {
    auto const out = call(chain, {f32({1, 2}, {1, 2}), f32({2, 2}, {1, 0, 0, -1})});
    CHECK(out.problems.empty());
    REQUIRE(out.results.size() == 1);
    CHECK((out.results[0] == f32({1, 2}, {1, 0})));
}

TEST_CASE("what does not fit is refused by name") {
    CHECK(mentions(call(chain, {f32({1, 2}, {1, 2})}).problems, "got 1 arguments, expected 2"));
    CHECK(mentions(call(chain, {f32({1, 2}, {1, 2}), i64({2, 1}, {1, 1})}).problems,
                   "argument \"w\": is i64, expected f32"));
    CHECK(mentions(call(chain, {f32({2}, {1, 2}), f32({2, 1}, {1, 1})}).problems,
                   "argument \"x\": has rank 1, expected 2"));
    CHECK(mentions(call(chain, {f32({1, 3}, {1, 2, 3}), f32({2, 1}, {1, 1})}).problems,
                   "argument \"x\": has dimension 1 = 3, expected 2"));
}

TEST_CASE("what symbols must satisfy is checked") {
    constexpr auto sum = R"(
        func main(%x: f32[n], %y: f32[m]) -> f32[broadcast(m, n)] {
            %z = add %x, %y
            return %z
        })";
    CHECK((call(sum, {f32({1}, {1}), f32({3}, {1, 2, 3})}).results[0] == f32({3}, {2, 3, 4})));
    CHECK(mentions(call(sum, {f32({2}, {1, 2}), f32({3}, {1, 2, 3})}).problems, "do not fit"));
}

TEST_CASE("dimensions as values, and an argument left out") {
    auto const out = call(R"(
        func main(%x: f32[n], %k: i64[] = i64[](10)) -> i64[1] {
            %n = size_values {values = [2*n + 1]}
            %y = add %n, %k
            return %y
        })",
                          {f32({3}, {1, 2, 3}), absent()});
    CHECK(out.problems.empty());
    CHECK((out.results[0] == i64({1}, {17})));
}

TEST_CASE("groups and branches") {
    constexpr auto branches = R"(
        func main(%c: bool[], %x: f32[2]) -> f32[2] {
            %s = fused do {
                %b = add %x, %x
                %d = mul %b, %x
                yield %d
            } : f32[2]
            %y = if %c do {
                %t = neg %s
                yield %t
            } do {
                yield %x
            } : f32[2]
            return %y
        })";
    auto const x = f32({2}, {1, 2});
    CHECK((call(branches, {typed(dtype::boolean, {}, {1}), x}).results[0] == f32({2}, {-2, -8})));
    CHECK((call(branches, {typed(dtype::boolean, {}, {0}), x}).results[0] == x));
}

TEST_CASE("a loop scans what is carried into an iteration, BR-53, BR-55") {
    constexpr auto counting = R"(
        func main(%m: i64[], %v: f32[1], %limit: f32[1]) -> (last: f32[1], scan: f32[k, 1]) {
            %last, %scan = loop %m, _, %v do (%i: i64[], %c: bool[], %u: f32[1]) {
                %one = constant {value = f32[1](1)}
                %next = add %u, %one
                %less = less %next, %limit
                %go = reshape %less {shape = []}
                yield %go, %next, %u
            } : f32[1], f32[k, 1]
            return %last, %scan
        })";
    auto const out = call(counting, {i64({}, {3}), f32({1}, {10}), f32({1}, {99})});
    REQUIRE(out.problems.empty());
    CHECK((out.results[0] == f32({1}, {13})));
    CHECK((out.results[1] == f32({3, 1}, {10, 11, 12})));
    auto const open = call(counting, {i64({}, {INT64_MAX}), f32({1}, {0}), f32({1}, {3})});
    REQUIRE(open.problems.empty());
    CHECK((open.results[0] == f32({1}, {3})));
    auto const none = call(counting, {i64({}, {0}), f32({1}, {7}), f32({1}, {3})});
    REQUIRE(none.problems.empty());
    CHECK((none.results[0] == f32({1}, {7})));
    CHECK((none.results[1] == f32({0, 1}, {})));
}

#include <tenon/core/compare.hpp>
#include <tenon/core/parser.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

using namespace tenon::core;

namespace {

constexpr program parsed(std::string_view source) {
    program p;
    diagnostics found;
    parse(source, toy::dialect::table, p, found);
    return p;
}
constexpr bool alike(std::string_view a, std::string_view b) { return same(parsed(a), parsed(b)); }

constexpr char base[] =
    "func f(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y return %a }";

} // namespace

TEST_CASE("names of values, locations and the order of functions do not count") {
    static_assert(alike(base, "func f(%p: f32[n], %q: f32[n]) -> (r: f32[n]) { %s = add %p, %q "
                              "@ \"here\" return %s }"));
    CHECK(alike("func f() {} func g() { loop.barrier }", "func g() { loop.barrier } func f() {}"));
}

TEST_CASE("everything else does") {
    auto const differs = [](std::string_view other) { return !alike(base, other); };
    CHECK(differs("func f(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %y, %x return %a }"));
    CHECK(differs("func f(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y return %x }"));
    CHECK(differs("func f(%x: f32[n], %y: f32[n]) -> (s: f32[n]) { %a = add %x, %y return %a }"));
    CHECK(differs("func g(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y return %a }"));
    CHECK(differs("kernel f(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y return %a }"));
    CHECK(differs("func f(%x: f32[m], %y: f32[m]) -> (r: f32[m]) { %a = add %x, %y return %a }"));
    CHECK(differs("where n >= 1 func f(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y "
                  "return %a }"));
    CHECK(differs("func f(%x: f32[n], %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y %b = relu %a "
                  "return %a }"));
    CHECK(differs("func f(%x: f32[n] = f32[1](0.0), %y: f32[n]) -> (r: f32[n]) { %a = add %x, %y "
                  "return %a }"));
    CHECK_FALSE(alike("func f() { user.every {i = 1} }", "func f() { user.every {i = 2} }"));
    CHECK_FALSE(alike("func f() { loop.for {to = []} do { loop.barrier } }",
                      "func f() { loop.for {to = []} do {} }"));
    CHECK_FALSE(alike("func f() {}", "func f() {} func g() {}"));
}

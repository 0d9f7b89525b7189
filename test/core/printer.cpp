#include <tenon/core/parser.hpp>
#include <tenon/core/printer.hpp>

#include "core/toy.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tenon::core;

namespace {

std::string shown(program const& p, print_options how = {}) {
    return std::string(print(p, how).view());
}
program parsed(std::string_view source) {
    program p;
    diagnostics found;
    parse(source, toy::dialect::table, p, found);
    INFO(std::string(found.to_text().view()));
    REQUIRE(found.empty());
    return p;
}

} // namespace

TEST_CASE("values without a name are numbered, and doubled names are told apart") {
    program p;
    block_id const body = p.add_block();
    value_id v = p.add_argument(body, type::scalar(dtype::f32), "x");
    for (char const* name : {"", "x", "0", "", "x"}) {
        auto const n = p.add_node(body, facts_of<toy::relu>, {v}, 1);
        v = p[n].results[0];
        p[v].name = name;
        p[v].type = type::scalar(dtype::f32);
    }
    p[body].yields = {v};
    p.functions.push_back({"main", body, {}, {}});
    CHECK(shown(p) == R"(func main(%x: f32[]) -> f32[] {
  dataflow {
    %0 = relu %x : f32[]
    %x_1 = relu %0 : f32[]
    %0_1 = relu %x_1 : f32[]
    %1 = relu %0_1 : f32[]
    %x_2 = relu %1 : f32[]
  }
  return %x_2
}
)");
}

TEST_CASE("pure stretches are maximal, and a region's effect is its node's") {
    auto const p = parsed(R"(
func f(%x: f32[]) {
  %a = relu %x
  %b = relu %a
  loop.barrier
  loop.for {to = []} do { loop.barrier }
  loop.for {to = []} do { %c = relu %x }
})");
    CHECK(shown(p) == R"(func f(%x: f32[]) {
  dataflow {
    %a = relu %x : f32[]
    %b = relu %a : f32[]
  }
  loop.barrier
  loop.for {to = []} do {
    loop.barrier
  }
  dataflow {
    loop.for {to = []} do {
      %c = relu %x : f32[]
    }
  }
}
)");
}

TEST_CASE("large constants are bytes, or left out for humans") {
    auto const p = parsed("func f() { %c = constant {value = u8[3](1, 2, 3)} @ \"c\" }");
    auto const line = [&](print_options how) {
        auto const all = shown(p, how);
        auto const begin = all.find("value = ") + 8;
        return all.substr(begin, all.find('\n', begin) - begin);
    };
    CHECK(line({}) == "u8[3](1, 2, 3)} : u8[3] @ \"c\"");
    CHECK(line({.readable_elements = 2}) == "u8[3](hex \"010203\")} : u8[3] @ \"c\"");
    CHECK(line({.readable_elements = 2, .elide = true}) == "u8[3](...)} : u8[3] @ \"c\"");
    CHECK(line({.locations = false}) == "u8[3](1, 2, 3)} : u8[3]");
}

TEST_CASE("constants whose bits no value says are bytes") {
    program p;
    block_id const body = p.add_block();
    auto const n = p.add_node(body, facts_of<toy::every>, {}, 0);
    p.functions.push_back({"f", body, {}, {}});
    auto const attribute_of = [&](dtype element, list<unsigned char> bytes, std::int64_t count) {
        p.set(n, "c", tensor(element, {count}, shared_bytes(bytes)));
        program q;
        diagnostics found;
        CHECK(parse(print(p), toy::dialect::table, q, found));
        CHECK(q.at(node_id{0}, "c") == p.at(n, "c"));
        auto const all = shown(p);
        auto const begin = all.find("c = ") + 4;
        return all.substr(begin, all.find('}', begin) - begin);
    };
    CHECK(attribute_of(dtype::i4, {0x21, 0xf3}, 3) == "i4[3](hex \"21f3\")");
    CHECK(attribute_of(dtype::i4, {0x21, 0x03}, 3) == "i4[3](1, 2, 3)");
    CHECK(attribute_of(dtype::boolean, {0, 1, 2}, 3) == "bool[3](false, true, 2)");
    CHECK(attribute_of(dtype::i2, {0xe4}, 4) == "i2[4](0, 1, -2, -1)");
    CHECK(attribute_of(dtype::f8e8m0, {127, 0, 255}, 3) == "f8e8m0[3](1.0, 0x1p-127, nan)");
}

TEST_CASE("broken programs can be looked at") {
    auto p = parsed("func f(%x: f32[]) -> f32[] { %a = relu %x return %a }");
    p[node_id{0}].operands = {static_cast<value_id>(77), value_id::none};
    CHECK(shown(p).find("%a = relu %?, _ : f32[]") != std::string::npos);
    p[p.functions[0].body].yields = {static_cast<value_id>(78)};
    CHECK(shown(p).find("return %?") != std::string::npos);
}

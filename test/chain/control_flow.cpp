// Branches and loops, compiled.
#include <tenon/graph/standard.hpp>

#include "compiled.hpp"

using namespace chain;

namespace {

tensor boolean(bool holds) {
    return tensor::from(dtype::boolean, {}, list<std::int64_t>{holds ? 1 : 0});
}
tensor integer(std::int64_t value) {
    return tensor::from(dtype::i64, {}, list<std::int64_t>{value});
}

/// Compiles in every way and compares for each of these as the first input.
void check_with(std::string_view text, std::vector<tensor> const& firsts, double tolerance = 0) {
    for (settings const s : {settings{}, settings{false, false}, settings{.optimize = true}}) {
        compiled const c(text, s);
        REQUIRE_MESSAGE(c.problems.empty(), c.problems);
        std::mt19937 random(7);
        for (auto const& symbols : usual_sizes(c.symbols()))
            for (auto const& first : firsts) {
                auto inputs = c.inputs(symbols, random);
                inputs[0] = first;
                CHECK(compare(c, inputs, "main", tolerance) == "");
            }
    }
}
void check_branches(std::string_view text, double tolerance = 0) {
    check_with(text, {boolean(true), boolean(false)}, tolerance);
}

std::string problems_of(std::string_view text) {
    std::string problems;
    compiled const c(text);
    return c.problems;
}

} // namespace

TEST_CASE("a branch runs where its condition holds") {
    check_branches(R"(func main(%c: bool[], %x: f32[n, 5], %y: f32[n, 5]) {
  %s = exp %x
  %r, %t = if %c do {
    %a = add %s, %y
    %b = relu %a
    %d = neg %b
    yield %b, %d
  } do {
    %e = mul %x, %y
    %f = reduce_sum %y {axes = [1]}
    %g = add %e, %f
    yield %g, %e
  } : f32[n, 5], f32[n, 5]
  %u = abs %r
  return %u, %t, %s
})",
                   1e-6);
}

TEST_CASE("branches may give what is there already") {
    check_branches(R"(func main(%c: bool[], %x: f32[n, 4]) {
  %s = neg %x
  %k = constant {value = f32[4](1, 2, 3, 4)}
  %p, %q, %r, %t = if %c do {
    %v = reshape %x {shape = [4, n]}
    yield %x, %s, %k, %v
  } do {
    %a = add %x, %s
    %b = mul %k, %k
    %d = reshape %a {shape = [4, n]}
    yield %a, %a, %b, %d
  } : f32[n, 4], f32[n, 4], f32[4], f32[4, n]
  %u = abs %t
  return %p, %q, %r, %u, %s
})");
}

TEST_CASE("the condition is computed, and has one element whatever its rank") {
    check_with(R"(func main(%i: i64[], %x: f32[n]) {
  %three = constant {value = i64[](3)}
  %c = less %i, %three
  %d = reshape %c {shape = [1, 1]}
  %y = if %d do {
    %a = neg %x
    yield %a
  } do {
    yield %x
  } : f32[n]
  return %y
})",
               {integer(2), integer(3)});
}

TEST_CASE("branches hold branches") {
    check_with(R"(func main(%i: i64[], %x: f32[n]) {
  %one = constant {value = i64[](1)}
  %two = constant {value = i64[](2)}
  %c = less %i, %two
  %y = if %c do {
    %d = less %i, %one
    %z = if %d do {
      %a = neg %x
      yield %a
    } do {
      %b = exp %x
      yield %b
    } : f32[n]
    %s = add %z, %x
    yield %s
  } do {
    %t = mul %x, %x
    yield %t
  } : f32[n]
  return %y
})",
               {integer(0), integer(1), integer(2)}, 1e-6);
}

TEST_CASE("convolutions in branches have the layout that they like") {
    check_branches(
        R"(func main(%c: bool[], %x: f32[n, 3, 8, 9], %w: f32[16, 3, 3, 3], %v: f32[16, 16, 3, 3]) {
  %p = conv %x, %w {pads = [1, 1, 1, 1]}
  %y = if %c do {
    %a = conv %p, %v {pads = [1, 1, 1, 1]}
    %b = relu %a
    %d = conv %b, %v {pads = [1, 1, 1, 1]}
    yield %d
  } do {
    %e = conv %x, %w {pads = [1, 1, 1, 1]}
    %f = concat %e, %p {axis = 1}
    %g = slice %f {starts = [0, 3, 0, 0], sizes = [n, 16, 8, 9]}
    yield %g
  } : f32[n, 16, 8, 9]
  %r = conv %y, %v
  return %r
})",
        1e-4);
}

TEST_CASE("a loop runs as often as it says, and as long as its condition holds") {
    check_with(R"(func main(%m: i64[], %x: f32[n], %limit: f32[1]) {
  %s = exp %x
  %last, %count = loop %m, _, %x, %limit do (%i: i64[], %c: bool[], %u: f32[n], %k: f32[1]) {
    %v = add %u, %s
    %one = constant {value = f32[1](1)}
    %l = add %k, %one
    %two = constant {value = f32[1](2)}
    %go = less %l, %two
    %t = add %v, %l
    yield %go, %t, %l
  } : f32[n], f32[1]
  %r = mul %last, %s
  return %r, %count
})",
               {integer(0), integer(1), integer(5)}, 1e-5);
}

TEST_CASE("a loop without an end but its condition") {
    check_with(R"(func main(%start: i64[], %x: f32[n]) {
  %ten = constant {value = i64[](10)}
  %first = less %start, %ten
  %end, %y = loop _, %first, %start, %x do (%i: i64[], %c: bool[], %j: i64[], %u: f32[n]) {
    %k = add %j, %i
    %three = constant {value = i64[](3)}
    %l = add %k, %three
    %go = less %l, %ten
    %odd = mod %l, %three
    %one = constant {value = i64[](1)}
    %small = less %odd, %one
    %w = if %small do {
      %a = neg %u
      yield %a
    } do {
      %b = add %u, %x
      yield %b
    } : f32[n]
    yield %go, %l, %w
  } : i64[], f32[n]
  return %end, %y
})",
               {integer(0), integer(7), integer(10), integer(-4)});
}

TEST_CASE("carried values may change places") {
    check_with(R"(func main(%m: i64[], %x: f32[n, 2], %y: f32[n, 2], %z: f32[n, 2]) {
  %a, %b, %d, %e = loop %m, _, %x, %y, %z, %z do (%i: i64[], %c: bool[], %p: f32[n, 2], %q: f32[n, 2], %r: f32[n, 2], %s: f32[n, 2]) {
    %t = reshape %r {shape = [2, n]}
    %u = reshape %t {shape = [n, 2]}
    yield %c, %q, %p, %u, %y
  } : f32[n, 2], f32[n, 2], f32[n, 2], f32[n, 2]
  return %a, %b, %d, %e
})",
               {integer(0), integer(1), integer(2), integer(3)});
}

TEST_CASE("scans keep what each iteration gives") {
    check_with(R"(func main(%unused: i64[], %x: f32[n, 2], %g: f32[4, n, 2]) {
  %m = constant {value = i64[](4)}
  %last, %scan, %rows = loop %m, _, %x do (%i: i64[], %c: bool[], %u: f32[n, 2]) {
    %part = gather %g, %i {axis = 0}
    %v = add %u, %part
    yield %c, %v, %u, %part
  } : f32[n, 2], f32[4, n, 2], f32[4, n, 2]
  %s = neg %scan
  return %last, %s, %rows
})",
               {integer(0)});
}

TEST_CASE("what a loop reads stays until its last iteration") {
    check_with(R"(func main(%m: i64[], %x: f32[n, 64]) {
  %s = exp %x
  %y = loop %m, _, %x do (%i: i64[], %c: bool[], %u: f32[n, 64]) {
    %f = reduce_sum %s {axes = [1]}
    %p = softmax %u
    %q = softmax %p
    %r = add %q, %f
    %t = cum_sum %r {axis = 1}
    yield %c, %t
  } : f32[n, 64]
  return %y
})",
               {integer(3)}, 1e-4);
}

TEST_CASE("sizes that depend on the branch are refused with the node's name") {
    auto const told = problems_of(R"(func main(%c: bool[], %x: f32[n], %y: f32[m]) {
  %z = if %c do {
    yield %x
  } do {
    yield %y
  } : f32[k] @ "choose"
  return %z
})");
    CHECK(told.find("\"choose\"") != std::string::npos);
    CHECK(told.find("depends on data") != std::string::npos);
    CHECK(told.find("--reference") != std::string::npos);
}

TEST_CASE("scans of a loop that only the data ends are refused") {
    auto const told = problems_of(R"(func main(%m: i64[], %x: f32[n]) {
  %y, %scan = loop %m, _, %x do (%i: i64[], %c: bool[], %u: f32[n]) {
    yield %c, %u, %u
  } : f32[n], f32[k, n]
  return %y, %scan
})");
    CHECK(told.find("(loop)") != std::string::npos);
    CHECK(told.find("how often it runs") != std::string::npos);
}

TEST_CASE("regions take and give what their node needs") {
    auto told = problems_of(R"(func main(%c: bool[], %x: f32[n]) {
  %y, %z = if %c do {
    yield %x, %x
  } do {
    yield %x
  } : f32[n], f32[n]
  return %y, %z
})");
    CHECK(told.find("(if): a region takes 0 and gives 1 values") != std::string::npos);
    told = problems_of(R"(func main(%m: i64[], %x: f32[n]) {
  %y = loop %m, _, %x do (%i: i64[], %c: bool[]) {
    yield %c, %x
  } : f32[n]
  return %y
})");
    CHECK(told.find("(loop): a region takes 2 and gives 2 values") != std::string::npos);
    told = problems_of(R"(func main(%m: i64[], %x: f32[n]) {
  %y = loop %m, _, %x, %x do (%i: i64[], %c: bool[], %u: f32[n], %v: f32[n]) {
    yield %c, %u, %v
  } : f32[n]
  return %y
})");
    CHECK(told.find("(loop): has fewer results than carried values") != std::string::npos);
}

// Kernels that work by strips of rows, because what they pass on is too large for a cache.
#include <tenon/loop/ops.hpp>

#include "compiled.hpp"

#include <algorithm>

using namespace chain;

namespace {

int count_of(core::program const& p, core::op_facts const& op) {
    int count = 0;
    for (std::size_t i = 0; i != p.node_count(); ++i)
        count += p.op(static_cast<core::node_id>(i)) == &op;
    return count;
}

/// How many results lie in memory that each thread has for itself, once numbers have turned out
/// right.
int passed_on(std::string_view text, std::vector<sizes> const& all) {
    compiled const made(text);
    REQUIRE_MESSAGE(made.problems.empty(), made.problems);
    std::mt19937 random(3);
    for (auto const& s : all) CHECK(compare(made, made.inputs(s, random), "main", 1e-4) == "");
    return count_of(made.loops, core::facts_of<loop::local>);
}

/// A block as MobileNet has it, for images of this shape, channels last.
std::string block(std::string const& shape, std::string const& window) {
    return "func main(%x: f32[" + shape + R"(]) {
  %u = constant {value = f32[96, 8, 1, 1](0.25 ...)}
  %v = constant {value = f32[96, 1, 3, 3](0.125 ...)}
  %w = constant {value = f32[8, 96, 1, 1](0.5 ...)}
  %t = transpose %x {perm = [0, 3, 1, 2]}
  %a = conv %t, %u
  %b = relu %a
  %c = conv %b, %v {group = 96)" +
           window + R"(}
  %d = relu %c
  %e = conv %d, %w
  %f = transpose %e {perm = [0, 2, 3, 1]}
  return %f
})";
}

} // namespace

TEST_CASE("a block's wide results are made by strips") {
    std::vector<sizes> const some{{{"n", 1}}, {{"n", 3}}, {{"n", 0}}};
    CHECK(passed_on(block("n, 64, 56, 8", ", pads = [1, 1, 1, 1]"), some) == 2);
    CHECK(passed_on(block("1, 64, 56, 8", ", pads = [1, 1, 1, 1]"), {{}}) == 2);
    // the second result fits a cache
    CHECK(passed_on(block("n, 64, 56, 8", ", pads = [1, 1, 1, 1], strides = [2, 2]"), some) == 1);
    CHECK(passed_on(block("n, 64, 56, 8", ", pads = [2, 0, 0, 2]"), some) == 2);
    CHECK(passed_on(block("n, 66, 56, 8", ""), some) == 2);
    CHECK(passed_on(block("n, 64, 56, 8", ", pads = [2, 2, 2, 2], dilations = [2, 2]"), some) == 2);
}

TEST_CASE("pooling reads strips of a convolution") {
    CHECK(passed_on(R"(func main(%x: f32[n, 3, 98, 98]) {
  %w = constant {value = f32[32, 3, 3, 3](0.25 ...)}
  %a = conv %x, %w {strides = [1, 1]}
  %b = relu %a
  %c = max_pool %b {kernel_shape = [3, 3], strides = [2, 2], pads = [0, 0, 1, 1]}
  %d = transpose %c {perm = [0, 2, 3, 1]}
  return %d
})",
                    {{{"n", 1}}, {{"n", 2}}}) == 1);
}

TEST_CASE("what others read, what is small and what has rows of no known number stays whole") {
    CHECK(passed_on(block("n, 32, 28, 8", ", pads = [1, 1, 1, 1]"), {{{"n", 2}}}) == 0);
    CHECK(passed_on(block("n, h, 56, 8", ", pads = [1, 1, 1, 1]"), {{{"n", 1}, {"h", 64}}}) == 0);
    CHECK(passed_on(R"(func main(%x: f32[1, 8, 64, 56]) {
  %u = constant {value = f32[96, 8, 1, 1](0.25 ...)}
  %v = constant {value = f32[96, 1, 3, 3](0.125 ...)}
  %a = conv %x, %u
  %b = relu %a
  %c = conv %b, %v {group = 96, pads = [1, 1, 1, 1]}
  %d = reduce_sum %b {axes = [2, 3]}
  return %c, %d
})",
                    {{}}) == 0);
}

TEST_CASE("strips need less memory") {
    compiled const made(block("1, 112, 112, 8", ", pads = [1, 1, 1, 1]"));
    REQUIRE(made.problems.empty());
    std::int64_t largest = 0;
    for (std::size_t i = 0; i != made.loops.node_count(); ++i)
        if (auto const n = static_cast<core::node_id>(i);
            made.loops.op(n) == &core::facts_of<loop::arena>)
            largest =
                std::max(largest, made.loops[made.loops[n].results[0]].type.elements().constant());
    CHECK(largest <= 8 * 112 * 112); // of the input's and the output's size, not of what is between
}

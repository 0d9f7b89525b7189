// Kernels that several threads work on: what they are cut along, and that it does not show.
#include "compiled.hpp"

#include <algorithm>

using namespace chain;

namespace {

struct cuts {
    std::vector<std::int64_t> counts; ///< of the loops that were offered to threads
    std::int64_t pieces;              ///< that each of them is cut into
};

/// Does the pieces, which differ in size, from the last one to the first.
void in_pieces(void* context, tenon_body body, void* environment, std::int64_t count,
               std::int64_t) {
    auto& c = *static_cast<cuts*>(context);
    c.counts.push_back(count);
    std::vector<std::int64_t> ends{0, count};
    for (std::int64_t k = 1; k < c.pieces; ++k)
        ends.push_back(std::min(count, count * k / c.pieces + k % 3));
    std::sort(ends.begin(), ends.end());
    for (std::size_t k = ends.size() - 1; k != 0; --k)
        if (ends[k - 1] != ends[k]) body(environment, ends[k - 1], ends[k], k % 2);
}

/// Sizes of the loops that threads may share, once the results have turned out right.
std::vector<std::int64_t> shared_loops(std::string_view text, sizes const& s = {}) {
    compiled const made(text);
    REQUIRE_MESSAGE(made.problems.empty(), made.problems);
    std::mt19937 random(7);
    auto const inputs = made.inputs(s, random);
    CHECK(compare(made, inputs, "main", 1e-5) == "");
    auto const alone = made.call(inputs);
    std::vector<std::int64_t> counts;
    for (std::int64_t pieces : {2, 3, 7, 40}) {
        cuts c{{}, pieces};
        tenon_options options{};
        options.size = sizeof options;
        options.threads = 2;
        options.parallel_for = in_pieces;
        options.parallel_context = &c;
        auto const cut = made.call(inputs, "main", options);
        REQUIRE(cut.outputs.size() == alone.outputs.size());
        for (std::size_t k = 0; k != cut.outputs.size(); ++k)
            CHECK(cut.outputs[k] == alone.outputs[k]);
        counts = c.counts;
    }
    return counts;
}

/// The same as text, so that a failure shows them.
std::string in_words(std::vector<std::int64_t> const& counts) {
    std::string all;
    for (auto c : counts) all += (all.empty() ? "" : ", ") + std::to_string(c);
    return all;
}

} // namespace

TEST_CASE("one image's rows are shared") {
    auto const depthwise = [](char const* batch) {
        return "func main(%x: f32[" + std::string(batch) + R"(, 32, 40, 21], %w: f32[32, 1, 3, 3]) {
  %c = conv %x, %w {group = 32, pads = [1, 1, 1, 1]}
  %r = relu %c
  %t = transpose %r {perm = [0, 2, 3, 1]}
  return %t
})";
    };
    // three strips of seven columns in each row
    CHECK(in_words(shared_loops(depthwise("1"))) == "120");
    CHECK(in_words(shared_loops(depthwise("n"), {{"n", 1}})) == "120");
    // the input's layout, the convolution, and the output's
    CHECK(in_words(shared_loops(depthwise("n"), {{"n", 3}})) == "2520, 360, 2520");
    CHECK(in_words(shared_loops(depthwise("70"))) == "70, 70, 70"); // enough without the rows
}

TEST_CASE("pieces of a loop are shared together") {
    auto const rows = shared_loops(R"(func main(%x: f32[1, 50, 40, 32]) {
  %p = pad %x {begins = [0, 3, 1, 0], ends = [0, 2, 1, 0]}
  %y = exp %p
  return %y
})");
    REQUIRE(rows.size() == 1);
    CHECK(rows[0] >= 50);
}

TEST_CASE("small kernels are nobody else's business") {
    CHECK(in_words(shared_loops(R"(func main(%x: f32[1, 8, 12, 12], %w: f32[8, 8, 1, 1]) {
  %c = conv %x, %w
  %r = relu %c
  return %r
})")) == "");
}

TEST_CASE("channels are summed side by side") {
    // 130 is two blocks of vectors and a rest
    for (char const* channels : {"130", "16", "5", "1000"})
        shared_loops("func main(%x: f32[n, 13, 11, " + std::string(channels) + R"(]) {
  %s = reduce_sum %x {axes = [1, 2]}
  %m = reduce_max %x {axes = [1, 2]}
  %d = sub %s, %m
  return %d, %m
})",
                     {{"n", 2}});
    CHECK(in_words(shared_loops(R"(func main(%x: f32[1, 60, 60, 512]) {
  %s = reduce_mean %x {axes = [1, 2]}
  return %s
})")) == "512");
}

TEST_CASE("whole numbers and halves are summed side by side") {
    for (char const* type : {"i32", "i64", "f16", "f64", "u8"})
        check("func main(%x: " + std::string(type) + R"([n, 9, 9, 37]) {
  %s = reduce_sum %x {axes = [1, 2], keepdims = 0}
  %m = reduce_min %x {axes = [1, 2], keepdims = 0}
  return %s, %m
})",
              1e-3);
}

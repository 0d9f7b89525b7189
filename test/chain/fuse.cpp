// Which nodes become one kernel.
#include <tenon/graph_to_graph/fuse.hpp>

#include "chain/short_text.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace tenon;

namespace {

core::program parse(std::string_view text) {
    std::string problems;
    auto p = chain::parse_short(text, problems);
    REQUIRE_MESSAGE(problems.empty(), problems);
    return p;
}

/// The kernels in order, a group in brackets: "mat_mul [add relu]"; constants are left out.
std::string kernels(std::string_view body,
                    std::string_view arguments = "%x: f32[n, 8], %y: f32[n, 8]") {
    auto p = parse("func main(" + std::string(arguments) + ") {\n" + std::string(body) + "\n}\n");
    graph_to_graph::fuse(p);
    std::string all;
    for (auto n : p[p.functions[0].body].nodes) {
        if (p[n].op->form == core::op_form::constant) continue;
        all += all.empty() ? "" : " ";
        if (p[n].regions.empty()) {
            all += p[n].op->name;
            continue;
        }
        std::string inside;
        for (auto i : p[p[n].regions[0]].nodes)
            inside += (inside.empty() ? "" : " ") + std::string(p[i].op->name);
        all += "[" + inside + "]";
    }
    return all;
}

double seconds_to_fuse(std::string const& text) {
    auto p = parse(text);
    auto const start = std::chrono::steady_clock::now();
    graph_to_graph::fuse(p);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

TEST_CASE("elementwise nodes of one reader join it") {
    CHECK(kernels("%a = add %x, %y\n%b = relu %a\n%c = mul %b, %x\nreturn %c") == "[add relu mul]");
    CHECK(kernels("%a = exp %x\n%b = sub %a, %a\nreturn %b") == "[exp sub]");
}

TEST_CASE("what is returned or read elsewhere is a kernel of its own") {
    CHECK(kernels("%a = add %x, %y\n%b = relu %a\nreturn %b, %a") == "add relu");
    CHECK(kernels("%a = add %x, %y\n%b = relu %a\n%c = neg %a\nreturn %b, %c") == "add relu neg");
}

TEST_CASE("a contraction takes its epilogue") {
    auto const* const arguments = "%x: f32[n, 8], %w: f32[8, 5], %b: f32[5]";
    CHECK(kernels("%m = mat_mul %x, %w\n%a = add %m, %b\n%r = relu %a\nreturn %r", arguments) ==
          "[mat_mul add relu]");
    CHECK(kernels("%e = exp %x\n%m = mat_mul %e, %w\nreturn %m", arguments) == "exp mat_mul");
    CHECK(kernels("%m = mat_mul %x, %w\n%k = mat_mul %x, %w\n%a = add %m, %k\nreturn %a",
                  arguments) == "mat_mul [mat_mul add]");
}

TEST_CASE("reductions over the same rows share a kernel") {
    CHECK(kernels("%m = reduce_mean %x {axes = [1]}\n%d = sub %x, %m\n%q = mul %d, %d\n"
                  "%v = reduce_mean %q {axes = [1]}\n%s = sqrt %v\n%r = div %d, %s\nreturn %r") ==
          "[reduce_mean sub mul reduce_mean sqrt div]");
}

TEST_CASE("a reduction takes an epilogue that reads it several times") {
    auto const* const arguments = "%x: f32[n, 8, 6, 6], %w: f32[8, 1, 3, 3], %c: f32[]";
    std::string const gated = "%m = conv %x, %w {group = 8}\n%a = add %m, %c\n%r = relu %a\n"
                              "%p = mul %m, %r\n";
    CHECK(kernels(gated + "return %p", arguments) == "[conv add relu mul]");
    // a row's sum reads it at many indices
    CHECK(kernels(gated + "%s = reduce_sum %p {axes = [3]}\nreturn %s", arguments) ==
          "conv [add relu mul reduce_sum]");
}

TEST_CASE("what is computed once per row joins the row, and nothing else that is broadcast") {
    auto const* const arguments = "%x: f32[n, 8], %r: f32[n, 1], %c: f32[1, 8], %v: f32[8]";
    CHECK(kernels("%a = exp %r\n%b = mul %x, %a\nreturn %b", arguments) == "[exp mul]");
    CHECK(kernels("%a = exp %c\n%b = mul %x, %a\nreturn %b", arguments) == "exp mul");
    CHECK(kernels("%a = exp %v\n%b = mul %x, %a\nreturn %b", arguments) == "exp mul");
}

TEST_CASE("reductions over rows and over columns do not nest") {
    auto const* const square = "%x: f32[4, 4]";
    CHECK(kernels(
              "%r = reduce_sum %x {axes = [0]}\n%a = div %x, %r\n%c = reduce_sum %a {axes = [1]}\n"
              "%b = div %a, %c\nreturn %b",
              square) == "reduce_sum [div reduce_sum div]");
    CHECK(kernels("%r = softmax %x {axis = 0}\n%a = exp %r\n%c = softmax %a {axis = 1}\nreturn %c",
                  square) == "[softmax exp] softmax");
    CHECK(kernels("%r = reduce_sum %x {axes = [1], keepdims = 0}\n%a = sub %x, %r\n"
                  "%c = reduce_sum %a {axes = [1]}\nreturn %c",
                  square) == "reduce_sum [sub reduce_sum]");
}

TEST_CASE("what is read at ever more indices does not become one formula") {
    std::string halves = "func main(%x: f32[1048576]) {\n", before = "%x";
    std::int64_t size = 1048576;
    for (int i = 0; i != 18; ++i) {
        auto const n = std::to_string(i), half = std::to_string(size /= 2);
        halves += "  %a" + n + " = slice " + before + " {starts = [0], sizes = [" + half +
                  "], steps = [2]}\n";
        halves += "  %b" + n + " = slice " + before + " {starts = [1], sizes = [" + half +
                  "], steps = [2]}\n";
        before = "%v" + n;
        halves += "  " + before + " = add %a" + n + ", %b" + n + "\n";
    }
    CHECK(seconds_to_fuse(halves + "  return " + before + "\n}\n") < 2);
}

TEST_CASE("long chains and shared values take no long time") {
    std::string chain = "func main(%x: f32[n]) {\n  %v0 = neg %x\n", shared = chain;
    for (int i = 1; i != 200; ++i) {
        auto const now = "%v" + std::to_string(i), before = "%v" + std::to_string(i - 1);
        chain += "  " + now + " = relu " + before + "\n";
        shared += "  " + now + " = add " + before + ", " + before + "\n";
    }
    CHECK(seconds_to_fuse(chain + "  return %v199\n}\n") < 1);
    CHECK(seconds_to_fuse(shared + "  return %v199\n}\n") < 1);
    std::string rows = "func main(%x: f32[4, 4]) {\n  %v0 = exp %x\n";
    for (int i = 1; i != 60; ++i) {
        auto const now = std::to_string(i), before = "%v" + std::to_string(i - 1);
        rows += "  %r" + now + " = reduce_sum " + before + " {axes = [" + std::to_string(i % 2) +
                "]}\n";
        rows += "  %v" + now + " = div " + before + ", %r" + now + "\n";
    }
    CHECK(seconds_to_fuse(rows + "  return %v59\n}\n") < 1);
}

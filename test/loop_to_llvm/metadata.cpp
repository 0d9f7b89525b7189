#include "loop_to_llvm/metadata.hpp"

#include "loop_to_llvm/artifact.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace tenon;
using loop_to_llvm::describe;
using runtime::module_description;

namespace {

std::vector<runtime::symbol_description> const symbols{{"n", 0, 0}, {"m", 1, 2}, {"k", -1, 0}};

using words = std::vector<std::int64_t>;

module_description sample() {
    auto const n = core::dim::symbol("n"), m = core::dim::symbol("m");
    runtime::function_description const main{
        .name = "main",
        .inputs = {{.name = "x \"quoted\" \u00e9", .dtype = "f32", .dims = {describe(n, symbols)}},
                   {.name = "y",
                    .dtype = "i4",
                    .dims = {describe(3, symbols), describe(floordiv(n + 1, 2), symbols),
                             describe(m, symbols)},
                    .optional = true}},
        .outputs = {{.name = "z",
                     .dtype = "bool",
                     .dims = {describe(core::dim::symbol("k"), symbols)},
                     .data_dependent = true}},
        .symbols = symbols,
        .constraints = {{describe(m, symbols), describe(n, symbols), false, "why"}},
        .kernels = {"first", "second"},
        .buffers = {{.bytes = describe(64, symbols), .offset = describe(0, symbols)},
                    {.bytes = describe(core::dim(64) * n, symbols),
                     .offset = describe(64, symbols),
                     .behind = {0},
                     .first = 0,
                     .last = 1}}};
    return {.name = "model",
            .prefix = "p",
            .compiler = "tenon 0.1.0",
            .target = "t",
            .cpu = "c",
            .features = "+f",
            .model_hash = "blake3:00",
            .threads = 2,
            .weight_bytes = 5'000'000'000,
            .functions = {main}};
}

std::string refusal(std::string const& text) {
    try {
        loop_to_llvm::from_json(text);
    } catch (std::runtime_error const& error) {
        return error.what();
    }
    return "read";
}

std::string without(std::string text, std::string const& part, std::string const& instead = "") {
    auto const at = text.find(part);
    REQUIRE(at != std::string::npos);
    return text.replace(at, part.size(), instead);
}

} // namespace

TEST_CASE("dimensions become postfix programs, the simplest where they can") {
    auto const n = core::dim::symbol("n"), m = core::dim::symbol("m");
    CHECK(describe(7, symbols).words == words{tenon_dim_constant, 7});
    CHECK(describe(n, symbols).words == words{tenon_dim_symbol, 0});
    CHECK(describe(n + m, symbols).words.size() == 5);
    auto const steps = describe(core::dim(2) * n + 1, symbols);
    CHECK(steps.text == "2*n + 1");
    CHECK(steps.words == words{0, 1, 0, 2, 1, 0, tenon_dim_mul, tenon_dim_add});
    CHECK(describe(max(n, m), symbols).words.back() == tenon_dim_max);
    CHECK(describe(broadcast(n, m), symbols).words.back() == tenon_dim_broadcast);
    CHECK_THROWS_AS(describe(core::dim::symbol("q"), symbols), std::out_of_range);
}

TEST_CASE("element types as DLPack has them") {
    CHECK(loop_to_llvm::to_dlpack(core::dtype_from_name("f32")).code == kDLFloat);
    CHECK(loop_to_llvm::to_dlpack(core::dtype_from_name("bf16")).code == kDLBfloat);
    CHECK(loop_to_llvm::to_dlpack(core::dtype_from_name("bool")).code == kDLBool);
    CHECK(loop_to_llvm::to_dlpack(core::dtype_from_name("u4")).bits == 4);
    CHECK(loop_to_llvm::to_dlpack(core::dtype_from_name("f8e5m2")).code == 12);
    CHECK(loop_to_llvm::to_dlpack(core::dtype_from_name("string")).code == -1);
}

TEST_CASE("metadata survives JSON") {
    auto const text = loop_to_llvm::to_json(sample());
    CHECK(loop_to_llvm::from_json(text) == sample());
    CHECK(text == loop_to_llvm::to_json(sample()));
    CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("metadata that is not ours is refused with the place") {
    auto const text = loop_to_llvm::to_json(sample());
    CHECK(refusal("{") != "read");
    CHECK(refusal("[]") == "metadata: the module lacks \"name\"");
    CHECK(refusal(without(text, "\"threads\":2", "\"threads\":\"2\"")) ==
          "metadata: the module.threads is not an integer");
    CHECK(refusal(without(text, "\"threads\":2", "\"threads\":4294967296")) ==
          "metadata: the module.threads is too large");
    CHECK(refusal(without(text, "\"dtype\":\"i4\",")) ==
          "metadata: the module.functions[0].inputs[1] lacks \"dtype\"");
    CHECK(refusal(without(text, "\"input\":1", "\"input\":9")) ==
          "metadata: the module.functions[0] gives symbol m by an input that it does not have");
    CHECK(refusal(without(text, "\"behind\":[0]", "\"behind\":[1]")) ==
          "metadata: the module.functions[0].buffers[1].behind names a buffer that does not come "
          "before it");
    CHECK(refusal(without(text, "\"kernels\":[0,1]", "\"kernels\":[0,2]")) ==
          "metadata: the module.functions[0].buffers[1].kernels are not the first and the last of "
          "some");
}

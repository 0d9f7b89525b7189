// What is said about an artifact: for a person, as a C++ header, and read from its file.
#include <tenon/runtime/description.hpp>

#include "runtime/fixture.hpp"
#include "runtime/fixture_model.hpp" // as tenonc --emit header writes it; compared below

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace tenon::runtime;
namespace fs = std::filesystem;

namespace {

dim_description const n{"n", {1, 0}}, three{"3", {0, 3}};

function_description main_function() {
    dim_description const steps{"2*n + 1", {0, 2, 1, 0, 4, 0, 1, 2}};
    return {.name = "main",
            .inputs = {{.name = "x", .dtype = "f32", .dims = {n, three}},
                       {.name = "s", .dtype = "f32", .dims = {three}, .optional = true}},
            .outputs = {{.name = "y", .dtype = "f32", .dims = {n, three}},
                        {.name = "steps", .dtype = "i64", .dims = {steps}}},
            .symbols = {{"n", 0, 0}}};
}

function_description pick_function() {
    dim_description const k{"k", {1, 1}};
    return {.name = "pick",
            .inputs = {{.name = "values", .dtype = "f32", .dims = {n}},
                       {.name = "keep", .dtype = "bool", .dims = {n}}},
            .outputs = {{.name = "kept", .dtype = "f32", .dims = {k}, .data_dependent = true},
                        {.name = "count", .dtype = "i64"}},
            .symbols = {{"n", 0, 0}, {"k", -1, 0}}};
}

function_description pair_function() {
    dim_description const m{"m", {1, 1}}, twice{"2*n", {0, 2, 1, 0, 4}},
        sum{"n - 2", {1, 0, 0, 2, 3}}, rest{"mod(m, 4)", {1, 1, 0, 4, 7}}, zero{"0", {0, 0}};
    return {.name = "pair",
            .inputs = {{.name = "a", .dtype = "f32", .dims = {n}},
                       {.name = "b", .dtype = "f32", .dims = {twice}},
                       {.name = "c", .dtype = "f32", .dims = {m}}},
            .outputs = {{.name = "sum", .dtype = "f32", .dims = {sum}}},
            .symbols = {{"n", 0, 0}, {"m", 2, 0}},
            .constraints = {{m, n, false, ""}, {rest, zero, true, "m a multiple of 4"}}};
}

module_description fixture_module() {
    return {.name = "fixture model",
            .prefix = "tenon",
            .compiler = "tenon 1.2.3",
            .target = "x86_64-unknown-linux-gnu",
            .cpu = "x86-64-v3",
            .features = "+avx2",
            .model_hash = "blake3:0123",
            .threads = 4,
            .weight_bytes = 96,
            .functions = {main_function(), pick_function(), pair_function()}};
}

std::string read_file(fs::path const& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

struct scratch_file {
    explicit scratch_file(std::string const& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
    }
    ~scratch_file() { fs::remove(path); }
    std::string path =
        (fs::temp_directory_path() / ("tenon-description-" + std::to_string(getpid()))).string();
};

std::string refusal(std::string const& bytes) {
    scratch_file const file(bytes);
    try {
        return "read: " + read_metadata(file.path);
    } catch (std::runtime_error const& error) {
        CHECK(std::string(error.what()).find(file.path) != std::string::npos);
        return error.what();
    }
}

} // namespace

TEST_CASE("a summary for a person") {
    CHECK(summary(fixture_module()) ==
          R"(fixture model, compiled by tenon 1.2.3
  target    x86_64-unknown-linux-gnu, cpu x86-64-v3
  features  +avx2
  model     blake3:0123
  abi       1, symbols tenon_*
  threads   4
  weights   96 bytes

  main(x: f32[n, 3], s: f32[3] = default) -> (y: f32[n, 3], steps: i64[2*n + 1])
      n: dimension 0 of x
  pick(values: f32[n], keep: bool[n]) -> (kept: f32[k], count: i64[])
      n: dimension 0 of values
      k: decided by the inputs' values
  pair(a: f32[n], b: f32[2*n], c: f32[m]) -> (sum: f32[n - 2])
      n: dimension 0 of a
      m: dimension 0 of c
      requires m >= n
      requires m a multiple of 4
)");
}

TEST_CASE("a memory plan in words, and in numbers for given sizes") {
    auto f = main_function();
    CHECK(memory_text(f, {}) == "      0 kernels, 0 buffers\n");
    f.kernels = {"Conv_0", "Relu_1", "Add_2"};
    dim_description const zero{"0", {0, 0}}, row{"64*n", {0, 64, 1, 0, 4}}, line{"64", {0, 64}};
    f.buffers = {{.bytes = row, .offset = zero, .first = 0, .last = 1},
                 {.bytes = line, .offset = zero},
                 {.bytes = line, .offset = zero, .behind = {0, 1}, .first = 1, .last = 2},
                 {.bytes = row, .offset = line, .first = 2, .last = 2}};
    CHECK(memory_text(f, {}) == R"(      3 kernels, 4 buffers
      buffer  offset         bytes  from kernel to kernel
      #0      0              64*n   Conv_0 to Relu_1
      #1      0              64     not used
      #2      behind #0, #1  64     Relu_1 to Add_2
      #3      64             64*n   Add_2
)");
    CHECK(memory_text(f, {3}) ==
          R"(      3 kernels, 4 buffers: an arena of 256 bytes (the least is 256)
      buffer  offset  bytes  from kernel to kernel
      #0      0       192    Conv_0 to Relu_1
      #1      0       64     not used
      #2      192     64     Relu_1 to Add_2
      #3      64      192    Add_2
)");
    CHECK(arena_of(f, {0}) == arena_use{128, 64});
    f.buffers[0].bytes.words = {0, 7, 1, 0, 6, 0, 5, 8, 0, 4, 9}; // max(min(ceildiv(7, n), 5), 4)
    CHECK(arena_of(f, {3}).bytes == 256);
    CHECK(arena_of(f, {1}).bytes == 128);
}

TEST_CASE("the typed header is the committed one, and calls the artifact") {
    auto const committed = fs::path(__FILE__).parent_path() / "fixture_model.hpp";
    if (std::getenv("TENON_UPDATE")) std::ofstream(committed) << typed_header(fixture_module());
    CHECK(typed_header(fixture_module()) == read_file(committed));

    fixture_model const model(TENON_FIXTURE);
    float x[]{1, 2, 3, 4, 5, 6}, s[]{1, 10, 100}, y[6];
    std::int64_t steps[5];
    model.main(2, x, s, y, steps);
    CHECK(y[5] == 600);
    CHECK(steps[4] == 4);
    model.main(2, x, nullptr, y, steps);
    CHECK(y[5] == 12);
    bool const keep[]{true, false, true};
    auto const picked = model.pick_managed(3, x, keep);
    CHECK(picked[0].shape() == std::vector<std::int64_t>{2});
    CHECK(picked[0].data<float>()[1] == 3);
    CHECK_THROWS_AS(model.pair(2, 3, x, x, x, y), call_error);
}

TEST_CASE("names that C++ does not have") {
    function_description odd{.name = "for",
                             .inputs = {{.name = "input:0", .dtype = "bf16", .dims = {n}},
                                        {.name = "input.0", .dtype = "i4"},
                                        {.name = "", .dtype = "f8e5m2"},
                                        {.name = "n", .dtype = "c64"}},
                             .outputs = {{.name = "for_entry", .dtype = "u8"}},
                             .symbols = {{"n", 0, 0}}};
    auto const text = typed_header({.name = "2 */ \\\nx", .prefix = "a\"b", .functions = {odd}});
    for (auto const* part :
         {"class x2_x {", "void for_(", "std::int64_t n,",
          "tenon::runtime::bf16 const* input_0 /*[n]*/", "tenon::runtime::i4 const* input_0_2 ",
          "tenon::runtime::f8e5m2 const* x ", "std::complex<float> const* n_2 ",
          "std::uint8_t* for_entry_2 ", "// Model 2 *    x,", "module_(path, \"a\\\"b\")"})
        CHECK_MESSAGE(text.find(part) != std::string::npos, part << " is not in\n" << text);
}

TEST_CASE("metadata is read from the file") {
    CHECK(read_metadata(TENON_FIXTURE) == "{\"abi\": 1, \"name\": \"fixture\"}");
    CHECK_THROWS_AS(read_metadata("no/such/file.so"), std::runtime_error);
    CHECK(refusal("").find("too short to be a library") != std::string::npos);
    CHECK(refusal(std::string(100, 'x')).find("not an ELF file") != std::string::npos);
    CHECK(refusal(read_file("/proc/self/exe")).find("has no section .tenon.info") !=
          std::string::npos);
}

TEST_CASE("a damaged file is refused, whichever of its bytes are") {
    auto const whole = read_file(TENON_FIXTURE);
    for (std::size_t size = 0; size < whole.size(); size += whole.size() / 50)
        CHECK(refusal(whole.substr(0, size)).find("read: ") == std::string::npos);
    // Every field of the header and of the section table, made as wrong as it can be.
    std::uint64_t table;
    whole.copy(reinterpret_cast<char*>(&table), sizeof table, 40);
    for (std::size_t at = 0; at < whole.size(); at = at == 63 ? table : at + 1) {
        auto damaged = whole;
        damaged[at] = static_cast<char>(0xFF);
        damaged[std::min(at + 7, whole.size() - 1)] = static_cast<char>(0xFF);
        refusal(damaged);
    }
}

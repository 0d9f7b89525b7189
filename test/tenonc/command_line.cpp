#include "tenonc/failure.hpp"
#include "tenonc/options.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace tenon::tenonc;

namespace {

std::optional<options> parse(std::initializer_list<char const*> words) {
    std::vector<char const*> all{"tenonc"};
    all.insert(all.end(), words);
    return parse_command_line(static_cast<int>(all.size()), all.data());
}

std::string why_not(std::initializer_list<char const*> words) {
    try {
        parse(words);
    } catch (failure const& why) {
        CHECK(why.code == exit_code::usage);
        return why.message;
    }
    return {};
}

} // namespace

TEST_CASE("a model is compiled without a word for it") {
    auto const o = parse({"m.onnx", "-o", "m.so", "--dim", "n=3", "--dim", "batch size=4"});
    CHECK(o->what == command::compile);
    CHECK(o->model == "m.onnx");
    CHECK(o->output == "m.so");
    CHECK(o->emit == level::library);
    REQUIRE(o->dims.size() == 2);
    CHECK(o->dims[1].symbol == "batch size");
    CHECK(o->dims[1].size == 4);
    CHECK(parse({"--emit", "loop", "m.onnx", "--no-optimize"})->optimize == false);
    CHECK(parse({"--batch", "list"})->what == command::batch);
}

TEST_CASE("commands") {
    auto const o =
        parse({"run", "m.so", "--input", "x=a=b.npy", "--output-dir", "d", "--reference"});
    CHECK(o->what == command::run);
    REQUIRE(o->inputs.size() == 1);
    CHECK(o->inputs[0].path == "a=b.npy");
    CHECK(o->output_folder == "d");
    CHECK(o->reference);
    CHECK(parse({"check", "m.onnx", "--seed", "5"})->seed == 5);
    CHECK(parse({"inspect", "m.so"})->what == command::inspect);
    CHECK(parse({"ops"})->what == command::ops);
}

TEST_CASE("wrong command lines name the culprit") {
    for (auto const& words :
         {std::initializer_list<char const*>{"m.onnx", "-o", "m.so", "--frobnicate"},
          {"m.onnx", "--emit", "frobnicate"},
          {"m.onnx", "-o", "m.so", "--dim", "frobnicate"},
          {"m.onnx", "-o", "m.so", "--dim", "n=frobnicate"},
          {"run", "m.onnx", "--input", "frobnicate"}})
        CHECK(why_not(words).find("frobnicate") != std::string::npos);
    CHECK(why_not({"m.onnx", "-o", "m.so", "--dim", "n=-1"}).find("n=-1") != std::string::npos);
    CHECK(!why_not({}).empty());
    CHECK(!why_not({"m.onnx"}).empty());
    CHECK(!why_not({"run"}).empty());
    CHECK(!why_not({"m.onnx", "--batch", "list"}).empty());
}

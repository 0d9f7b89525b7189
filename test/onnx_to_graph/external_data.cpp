// Tensors that lie in files beside the model (BR-68).
#include "onnx_to_graph/support.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace importing;
namespace fs = std::filesystem;

namespace {

struct folder {
    fs::path outer = fs::temp_directory_path() / ("tenon-external-" + std::to_string(::getpid()));
    fs::path path = outer / "room";
    folder() {
        fs::create_directories(path / "inner");
        std::vector<float> const values{1, 2, 3, 4};
        for (auto const& file : {path / "w.bin", path / "inner" / "w.bin", outer / "outside.bin"}) {
            std::ofstream out(file, std::ios::binary);
            out << std::string(16, '\0');
            out.write(reinterpret_cast<char const*>(values.data()), 16);
        }
        fs::create_symlink("../outside.bin", path / "link.bin");
    }
    ~folder() { fs::remove_all(outer); }
};

wire::message external(std::string_view location, std::string_view offset = "16",
                       std::string_view length = "16") {
    auto const entry = [](std::string_view key, std::string_view value) {
        return wire::message().text(1, key).text(2, value);
    };
    auto t = wire::empty_tensor("w", wire::f32, {4});
    if (!location.empty()) t.add(13, entry("location", location));
    if (!offset.empty()) t.add(13, entry("offset", offset));
    if (!length.empty()) t.add(13, entry("length", length));
    return t.integer(14, 1);
}
wire::model with_initialiser(wire::message const& w) {
    return {{{wire::node("Identity", "w", "y")}, {}, {wire::value("y", wire::f32, "4")}, {w}}};
}
load_options below(folder const& f) { return {.folder = core::text(f.path.string())}; }

TEST_CASE("the same values wherever the tensor is named") {
    folder const f;
    numbers const wanted{1, 2, 3, 4};
    CHECK(elements(run(import(with_initialiser(external("w.bin")), below(f)), {})[0]) == wanted);
    CHECK(elements(run(import(with_initialiser(external("inner/w.bin")), below(f)), {})[0]) ==
          wanted);
    CHECK(elements(run(import(with_initialiser(external("w.bin", "16", "")), below(f)), {})[0]) ==
          wanted);
    wire::model const in_attribute{
        {{wire::node("Constant", "", "y", {wire::attribute("value", external("w.bin"))})},
         {},
         {wire::value("y", wire::f32, "4")}}};
    CHECK(elements(run(import(in_attribute, below(f)), {})[0]) == wanted);
}

TEST_CASE("a model file finds its data whatever the current folder is") {
    folder const f;
    {
        std::ofstream out(f.path / "m.onnx", std::ios::binary);
        out << with_initialiser(external("w.bin")).bytes();
    }
    auto const before = fs::current_path();
    numbers const wanted{1, 2, 3, 4};
    CHECK(elements(run(onnx_to_graph::load((f.path / "m.onnx").string()), {})[0]) == wanted);
    fs::current_path(f.path);
    CHECK(elements(run(onnx_to_graph::load("m.onnx"), {})[0]) == wanted);
    fs::current_path(f.outer);
    CHECK(elements(run(onnx_to_graph::load("room/m.onnx"), {})[0]) == wanted);
    fs::current_path(before);
}

TEST_CASE("what is not a whole tensor below the folder is refused") {
    folder const f;
    auto const told = [&](wire::message const& w) {
        return problems(with_initialiser(w), below(f));
    };
    CHECK(names(told(external("lost.bin")), {"\"w\"", "lost.bin"}));
    CHECK(names(told(external("w.bin", "20")), {"\"w\"", "w.bin", "too short"}));
    CHECK(names(told(external("w.bin", "9223372036854775800")), {"\"w\""}));
    CHECK(names(told(external("w.bin", "start")), {"\"w\"", "start"}));
    CHECK(names(told(external("w.bin", "-16")), {"\"w\"", "-16"}));
    CHECK(names(told(external("w.bin", "16", "12")), {"\"w\"", "12"}));
    CHECK(names(told(external("")), {"\"w\"", "location"}));
    CHECK(names(told(external("../outside.bin")), {"\"w\"", "../outside.bin"}));
    CHECK(names(told(external("inner/../../outside.bin")), {"\"w\""}));
    CHECK(names(told(external("/etc/passwd")), {"\"w\"", "/etc/passwd", "absolute"}));
    CHECK(names(told(external("link.bin")), {"\"w\"", "link.bin", "out of"}));
    CHECK(names(told(external("inner")), {"\"w\"", "inner"}));
}

TEST_CASE("a file that cannot be read is told apart from a broken model") {
    try {
        onnx_to_graph::load("/nowhere/m.onnx");
        FAIL("loaded");
    } catch (core::refused const& r) {
        CHECK(r.why() == core::refused::reason::io);
        CHECK(names(r.what(), {"/nowhere/m.onnx"}));
    }
}

} // namespace

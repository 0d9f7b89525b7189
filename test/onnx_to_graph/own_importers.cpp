// Importers of a domain of one's own.
#include <tenon/onnx_to_graph/domain.hpp>

#include "onnx_to_graph/support.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace importing;
using wire::node;
using wire::value;

namespace {

struct twice : graph::elementwise<"acme.twice", 1> {
    static constexpr auto meaning = [](auto x) { return x + x; };
};
using dialect = graph::standard_dialect::with<twice>;
using one = onnx::importing<dialect>;

void import_twice(one& n) { n.output(0, n.add<twice>(n[0])); }
void import_scaled(one& n) {
    n.output(0, n.add<graph::mul>(n[0], n.scalar_like(0, n.real("by", 2))));
}
constexpr onnx::importer<dialect> rows[] = {{"Twice", 1, 2, import_twice},
                                            {"Twice", 3, 4, import_scaled},
                                            {"Scaled", 3, 4, [](one& n) { import_scaled(n); }}};
constexpr auto acme = onnx::domain<"acme", 1, 4, rows>;
constexpr onnx::importer<dialect> standard_rows[] = {{"Neg", 13, 28, import_twice}};
constexpr auto own_neg = onnx::domain<"ai.onnx", 13, 28, standard_rows>;

using small = core::dialect<graph::constant, graph::mul, twice>;
/// What gets past the compiler: an op that only the run knows.
constexpr onnx::importer<small> small_rows[] = {
    {"Foreign", 1, 1, [](onnx::importing<small>& n) {
         n.output(0, n.add_to(core::facts_of<graph::neg>, {n[0]}, {}, 1)[0]);
     }}};
constexpr auto into_small = onnx::domain<"acme", 1, 1, small_rows>;

wire::model model(std::string_view op, std::int64_t version,
                  std::initializer_list<wire::message> attributes = {},
                  std::string_view domain = "acme") {
    return {{{node(op, "x", "y", attributes, "n", domain)},
             {value("x", wire::f32, "2")},
             {wire::message().text(1, "y")}},
            17,
            {},
            {wire::opset("acme", version)}};
}
load_options with(onnx_to_graph::importer_table const& table) {
    load_options options;
    options.importers.push_back(table);
    return options;
}
numbers run_with(wire::model const& m) {
    return elements(run(import(m, with(acme.table)), {f32({2}, {1, -3})})[0]);
}

TEST_CASE("the version that a model imports decides which importer takes a node") {
    CHECK(count(import(model("Twice", 2), with(acme.table)), "acme.twice") == 1);
    CHECK(count(import(model("Twice", 3), with(acme.table)), "mul") == 1);
    CHECK(run_with(model("Twice", 1)) == numbers{2, -6});
    CHECK(run_with(model("Scaled", 4, {wire::attribute("by", 0.5f)})) == numbers{0.5, -1.5});
    CHECK(names(problems(model("Twice", 5), with(acme.table)),
                {"O3", "\"n\" (Twice)", "domain acme", "version 5"}));
    CHECK(names(problems(model("Scaled", 2), with(acme.table)), {"O3", "Scaled", "version 2"}));
    CHECK(names(problems(model("Twice", 1)),
                {"O3", "Twice", "an importer that onnx::load is given"}));
}

TEST_CASE("they win over functions of the model and over Tenon's own") {
    auto with_function = model("inner", 1, {}, "own");
    with_function.functions = {wire::function("inner", "x", "y", "", {node("Neg", "x", "y")})};
    with_function.opsets = {wire::opset("own", 1)};
    CHECK(run_with(with_function) == numbers{-1, 3});
    CHECK(elements(run(import(with_function, with(own_neg.table)), {f32({2}, {1, -3})})[0]) ==
          numbers{2, -6});

    static constexpr onnx::importer<dialect> inner[] = {{"inner", 1, 1, import_twice}};
    constexpr auto own = onnx::domain<"own", 1, 1, inner>;
    CHECK(elements(run(import(with_function, with(own.table)), {f32({2}, {1, -3})})[0]) ==
          numbers{2, -6});
}

TEST_CASE("a loaded model has the type of the importers' dialect, and keeps to it") {
    auto const path = (std::filesystem::temp_directory_path() /
                       ("tenon-own-importers-" + std::to_string(::getpid()) + ".onnx"))
                          .string();
    auto const write = [&](wire::model const& m) {
        std::ofstream(path, std::ios::binary) << m.bytes();
    };
    write(model("Twice", 1));
    auto const loaded = onnx::load(path, acme);
    static_assert(std::is_same_v<decltype(loaded)::dialect, dialect>);
    CHECK(count(loaded.data, "acme.twice") == 1);

    write(model("Foreign", 1));
    std::string told;
    try {
        onnx::load(path, into_small);
    } catch (core::refused const& problems) {
        told = problems.what();
    }
    CHECK(names(told, {"N3", "\"n\"", "neg", "the dialect lacks"}));
    std::filesystem::remove(path);
}

} // namespace

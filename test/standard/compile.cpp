// A compiler of one's own, from its pipeline to a library that is called.
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/runtime/description.hpp>
#include <tenon/runtime/module.hpp>
#include <tenon/standard/compile.hpp>
#include <tenon/standard/pipeline.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

namespace {

namespace tn = tenon;
namespace fs = std::filesystem;

struct folder {
    fs::path path;
    folder() {
        auto name = (fs::temp_directory_path() / "tenon-compile-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~folder() { fs::remove_all(path); }
    std::string file(char const* name) const { return (path / name).string(); }
};

struct twice_plus_one : tn::graph::elementwise<"user.twice_plus_one", 1> {
    static constexpr auto meaning = [](auto x) { return x * 2 + 1; };
};
using my_dialect = tn::graph::standard_dialect::with<twice_plus_one>;

auto model() {
    return tn::ir<R"(func main(%x: f32[n]) -> f32[n] {
        %y = user.twice_plus_one %x
        %z = neg %y
        return %z
    })",
                  my_dialect>();
}

std::vector<float> call(tn::standard::library made) {
    folder const at;
    made.save(at.file("model.so"));
    tn::runtime::module const library(at.file("model.so"));
    std::vector<float> const x{0, 1, -2};
    std::vector<float> y(3);
    library["main"](tn::runtime::tensor_view(x.data(), {3}),
                    tn::runtime::tensor_view(y.data(), {3}));
    return y;
}

} // namespace

TEST_CASE("an own op goes through the standard pipeline into a library") {
    constexpr auto pipeline = tn::standard::optimize | tn::standard::lower;
    CHECK(call(tn::compile(pipeline, model(), tn::target::host())) ==
          std::vector<float>{-1, -3, 3});
}

TEST_CASE("the precompiled pipeline does the same, with every node a kernel or not") {
    tn::compile_options plain;
    plain.optimize = false;
    CHECK(call(tn::compile(model().data)) == std::vector<float>{-1, -3, 3});
    CHECK(call(tn::compile(model().data, plain)) == std::vector<float>{-1, -3, 3});
}

TEST_CASE("what a library is can be read before it is made") {
    auto const made = tn::compile(model().data);
    CHECK(made.description().functions.at(0).inputs.at(0).name == "x");
    CHECK(made.llvm().view().find("define") != std::string_view::npos);
}

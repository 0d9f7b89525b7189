// A project that uses all of Tenon: IR text becomes a library that is loaded and called, and what
// cannot be read is refused.
#include <tenon/core/parser.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/onnx_to_graph/load.hpp>
#include <tenon/runtime/module.hpp>
#include <tenon/standard/compile.hpp>

#include <cstdio>
#include <string>

namespace tn = tenon;

static bool refuses_what_is_not_there() {
    try {
        tn::onnx_to_graph::load("no such file.onnx");
    } catch (tn::core::refused const&) {
        return true;
    }
    return false;
}

int main(int, char** arguments) {
    tn::core::program model;
    tn::core::diagnostics found;
    tn::core::parse(R"(
        func main(%x: f32[batch, 2]) -> (y: f32[batch, 2]) {
            %w = constant {value = f32[2, 2](1.0, 2.0, 3.0, 4.0)}
            %a = mat_mul %x, %w
            %y = relu %a
            return %y
        })",
                    tn::graph::standard_dialect::table, model, found);
    if (!found.empty() || !refuses_what_is_not_there()) return 1;
    std::string const path = std::string(arguments[0]) + ".so";
    tn::compile(model).save(path);

    float const input[3][2]{{1, 1}, {-1, 0}, {2, -1}}, expected[3][2]{{4, 6}, {0, 0}, {0, 0}};
    float output[3][2]{};
    tn::runtime::module const library(path);
    library["main"](tn::runtime::tensor_view(&input[0][0], {3, 2}),
                    tn::runtime::tensor_view(&output[0][0], {3, 2}));
    for (int i = 0; i != 3; ++i) {
        std::printf("%g %g\n", double(output[i][0]), double(output[i][1]));
        if (output[i][0] != expected[i][0] || output[i][1] != expected[i][1]) return 2;
    }
}

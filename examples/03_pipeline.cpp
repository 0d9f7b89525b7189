// A compiler of one's own: an own op and three own rules in the standard pipeline, from IR text to
// a shared library that is then called.
#include <tenon/core/parser.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/runtime/module.hpp>
#include <tenon/standard/compile.hpp>
#include <tenon/standard/pipeline.hpp>

#include <cstdio>
#include <string>

namespace tn = tenon;

struct hard_mish : tn::graph::elementwise<"user.hard_mish", 1> {
    static constexpr auto admits = tn::core::any_float;
    static constexpr auto meaning = [](auto x) { return x / 2 * clamp(x + 2, 0, 2); };
};
constexpr tn::match::call<hard_mish> mish;

constexpr auto x = tn::any<"x">;
constexpr auto w = tn::constant<"w">;
constexpr auto s = tn::constant<"s">;
constexpr auto t = tn::constant<"t">;
constexpr auto is_small =
    tn::where([](auto const& m) { return m["s"].is_scalar() && m["t"].is_scalar(); });

constexpr auto mine = tn::rules(
    // (s x) t = (s t) x
    tn::rule<"join-scales">(tn::mul(tn::mul(x, s).used_once(), t) >> tn::mul(x, tn::mul(s, t)),
                            is_small),
    // s (x w) = x (s w)
    tn::rule<"scale-after-product">(tn::mul(tn::mat_mul(x, w).used_once(), s) >>
                                        tn::mat_mul(x, tn::mul(w, s)),
                                    tn::where([](auto const& m) { return m["s"].is_scalar(); })),
    // mish(max(x, 0)) = max(x, 0), since mish(x) is x where x is not negative
    tn::rule<"mish-of-relu">(mish(tn::relu(x).shared()) >> tn::relu(x)));

constexpr auto pipeline =
    tn::standard::optimize.with<tn::standard::fuse>(mine) | tn::standard::lower;

int main(int, char** arguments) {
    using dialect = tn::graph::standard_dialect::with<hard_mish>;
    tn::core::typed_program<tn::core::graph_level, dialect> model;
    tn::core::diagnostics found;
    tn::core::parse(R"(
        func main(%x: f32[batch, 2]) -> (y: f32[batch, 2]) {
            %w = constant {value = f32[2, 2](1.0, 2.0, 3.0, 4.0)}
            %half = constant {value = f32[](0.5)}
            %three = constant {value = f32[](3.0)}
            %a = mat_mul %x, %w
            %b = mul %a, %half
            %c = mul %b, %three
            %d = relu %c
            %y = user.hard_mish %d
            return %y
        })",
                    dialect::table, model.data, found);
    if (!found.empty()) return 1;
    std::string const path = std::string(arguments[0]) + ".so";
    tn::compile(pipeline, model).save(path);

    float const input[3][2]{{1, 1}, {-1, 0}, {2, -1}};
    float output[3][2]{};
    tn::runtime::module const library(path);
    library["main"](tn::runtime::tensor_view(&input[0][0], {3, 2}),
                    tn::runtime::tensor_view(&output[0][0], {3, 2}));
    for (auto const& row : output) std::printf("%g %g\n", double(row[0]), double(row[1]));
}

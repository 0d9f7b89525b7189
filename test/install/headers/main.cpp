// The single header, with nothing linked: an op of one's own and the standard ones, IR as a literal
// and as text, a rule and a pass over it, the result verified, evaluated and printed.
#include <tenon/tenon.hpp>

#include <cstdio>

namespace tn = tenon;

struct twice : tn::graph::elementwise<"user.twice", 1> {
    static constexpr auto meaning = [](auto x) { return x + x; };
};
using dialect = tn::graph::standard_dialect::with<twice>;

constexpr auto x = tn::any<"x">;
constexpr auto c = tn::constant<"c">;
constexpr auto d = tn::constant<"d">;
constexpr auto mine = tn::rules(tn::rule<"join-scales">(
    tn::mul(tn::mul(x, c).used_once(), d) >> tn::mul(x, tn::mul(c, d)),
    tn::where([](auto const& m) { return m["c"].is_scalar() && m["d"].is_scalar(); })));

int main() {
    tn::core::program model;
    tn::core::diagnostics found;
    tn::core::parse(R"(
        func main(%x: f32[n, 3]) -> (y: f32[n, 3]) {
            %two = constant {value = f32[](2.0)}
            %half = constant {value = f32[](0.25)}
            %a = mul %x, %two
            %b = mul %a, %half
            %c = softmax %b {axis = -1}
            %y = user.twice %c
            return %y
        })",
                    dialect::table, model, found);
    tn::core::typed_program<tn::core::graph_level, dialect> graph;
    graph.data = model;
    auto const rewritten = tn::run(mine, graph);
    auto const input = tn::core::tensor::from(tn::core::dtype::f32, {2, 3},
                                              tn::core::list<double>{1, 2, 3, -1, 0, 4});
    auto const plain = tn::graph::evaluate(model, model.functions[0], {input}, found);
    auto const better =
        tn::graph::evaluate(rewritten.data, rewritten.data.functions[0], {input}, found);
    tn::core::verify(rewritten.data, found);
    if (!found.empty() || plain.size() != 1 || better.size() != 1) return 1;
    double sum = 0;
    for (std::int64_t i = 0; i != plain[0].size(); ++i) {
        auto const difference = plain[0].real(i) - better[0].real(i);
        if (difference > 1e-6 || difference < -1e-6) return 2;
        sum += better[0].real(i);
    }
    if (sum < 3.999 || sum > 4.001) return 3; // two rows of a softmax, twice
    auto const text = tn::core::print(rewritten.data);
    std::printf("%.*s", int(text.size()), text.data());
}

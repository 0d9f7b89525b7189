// Two ops of one's own: an elementwise one is its formula, an indexed one also says its result
// type.
#include <tenon/core/parser.hpp>
#include <tenon/graph/evaluate.hpp>

#include <cstdio>

namespace tn = tenon;
using tn::core::attr;

// Shape and dtype inference, reference evaluation, constant folding, fusion, printing, parsing and
// machine code follow from these three lines.
struct hard_mish : tn::graph::elementwise<"user.hard_mish", 1> {
    static constexpr auto meaning = [](auto x) { return x / 2 * clamp(x + 2, 0, 2); };
};

// The mean of each `window` neighbours along the last axis.
struct moving_mean : tn::graph::indexed<"user.moving_mean"> {
    static constexpr tn::core::operand_facts operands[]{
        {"x", tn::core::presence::required, tn::core::any_float}};
    static constexpr tn::core::attribute_facts attributes[]{attr<"window"> = 2};

    static constexpr void infer(tn::core::inference& c) {
        tn::core::dim const window = c[attr<"window">].integer;
        auto shape = c.operand(0).shape;
        c.require_at_least(shape.back(), window, "last dimension");
        shape.back() = shape.back() - window + tn::core::dim(1);
        c.result(0, c.element(0), shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const window = a[attr<"window">];
        auto const total =
            m.sum({m.size(window)}, [&](auto const& k) { return in[0](i.with(-1, i[-1] + k[0])); });
        return total / static_cast<double>(window);
    };
};

// A meaning is a function: it can be tried while the program compiles.
static_assert(hard_mish::meaning(tn::graph::number<double>(1.0)).value == 1);

int main() {
    using dialect = tn::graph::standard_dialect::with<hard_mish, moving_mean>;
    tn::core::program p;
    tn::core::diagnostics found;
    tn::core::parse(R"(
        func main(%x: f32[n, 5]) -> f32[n, 3] {
            %smooth = user.moving_mean %x {window = 3}
            %y = user.hard_mish %smooth
            return %y
        })",
                    dialect::table, p, found);
    auto const x = tn::core::tensor::from(tn::core::dtype::f32, {1, 5},
                                          tn::core::list<double>{-4, -1, 2, 5, 8});
    auto const y = tn::graph::evaluate(p, p.functions[0], {x}, found);
    auto const problems = found.to_text();
    if (!found.empty()) return std::printf("%.*s", int(problems.size()), problems.data()), 1;
    for (std::int64_t i = 0; i != y[0].size(); ++i) std::printf("%g ", y[0].real(i));
    std::printf("\n");
}

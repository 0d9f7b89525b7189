// custom_toolchain MODEL LIBRARY: a compiler for models with operators of the domain acme, built
// against an installed Tenon. Two ops, their importers, a decomposition, and a pipeline with both.
#include <tenon/tenon.hpp>

#include <cmath>
#include <cstdio>

namespace tn = tenon;
using tn::core::attr;
using tn::core::dim;

namespace acme {

// The discrete Fourier transform of real numbers along the last axis, as pairs of real and
// imaginary parts. It has no meaning of its own: a pipeline that does not decompose it is refused.
struct fft : tn::graph::opaque<"acme.fft"> {
    static constexpr tn::core::operand_facts operands[]{
        {"x", tn::core::presence::required, tn::core::any_float}};
    static constexpr void infer(tn::core::inference& c) {
        auto shape = c.operand(0).shape;
        shape.push_back(2);
        c.result(0, c.element(0), shape);
    }
    // A rule of the verifier beyond types: the matrix of the transform is made while compiling.
    static constexpr void verify(tn::core::inference& c) {
        if (!c.dim_of(0, -1).is_constant()) c.fail("its length must be a constant");
    }
};
// The squared magnitude of such pairs, times `scale`.
struct power : tn::graph::indexed<"acme.power"> {
    static constexpr tn::core::operand_facts operands[]{
        {"x", tn::core::presence::required, tn::core::any_float}};
    static constexpr tn::core::attribute_facts attributes[]{attr<"scale"> = 1.0};
    static constexpr void infer(tn::core::inference& c) {
        c.require_equal(c.dim_of(0, -1), 2, "the last dimension and 2");
        auto shape = c.operand(0).shape;
        shape.pop_back();
        c.result(0, c.element(0), shape);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const total = m.sum({m.size(2)}, [&](auto const& k) {
            auto at = i;
            at.push(k[0]);
            return in[0](at) * in[0](at);
        });
        return total * a[attr<"scale">];
    };
};
constexpr tn::match::call<fft> transform;

using dialect = tn::graph::standard_dialect::with<fft, power>;

// How ONNX nodes become these ops. Version 2 of Power has an attribute.
using node = tn::onnx::importing<dialect>;
void import_fft(node& n) { n.output(0, n.add<fft>(n[0])); }
void import_power(node& n) { n.output(0, n.add<power>(n[0], attr<"scale"> = n.real("scale", 1))); }
constexpr tn::onnx::importer<dialect> operators[] = {{"Fft", 1, 2, import_fft},
                                                     {"Power", 1, 2, import_power}};

// The matrix of the transform: cos(2 pi k j / n) and -sin(2 pi k j / n) side by side.
constexpr auto matrix = tn::constant_from([](auto const& m) {
    auto const n = m["x"].dim(-1).constant();
    tn::core::list<double> elements;
    for (std::int64_t k = 0; k != n; ++k)
        for (std::int64_t j = 0; j != n; ++j) {
            double const angle = 2 * 3.14159265358979323846 * double(k * j % n) / double(n);
            elements.push_back(std::cos(angle));
            elements.push_back(-std::sin(angle));
        }
    return tn::core::tensor::from(m["x"].element(), {n, 2 * n}, elements);
});
constexpr auto shape_of_root = [](auto const& m) { return m.root().type().shape; };
constexpr auto x = tn::any<"x">;
// fft(x) = reshape(x F)
constexpr auto decompose_fft =
    tn::rewrite<"decompose-fft", tn::core::graph_level, fft>(tn::rules(tn::rule<"fft">(
        transform(x) >> tn::reshape(tn::mat_mul(x, matrix), attr<"shape"> = shape_of_root))));

} // namespace acme

constexpr auto pipeline =
    tn::standard::optimize.with_first<tn::standard::decompose>(acme::decompose_fft) |
    tn::standard::lower;

int main(int count, char** words) try {
    if (count != 3) return std::fputs("usage: custom_toolchain MODEL LIBRARY\n", stderr), 2;
    auto const model = tn::onnx::load(words[1], tn::onnx::domain<"acme", 1, 2, acme::operators>);
    tn::compile(pipeline, model).save(words[2]);
} catch (tn::core::refused const& problems) {
    return std::fputs(problems.what(), stderr), 1;
}

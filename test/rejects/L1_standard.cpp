// expect: [tenon/L1] a lowering leaves an op of its source dialect uncovered
// expect: this_pass<tenon::standard::lower_to_loops>
// expect: "acme.fft"
// An op without a meaning, beside the standard ones, that nobody decomposes.
#include <tenon/graph/standard.hpp>
#include <tenon/standard/pipeline.hpp>

namespace tn = tenon::core;
struct fft : tenon::graph::opaque<"acme.fft"> {
    static constexpr tn::operand_facts operands[]{{"x"}};
    static constexpr void infer(tn::inference& c) { c.result(0, c.operand(0)); }
};
constexpr tenon::match::call<fft> transform;
constexpr auto x = tenon::any<"x">;
using dialect = tenon::graph::standard_dialect::with<fft>;
#ifdef REJECT
inline constexpr auto prepared = tenon::graph_to_graph::infer_types() | tenon::standard::lower;
#else
inline constexpr auto prepared = tenon::graph_to_graph::infer_types() |
                                 tenon::rewrite<"decompose-fft", tn::graph_level, fft>(tenon::rules(
                                     tenon::rule<"fft">(transform(x) >> tenon::neg(x)))) |
                                 tenon::standard::lower;
#endif
auto lowered(tn::typed_program<tn::graph_level, dialect> p) { return tenon::run(prepared, p); }

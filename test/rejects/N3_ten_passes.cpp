// expect: [tenon/N3] a rule makes an op that the dialect of the program lacks
// expect: rule<
// expect: "plus-itself"
// expect: "add"
#include <tenon/pass/combinators.hpp>

#include <pass/sample_passes.hpp>

using namespace sample;
namespace of = sample::of;
constexpr auto x = tenon::any<"x">;
inline constexpr auto halves =
    tenon::rules(tenon::rule<"minus-itself">(of::sub(x, x) >> of::mul(x, 0.0)));
inline constexpr auto doubles =
    tenon::rules(tenon::rule<"plus-itself">(of::mul(x, 2.0) >> of::add(x, x)));
inline constexpr auto pipeline =
    tenon::stage<front>(infer_shapes(), tenon::rewrite<"halves", graph_level>(halves),
                        choose_layouts(), outline()) |
    infer_shapes() | tenon::rewrite<"halves-again", graph_level>(halves) |
    tenon::stage<back>(tenon::rewrite<"doubles", graph_level>(doubles), choose_layouts()) |
    lower_to_loops() | tile();
#ifdef REJECT
using ops = tn::dialect<constant, sample::mul, sample::sub>;
#else
using ops = tn::dialect<constant, sample::mul, sample::sub, sample::add>;
#endif
auto lowered(tn::typed_program<graph_level, ops> p) { return tenon::run(pipeline, p); }

// expect: [tenon/L2] a lowering misses an element type
// expect: this_pass<fold_reals>
// expect: "user.popcount"
// expect: misses_dtype<tenon::core::dtype::i64>
// A folder that computes in double, for a dialect of twelve ops, one of which is for integers.
#include <tenon/graph/op.hpp>
#include <tenon/pass/run.hpp>

namespace tn = tenon::core;
template <tn::fixed_string Name> struct real : tenon::graph::elementwise<Name, 1> {
    static constexpr auto admits = tn::any_float;
    static constexpr auto meaning = [](auto x) { return tn::exp(x); };
};
struct popcount : tenon::graph::elementwise<"user.popcount", 1> {
#ifdef REJECT
    static constexpr auto admits = tn::any_integer;
#else
    static constexpr auto admits = tn::any_float;
#endif
    static constexpr auto meaning = [](auto x) { return x - x; };
};
using ops = tn::dialect<real<"user.a">, real<"user.b">, real<"user.c">, real<"user.d">,
                        real<"user.e">, real<"user.f">, real<"user.g">, real<"user.h">,
                        real<"user.i">, real<"user.j">, real<"user.k">, popcount>;
struct fold_reals : tenon::pass::step<tenon::at_level<tn::graph_level>> {
    static constexpr std::string_view name = "fold-reals";
    static constexpr auto elements = tn::any_float;
    constexpr void operator()(tn::program&, tenon::context&) const {}
};
auto folded(tn::typed_program<tn::graph_level, ops> p) { return tenon::run(fold_reals(), p); }

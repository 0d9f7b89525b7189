// expect: [tenon/N5] an op lacks a part that its dialect demands
// expect: op<opaque_op>
// expect: lacks<tenon::core::op_part::meaning>
// A dialect all of whose ops can be evaluated.
#include <tenon/graph/op.hpp>

using namespace tenon::core;
template <fixed_string Name> struct plain : tenon::graph::elementwise<Name, 1> {
    static constexpr auto meaning = [](auto x) { return x * 2; };
};
struct opaque_op : tenon::graph::opaque<"acme.l"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& c) { c.result(0, c.operand(0)); }
};
using ops = dialect<plain<"acme.a">, plain<"acme.b">, plain<"acme.c">, plain<"acme.d">,
                    plain<"acme.e">, plain<"acme.f">, plain<"acme.g">, plain<"acme.h">,
                    plain<"acme.i">, plain<"acme.j">, plain<"acme.k">, opaque_op>;
#ifdef REJECT
using checked = ops::demanding<op_part::inference, op_part::meaning>;
#else
using checked = ops::demanding<op_part::inference>;
#endif
inline constexpr auto table = checked::table;

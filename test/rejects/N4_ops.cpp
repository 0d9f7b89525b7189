// expect: [tenon/N4] two different ops of a dialect have the same name
// expect: op<my_gelu>
// expect: other_op<their_gelu>
#include <tenon/graph/op.hpp>

struct their_gelu : tenon::graph::elementwise<"nn.gelu", 1> {
    static constexpr auto meaning = [](auto x) { return x * tenon::core::erf(x); };
};
#ifdef REJECT
struct my_gelu : tenon::graph::elementwise<"nn.gelu", 1> {
#else
struct my_gelu : tenon::graph::elementwise<"my.gelu", 1> {
#endif
    static constexpr auto meaning = [](auto x) { return x * tenon::core::tanh(x); };
};
inline constexpr auto table = tenon::core::dialect<their_gelu, my_gelu>::table;

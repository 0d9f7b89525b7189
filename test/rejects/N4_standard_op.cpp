// expect: [tenon/N4] two different ops of a dialect have the same name
// expect: op<relu>
// expect: other_op<tenon::graph::relu>
// Beside the whole of the standard dialect.
#include <tenon/graph/standard.hpp>

#ifdef REJECT
struct relu : tenon::graph::elementwise<"relu", 1> {
#else
struct relu : tenon::graph::elementwise<"my.relu", 1> {
#endif
    static constexpr auto meaning = [](auto x) { return tenon::core::max(x, 0) * 2; };
};
inline constexpr auto table = tenon::graph::standard_dialect::with<relu>::table;

// expect: [tenon/N5] the meaning of an op does not take what its form gives it
// expect: op<blend>
// expect: takes_scalars<3>
#include <tenon/graph/op.hpp>

struct blend : tenon::graph::elementwise<"user.blend", 3> {
#ifdef REJECT
    static constexpr auto meaning = [](auto x, auto y) { return x + y; };
#else
    static constexpr auto meaning = [](auto x, auto y, auto t) { return x + (y - x) * t; };
#endif
};
auto const& facts = tenon::core::facts_of<blend>;

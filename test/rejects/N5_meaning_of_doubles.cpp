// expect: [tenon/N5] the meaning of an op does not take what its form gives it
// expect: op<square>
// expect: takes_scalars<1>
// A lambda of a plain type cannot be read as loops.
#include <tenon/graph/op.hpp>

struct square : tenon::graph::elementwise<"user.square", 1> {
#ifdef REJECT
    static constexpr auto meaning = [](double x) { return x * x; };
#else
    static constexpr auto meaning = [](auto x) { return x * x; };
#endif
};
auto const& facts = tenon::core::facts_of<square>;

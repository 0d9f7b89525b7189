// expect: [tenon/R8] a condition of a rule does not return bool
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto drop =
    rule<"drop-zero">(add(x, 0.0) >> x, where([](auto const& m) { return m["x"].rank(); }));
#else
inline constexpr auto drop =
    rule<"drop-zero">(add(x, 0.0) >> x, where([](auto const& m) { return m["x"].rank() != 0; }));
#endif

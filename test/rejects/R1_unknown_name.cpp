// expect: [tenon/R1]
// A name that no capture has.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
constexpr auto y = any<"y">;
#ifdef REJECT
inline constexpr auto drop = rule<"drop-zero">(
    add(x, y) >> add(y, x), where([](auto const& m) { return m["z"].rank() == 2; }));
#else
inline constexpr auto drop = rule<"drop-zero">(
    add(x, y) >> add(y, x), where([](auto const& m) { return m["x"].rank() == 2; }));
#endif

// expect: [tenon/R8] a function in a rule captures variables
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto drop = [] {
    int const rank = 2;
    return rule<"drop-zero">(add(x, 0.0) >> x,
                             where([=](auto const& m) { return m["x"].rank() == *&rank; }));
}();
#else
inline constexpr auto drop = [] {
    return rule<"drop-zero">(add(x, 0.0) >> x,
                             where([](auto const& m) { return m["x"].rank() == 2; }));
}();
#endif

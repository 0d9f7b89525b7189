// expect: [tenon/R7] two rules of a set match some nodes both and neither covers the other
// expect: "absolute-right"
// expect: "absolute-left"
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;

inline constexpr auto set = [] {
    constexpr auto x = any<"x">;
    constexpr auto y = any<"y">;
    // div(abs(x), abs(y)) is matched by both
    constexpr auto right = div(x, abs(y)) >> mul(x, reciprocal(abs(y)));
    constexpr auto left = div(abs(x), y) >> mul(abs(x), reciprocal(y));
#ifdef REJECT
    return rules(rule<"absolute-right">(right, inner_shared),
                 rule<"absolute-left">(left, inner_shared));
#else
    return rules(rule<"absolute-right">(right, inner_shared, priority<1>),
                 rule<"absolute-left">(left, inner_shared));
#endif
}();

// expect: [tenon/R3] a rule is followed by one that its set does not have
// expect: "push-down"
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;

inline constexpr auto set = [] {
    constexpr auto x = any<"x">;
    constexpr auto y = any<"y">;
#ifdef REJECT // misspelt
    constexpr auto then = followed_by<"push-trough">;
#else
    constexpr auto then = followed_by<"push-through">;
#endif
    return rules(rule<"push-down">(neg(add(x, y)) >> add(neg(x), neg(y)), inner_shared, then),
                 rule<"push-through">(neg(sub(x, y)) >> sub(y, x), inner_shared));
}();

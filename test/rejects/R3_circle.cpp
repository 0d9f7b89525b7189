// expect: [tenon/R3] a rule set need not come to rest: a rule may follow itself
// expect: "down"
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;

inline constexpr auto set = [] {
    constexpr auto x = any<"x">;
    constexpr auto down = neg(transpose(x)) >> transpose(neg(x));
    constexpr auto up = exp(transpose(x)) >> transpose(exp(x));
#ifdef REJECT // each names the other
    return rules(rule<"down">(down, inner_shared, followed_by<"up">),
                 rule<"up">(up, inner_shared, followed_by<"down">));
#else
    return rules(rule<"down">(down, inner_shared, followed_by<"up">),
                 rule<"up">(up, inner_shared, followed_by<>));
#endif
}();

// expect: [tenon/R4] the two sides of a rule compute the same thing only up to rounding
// expect: "product-of-powers"
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
inline constexpr auto powers =
    rule<"product-of-powers">(mul(exp(x), exp(y)) >> exp(add(x, y)), inner_shared);
#else
inline constexpr auto powers = rule<"product-of-powers">(mul(exp(x), exp(y)) >> exp(add(x, y)),
                                                         inner_shared, approximately<0.05>);
#endif

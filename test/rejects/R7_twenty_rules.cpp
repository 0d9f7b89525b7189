// expect: [tenon/R7] two rules of a set match some nodes both and neither covers the other
// expect: "product-of-difference"
// expect: "product-of-sum"
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;

inline constexpr auto twenty = [] {
    constexpr auto x = any<"x">;
    constexpr auto y = any<"y">;
    constexpr auto z = any<"z">;
    constexpr auto c = constant<"c">;
#ifdef REJECT // mul(sub(x, c), add(y, z)) is matched by both
    constexpr auto first = priority<0>;
#else
    constexpr auto first = priority<1>;
#endif
    return rules(
        rule<"product-of-difference">(mul(sub(x, c).used_once(), y) >> sub(mul(x, y), mul(c, y)),
                                      followed_by<>, first), //
        rule<"product-of-sum">(mul(x, add(y, z).used_once()) >> add(mul(x, y), mul(x, z)),
                               followed_by<>),                             //
        rule<"difference-of-one">(sub(x, x) >> mul(x, 0.0)),               //
        rule<"double-negation">(neg(neg(x)) >> x, inner_shared),           //
        rule<"absolute-of-negation">(abs(neg(x)) >> abs(x), inner_shared), //
        rule<"double-absolute">(abs(abs(x)) >> abs(x), inner_shared),      //
        rule<"relu-of-relu">(relu(relu(x)) >> relu(x), inner_shared),      //
        rule<"relu-of-absolute">(relu(abs(x)) >> abs(x), inner_shared),    //
        rule<"largest-of-one">(max(x, x) >> x),                            //
        rule<"smallest-of-one">(min(x, x) >> x),                           //
        rule<"identity">(identity(x) >> x),                                //
        rule<"concat-of-one">(concat(x) >> x),                             //
        rule<"square">(pow(x, 2.0) >> mul(x, x)),                          //
        rule<"cube">(pow(x, 3.0) >> mul(x, mul(x, x))),                    //
        rule<"divide-by-one">(div(x, 1.0) >> x),                           //
        rule<"subtract-zero">(sub(x, 0.0) >> x),                           //
        rule<"sign-of-sign">(sign(sign(x)) >> sign(x), inner_shared),      //
        rule<"floor-of-floor">(floor(floor(x)) >> floor(x), inner_shared), //
        rule<"ceil-of-ceil">(ceil(ceil(x)) >> ceil(x), inner_shared),      //
        rule<"round-of-round">(round(round(x)) >> round(x), inner_shared));
}();

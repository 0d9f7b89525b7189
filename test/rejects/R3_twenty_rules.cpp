// expect: [tenon/R3] a rule set need not come to rest
// expect: "subtract-negation"
// expect: "difference-by-sum"
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
    return rules(
        in_order,                                                             //
        rule<"add-zero">(add(x, 0.0) >> x),                                   //
        rule<"subtract-zero">(sub(x, 0.0) >> x),                              //
        rule<"multiply-by-one">(mul(x, 1.0) >> x),                            //
        rule<"divide-by-one">(div(x, 1.0) >> x),                              //
        rule<"square">(pow(x, 2.0) >> mul(x, x)),                             //
        rule<"cube">(pow(x, 3.0) >> mul(x, mul(x, x))),                       //
        rule<"double-negation">(neg(neg(x)) >> x, inner_shared),              //
        rule<"subtract-negation">(sub(x, neg(y)) >> add(x, y), inner_shared), //
#ifdef REJECT
        rule<"difference-by-sum">(sub(x, y) >> add(x, neg(y))), // and back again
#endif
        rule<"add-negation">(add(x, neg(y)) >> sub(x, y), inner_shared),                        //
        rule<"product-of-negations">(mul(neg(x), neg(y)) >> mul(x, y), inner_shared),           //
        rule<"absolute-of-negation">(abs(neg(x)) >> abs(x), inner_shared),                      //
        rule<"double-absolute">(abs(abs(x)) >> abs(x), inner_shared),                           //
        rule<"relu-of-relu">(relu(relu(x)) >> relu(x), inner_shared),                           //
        rule<"relu-of-absolute">(relu(abs(x)) >> abs(x), inner_shared),                         //
        rule<"common-factor">(add(mul(x, y), mul(x, z)) >> mul(x, add(y, z)), inner_used_once), //
        rule<"largest-of-one">(max(x, x) >> x),                                                 //
        rule<"smallest-of-one">(min(x, x) >> x),                                                //
        rule<"identity">(identity(x) >> x),                                                     //
        rule<"transpose-and-negate">(neg(transpose(x).used_once()) >> transpose(neg(x)),
                                     followed_by<"double-negation">), //
        rule<"concat-of-one">(concat(x) >> x));
}();

// expect: [tenon/R4] the two sides of a rule do not compute the same thing
// expect: "divide-by-minus-one"
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;

inline constexpr auto twenty = [] {
    constexpr auto x = any<"x">;
    constexpr auto y = any<"y">;
    constexpr auto z = any<"z">;
    constexpr auto is_float =
        where([](auto const& m) { return m["x"].element() == core::dtype::f32; });
    return rules(
        in_order,                                              //
        rule<"add-zero">(add(x, 0.0) >> x),                    //
        rule<"subtract-zero">(sub(x, 0.0) >> x),               //
        rule<"multiply-by-one">(mul(x, 1.0) >> x),             //
        rule<"divide-by-one">(div(x, 1.0) >> x),               //
        rule<"multiply-by-minus-one">(mul(x, -1.0) >> neg(x)), //
#ifdef REJECT
        rule<"divide-by-minus-one">(div(x, -1.0) >> x), //
#else
        rule<"divide-by-minus-one">(div(x, -1.0) >> neg(x)), //
#endif
        rule<"subtract-from-zero">(sub(0.0, x) >> neg(x)),                                   //
        rule<"square">(pow(x, 2.0) >> mul(x, x)),                                            //
        rule<"cube">(pow(x, 3.0) >> mul(x, mul(x, x))),                                      //
        rule<"reciprocal">(div(1.0, x) >> reciprocal(x), is_float),                          //
        rule<"double-negation">(neg(neg(x)) >> x, inner_shared),                             //
        rule<"difference">(add(x, neg(y)) >> sub(x, y), inner_shared),                       //
        rule<"sum">(sub(x, neg(y)) >> add(x, y), inner_shared),                              //
        rule<"product-of-negations">(mul(neg(x), neg(y)) >> mul(x, y), inner_shared),        //
        rule<"absolute-of-negation">(abs(neg(x)) >> abs(x), inner_shared),                   //
        rule<"double-absolute">(abs(abs(x)) >> abs(x), inner_shared),                        //
        rule<"relu-of-relu">(relu(relu(x)) >> relu(x), inner_shared),                        //
        rule<"relu-of-absolute">(relu(abs(x)) >> abs(x), inner_shared),                      //
        rule<"common-factor">(add(mul(x, y), mul(x, z)) >> mul(x, add(y, z)), inner_shared), //
        rule<"largest-of-one">(max(x, x) >> x));
}();

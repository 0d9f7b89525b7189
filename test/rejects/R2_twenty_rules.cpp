// expect: [tenon/R2]
// expect: "negated-conv"
// expect: "negated-conv-of-scaled"
#include <tenon/match/rule_set.hpp>

#include <match/sample_ops.hpp>

using namespace sample::of;
using tenon::core::attr, tenon::core::few, tenon::rule;
constexpr auto x = tenon::any<"x">;
constexpr auto y = tenon::any<"y">;
constexpr auto c = tenon::constant<"c">;
constexpr auto d = tenon::constant<"d">;
constexpr auto w = tenon::constant<"w">;
constexpr auto swapped = few<std::int64_t>{1, 0};
constexpr auto general = rule<"negated-conv">(neg(conv(x, w).used_once()) >> conv(x, neg(w)));
constexpr auto special = rule<"negated-conv-of-scaled">(
    neg(conv(mul(x, c).used_once(), w).used_once()) >> conv(x, mul(neg(w), c)));
inline constexpr auto set = tenon::rules(
    tenon::in_order, rule<"add-zero">(add(x, 0.0) >> x), //
    rule<"subtract-zero">(sub(x, 0.0) >> x),             //
    rule<"multiply-by-one">(mul(x, 1.0) >> x),           //
    rule<"multiply-by-minus-one">(mul(x, -1.0) >> neg(x)),
    rule<"subtract-from-zero">(sub(0.0, x) >> neg(x)),
    rule<"subtract-itself">(sub(x, x) >> mul(x, 0.0)),
    rule<"double-negation">(neg(neg(x).shared()) >> x),
    rule<"add-negation">(add(x, neg(y).shared()) >> sub(x, y)),
    rule<"subtract-negation">(sub(x, neg(y).shared()) >> add(x, y)),
    rule<"negated-difference">(neg(sub(x, y).used_once()) >> sub(y, x)),
    rule<"join-factors">(mul(mul(x, c).used_once(), d) >> mul(x, mul(c, d))),
    rule<"join-terms">(add(add(x, c).used_once(), d) >> add(x, add(c, d))),
    rule<"scale-weights">(mul(conv(x, w).used_once(), c) >> conv(x, mul(w, c))),
    rule<"bias-of-conv">(add(conv(x, w).used_once(), c) >> conv(x, w, c)),
    rule<"concat-of-one">(concat(x) >> x),
    rule<"leaky-without-leak">(leaky(x, attr<"alpha"> = 1.0) >> x),
    rule<"double-leak">(leaky(leaky(x, attr<"alpha"> = 0.0).shared(), attr<"alpha"> = 0.0) >>
                        leaky(x, attr<"alpha"> = 0.0)),
    rule<"transposed-negation">(neg(transpose(x, attr<"perm"> = swapped).used_once()) >>
                                    transpose(neg(x), attr<"perm"> = swapped),
                                tenon::followed_by<"double-negation">),
#ifdef REJECT
    general, special);
#else
    special, general);
#endif

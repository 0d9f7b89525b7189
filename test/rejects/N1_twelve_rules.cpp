// expect: [tenon/N1]
// expect: op<sample::transpose>
// expect: takes<1, 1>
// expect: is_given<2>
#include <tenon/match/rule_set.hpp>

#include <match/sample_ops.hpp>

using namespace sample::of;
using tenon::core::attr, tenon::core::few, tenon::rule;
constexpr auto x = tenon::any<"x">;
constexpr auto y = tenon::any<"y">;
constexpr auto w = tenon::constant<"w">;
constexpr auto swapped = few<std::int64_t>{1, 0};
inline constexpr auto set = tenon::rules(
    tenon::in_order, rule<"add-zero">(add(x, 0.0) >> x), rule<"subtract-zero">(sub(x, 0.0) >> x),
    rule<"multiply-by-one">(mul(x, 1.0) >> x), rule<"subtract-itself">(sub(x, x) >> mul(x, 0.0)),
    rule<"double-negation">(neg(neg(x).shared()) >> x),
    rule<"add-negation">(add(x, neg(y).shared()) >> sub(x, y)),
    rule<"subtract-negation">(sub(x, neg(y).shared()) >> add(x, y)),
    rule<"scale-weights">(mul(conv(x, w).used_once(), tenon::constant<"s">) >>
                          conv(x, mul(w, tenon::constant<"s">))),
    rule<"concat-of-one">(concat(x) >> x),
    rule<"leaky-without-leak">(leaky(x, attr<"alpha"> = 1.0) >> x),
#ifdef REJECT
    rule<"transposed-sum">(add(transpose(x, attr<"perm"> = swapped).used_once(),
                               transpose(y, attr<"perm"> = swapped).used_once()) >>
                           transpose(x, y, attr<"perm"> = swapped)));
#else
    rule<"transposed-sum">(add(transpose(x, attr<"perm"> = swapped).used_once(),
                               transpose(y, attr<"perm"> = swapped).used_once()) >>
                           transpose(add(x, y), attr<"perm"> = swapped)));
#endif

// expect: [tenon/R4] the two sides of a rule do not compute the same thing
// expect: "scale-into-conv"
// The scale multiplies input channels instead of output channels.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
inline constexpr auto fold = [] {
    constexpr auto x = any<"x">;
    constexpr auto w = constant<"w">;
    constexpr auto s = constant<"s">;
    constexpr auto first = core::attr<"shape"> = [](auto const& m) {
        return core::list<core::dim>{m["s"].dim(0), core::dim(1), core::dim(1), core::dim(1)};
    };
#ifdef REJECT
    constexpr auto scale = s;
    (void)first;
#else
    constexpr auto scale = reshape(s, first);
#endif
    return rule<"scale-into-conv">(
        mul(conv(x, w).used_once(), s) >> conv(x, mul(w, scale)),
        where([](auto const& m) { return m["s"].rank() == 3 && m.root().type().rank() == 4; }));
}();

// expect: [tenon/R5] the two sides of a rule cannot have one type
// expect: "flatten-twice"
// No permutation at all.
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
#ifdef REJECT
inline constexpr auto flat = rule<"flatten-twice">(
    transpose(transpose(x)) >>
        transpose(
            x, core::attr<"perm"> = [](auto const&) { return core::list<std::int64_t>{0, 0}; }),
    inner_shared);
#else
inline constexpr auto flat = rule<"flatten-twice">(
    transpose(transpose(x, core::attr<"perm"> = core::few<std::int64_t>{1, 0}),
              core::attr<"perm"> = core::few<std::int64_t>{1, 0}) >>
        x,
    inner_shared);
#endif

// expect: [tenon/R4] the two sides of a rule do not compute the same thing
// expect: "gemm-product"
// Matrices that gemm transposes, or scales, are matched too.
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
inline constexpr auto product = rule<"gemm-product">(gemm(x, y) >> mat_mul(x, y));
#else
inline constexpr auto product = rule<"gemm-product">(
    gemm(x, y, core::attr<"alpha"> = 1.0, core::attr<"transA"> = 0, core::attr<"transB"> = 0) >>
    mat_mul(x, y));
#endif

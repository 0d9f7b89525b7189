// expect: [tenon/R5] the two sides of a rule cannot have one type
// expect: "mean-by-sum"
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/cast.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/reduction.hpp>
#include <tenon/match/rule_set.hpp>

using namespace tenon;
constexpr auto x = any<"x">;
constexpr auto last = core::attr<"axes"> = core::few<std::int64_t>{-1};
constexpr auto kept = core::attr<"keepdims"> = 1;
#ifdef REJECT
constexpr auto also = core::attr<"keepdims"> = 0; // a dimension less
#else
constexpr auto also = kept;
#endif
inline constexpr auto mean_by_sum = rule<"mean-by-sum">(
    reduce_mean(x, last, kept) >>
        div(reduce_sum(x, last, also), constant_from([](auto const& m) {
                return core::tensor::from(
                    m["x"].element(), {},
                    core::list<double>{static_cast<double>(m["x"].dim(-1).constant())});
            })),
    where([](auto const& m) { return m["x"].dim(-1).is_constant(); }));

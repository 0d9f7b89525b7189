// expect: [tenon/N5] a type is used as an op that is none
// expect: op<hard_mish>
#include <tenon/graph/op.hpp>

#ifdef REJECT
struct hard_mish {
#else
struct hard_mish : tenon::graph::elementwise<"user.hard_mish", 1> {
#endif
    static constexpr auto meaning = [](auto x) { return x / 2; };
};
inline constexpr auto table = tenon::core::dialect<hard_mish>::table;

// expect: [tenon/N3]
// expect: "twice"
// expect: named_op<
// expect: "add"
#include <tenon/match/rule_set.hpp>

#include <match/sample_ops.hpp>

using namespace tenon::core;
using sample::of::mul, sample::of::add;
constexpr auto x = tenon::any<"x">;
inline constexpr auto set = tenon::rules(tenon::rule<"twice">(mul(x, 2.0) >> add(x, x)));
#ifdef REJECT
using ops = dialect<sample::constant, sample::mul>;
#else
using ops = dialect<sample::constant, sample::mul, sample::add>;
#endif
auto applied(typed_program<graph_level, ops> p) { return tenon::run(set, p); }

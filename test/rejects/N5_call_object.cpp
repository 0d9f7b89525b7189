// expect: [tenon/N5] a type is used as an op that is none
// expect: tenon::match::call<sample::mul>
// The object that is called in patterns, where its op is meant.
#include <tenon/core/dialect.hpp>

#include <match/sample_ops.hpp>

#ifdef REJECT
inline constexpr auto table = tenon::core::dialect<sample::add, decltype(sample::of::mul)>::table;
#else
inline constexpr auto table = tenon::core::dialect<sample::add, sample::mul>::table;
#endif

#include "peak.hpp"

#include <chrono>

namespace tenon::tenonc {
namespace {

typedef float four_floats __attribute__((vector_size(16)));
typedef float eight_floats __attribute__((vector_size(32)));
typedef float sixteen_floats __attribute__((vector_size(64)));

/// As many sums as hide the latency of an addition. A function of its own for each set of
/// instructions takes it in, and is compiled with them.
template <class vector> [[gnu::always_inline]] inline double measured_rate() {
    using clock = std::chrono::steady_clock;
    constexpr int lanes = sizeof(vector) / sizeof(float), sums = 12, rounds = 20000;
    vector sum[sums], factor, term;
    for (int i = 0; i != lanes; ++i) {
        factor[i] = 0.9999f;
        term[i] = 1e-4f;
    }
#pragma GCC unroll 12
    for (int i = 0; i != sums; ++i) sum[i] = term;
    asm volatile("" : "+m"(factor), "+m"(term)); // whose values the compiler must not know
    auto const start = clock::now();
    for (int round = 0; round != rounds; ++round) {
#pragma GCC unroll 12
        for (int i = 0; i != sums; ++i) sum[i] = sum[i] * factor + term;
    }
#pragma GCC unroll 12
    for (int i = 0; i != sums; ++i) asm volatile("" : "+m"(sum[i]));
    std::chrono::duration<double> const passed = clock::now() - start;
    return 2.0 * rounds * sums * lanes / passed.count();
}

#if defined(__x86_64__)
[[gnu::target("avx512f")]] double rate_with_avx512() { return measured_rate<sixteen_floats>(); }
[[gnu::target("avx2,fma")]] double rate_with_avx2() { return measured_rate<eight_floats>(); }
#endif

} // namespace

double multiply_add_rate() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return rate_with_avx512();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return rate_with_avx2();
#endif
    return measured_rate<four_floats>();
}

} // namespace tenon::tenonc

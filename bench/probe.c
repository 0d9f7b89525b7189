// probe(): billions of float operations per second that this core does right now, in about 0.3 ms
// of multiply-adds on registers alone. Another guest on the same physical core shows as a lower
// number.
#include <time.h>

#if defined(__AVX512F__)
enum { lanes = 16, accumulators = 16 };
#elif defined(__AVX__)
enum { lanes = 8, accumulators = 12 };
#else
enum { lanes = 4, accumulators = 12 };
#endif
typedef float vector __attribute__((vector_size(4 * lanes)));

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double probe(void) {
    enum { rounds = 20000 };
    vector sums[accumulators], factor, term;
    for (int i = 0; i < lanes; ++i) {
        factor[i] = 0.9999f;
        term[i] = 1e-4f;
        for (int k = 0; k < accumulators; ++k) sums[k][i] = (float)(i + k);
    }
    __asm__ volatile("" : "+m"(factor), "+m"(term));
    vector const f = factor, t = term;
    double const start = now();
    for (int round = 0; round < rounds; ++round) {
#pragma GCC unroll 16
        for (int k = 0; k < accumulators; ++k) sums[k] = sums[k] * f + t;
    }
    for (int k = 0; k < accumulators; ++k) __asm__ volatile("" : "+m"(sums[k]));
    return 2.0 * rounds * accumulators * lanes / (now() - start) * 1e-9;
}

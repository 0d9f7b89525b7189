// Calls in a loop, timed, without an interpreter between them: what a call costs in Python counts
// where a model takes microseconds.
#include <tenon/runtime/abi.h>

#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Seconds that `count` calls of an entry of a compiled model take; below zero if one fails.
double repeat_tenon(tenon_call_function entry, DLTensor const* const* arguments, int32_t arity,
                    int count, tenon_error* error) {
    double const start = now();
    for (int i = 0; i < count; ++i)
        if (entry(arguments, arity, NULL, error) != 0) return -1;
    return now() - start;
}

// The same of an entry of ONNX Runtime's C interface that runs a session on what is bound to it.
typedef void* (*run_with_binding)(void* session, void const* options, void const* binding);

double repeat_onnxruntime(run_with_binding run, void* session, void const* binding, int count,
                          void** status) {
    double const start = now();
    for (int i = 0; i < count; ++i)
        if ((*status = run(session, NULL, binding)) != NULL) return -1;
    return now() - start;
}

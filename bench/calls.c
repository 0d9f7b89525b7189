// Calls in a loop, timed, without an interpreter between them: what a call costs in Python counts
// where a model takes microseconds.
#include <tenon/runtime/abi.h>

#include <dlfcn.h>
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

// Seconds from before the library is loaded until its first result is there; below zero if
// something fails. It stays loaded, and `entry` is its entry.
double first_result(char const* library, char const* symbol, DLTensor const* const* arguments,
                    int32_t arity, tenon_call_function* entry) {
    double const start = now();
    void* loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (loaded == NULL) return -1;
    *(void**)entry = dlsym(loaded, symbol);
    if (*entry == NULL || (*entry)(arguments, arity, NULL, NULL) != 0) return -1;
    return now() - start;
}

// As `repeat_tenon`, for an entry of ONNX Runtime's C interface that runs a session on what is
// bound to it.
typedef void* (*run_with_binding)(void* session, void const* options, void const* binding);

double repeat_onnxruntime(run_with_binding run, void* session, void const* binding, int count,
                          void** status) {
    double const start = now();
    for (int i = 0; i < count; ++i)
        if ((*status = run(session, NULL, binding)) != NULL) return -1;
    return now() - start;
}

// An artifact written by hand, of the form that the code generator emits: a few functions that
// between them use every part of the layouts. Linked with support.c or support.ll into a library.
#include "loop_to_llvm/artifact.h"

#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))
#define COUNT(array) ((int32_t)(sizeof(array) / sizeof(array)[0]))

#define ENTRIES(name)                                                                              \
    EXPORTED TENON_DECLARE(tenon, name);                                                           \
    EXPORTED int32_t __tvm_ffi_##name(void*, tenon_any const*, int32_t, tenon_any*);               \
    EXPORTED int32_t __tvm_ffi_##name##_shapes(void*, tenon_any const*, int32_t, tenon_any*);      \
    EXPORTED int32_t __tvm_ffi_##name##_managed(void*, tenon_any const*, int32_t, tenon_any*);     \
    int32_t tenon_##name(DLTensor const* const* arguments, int32_t count,                          \
                         tenon_options const* options, tenon_error* error) {                       \
        return tenon_enter(&name##_entry, arguments, count, options, error);                       \
    }                                                                                              \
    int32_t tenon_##name##_shapes(DLTensor const* const* inputs, int32_t count,                    \
                                  int64_t* const* shapes, tenon_error* error) {                    \
        return tenon_enter_shapes(&name##_entry, inputs, count, shapes, error);                    \
    }                                                                                              \
    int32_t tenon_##name##_managed(DLTensor const* const* inputs, int32_t count,                   \
                                   DLManagedTensor** outputs, tenon_options const* options,        \
                                   tenon_error* error) {                                           \
        return tenon_enter_managed(&name##_entry, inputs, count, outputs, options, error);         \
    }                                                                                              \
    int32_t __tvm_ffi_##name(void* self, tenon_any const* arguments, int32_t count,                \
                             tenon_any* result) {                                                  \
        (void)self;                                                                                \
        return tenon_tvm(&name##_entry, arguments, count, result);                                 \
    }                                                                                              \
    int32_t __tvm_ffi_##name##_shapes(void* self, tenon_any const* arguments, int32_t count,       \
                                      tenon_any* result) {                                         \
        (void)self;                                                                                \
        return tenon_tvm_shapes(&name##_entry, arguments, count, result);                          \
    }                                                                                              \
    int32_t __tvm_ffi_##name##_managed(void* self, tenon_any const* arguments, int32_t count,      \
                                       tenon_any* result) {                                        \
        (void)self;                                                                                \
        return tenon_tvm_managed(&name##_entry, arguments, count, result);                         \
    }

#define DIM(text_, ...)                                                                            \
    {(int64_t const[]){__VA_ARGS__}, text_, COUNT(((int64_t const[]){__VA_ARGS__}))}
#define FIXED(value) DIM(#value, tenon_dim_constant, value)
#define SYMBOL(name, index) DIM(name, tenon_dim_symbol, index)

// main(x: f32[n, 3], s: f32[3] = 2) -> (y: f32[n, 3] = x * s, steps: i64[2*n + 1] = 0, 1, ...)

static tenon_dim const main_x[] = {SYMBOL("n", 0), FIXED(3)};
static tenon_dim const main_s[] = {FIXED(3)};
static tenon_dim const main_steps[] = {DIM("2*n + 1", tenon_dim_constant, 2, tenon_dim_symbol, 0,
                                           tenon_dim_mul, tenon_dim_constant, 1, tenon_dim_add)};
static tenon_argument const main_inputs[] = {
    {"x", main_x, 2, kDLFloat, 32, 1, 0, 0},
    {"s", main_s, 1, kDLFloat, 32, 1, tenon_argument_optional, 0},
};
static tenon_argument const main_outputs[] = {
    {"y", main_x, 2, kDLFloat, 32, 1, 0, 0},
    {"steps", main_steps, 1, kDLInt, 64, 1, 0, 0},
};
static tenon_symbol const main_symbols[] = {{"n", 0, 0}};

static void scale_rows(void* environment, int64_t begin, int64_t end, int64_t worker) {
    tenon_call* call = environment;
    float const *x = call->buffers[0], *s = call->buffers[1];
    float *y = call->buffers[2], *row = (float*)(call->worker_arena + worker * call->worker_stride);
    for (int64_t i = begin; i < end; ++i) {
        for (int d = 0; d < 3; ++d) row[d] = x[3 * i + d] * (s ? s[d] : 2);
        for (int d = 0; d < 3; ++d) y[3 * i + d] = row[d];
    }
}

static int64_t main_arena(int64_t const* symbols) { return symbols[0] * 8; }
static int64_t main_worker(int64_t const* symbols) { return (void)symbols, 12; }

static int32_t main_run(tenon_call* call) {
    int64_t* steps = call->buffers[3];
    int64_t* old = (int64_t*)call->arena;
    tenon_parallel(call, scale_rows, call, call->symbols[0], 4);
    for (int64_t i = 0; i < call->symbols[0]; ++i) old[i] = 2 * i;
    for (int64_t i = 0; i < 2 * call->symbols[0]; ++i) steps[i] = old[i / 2] + i % 2;
    steps[2 * call->symbols[0]] = 2 * call->symbols[0];
    return 0;
}

static tenon_entry const main_entry = {"main",
                                       main_inputs,
                                       main_outputs,
                                       main_symbols,
                                       0,
                                       main_run,
                                       main_arena,
                                       main_worker,
                                       2,
                                       2,
                                       1,
                                       0,
                                       4,
                                       0};
ENTRIES(main)

// pick(values: f32[n], keep: bool[n]) -> (kept: f32[k], count: i64[])  with k <= n from the data

static tenon_dim const pick_n[] = {SYMBOL("n", 0)};
static tenon_dim const pick_k[] = {SYMBOL("k", 1)};
static tenon_argument const pick_inputs[] = {{"values", pick_n, 1, kDLFloat, 32, 1, 0, 0},
                                             {"keep", pick_n, 1, kDLBool, 8, 1, 0, 0}};
static tenon_argument const pick_outputs[] = {
    {"kept", pick_k, 1, kDLFloat, 32, 1, tenon_argument_data_dependent, 0},
    {"count", 0, 0, kDLInt, 64, 1, 0, 0}};
static tenon_symbol const pick_symbols[] = {{"n", 0, 0}, {"k", -1, 0}};

static int32_t pick_run(tenon_call* call) {
    float const* values = call->buffers[0];
    char const* keep = call->buffers[1];
    int64_t n = call->symbols[0], k = 0;
    float* found = tenon_allocate(call, n * 4);
    if (!found) return call->status;
    for (int64_t i = 0; i < n; ++i)
        if (keep[i]) found[k++] = values[i];
    call->symbols[1] = k;
    float* kept = tenon_output(call, 0, &k);
    for (int64_t i = 0; kept && i < k; ++i) kept[i] = found[i];
    tenon_release(call, found, n * 4);
    if (!kept) return call->status;
    *(int64_t*)call->buffers[3] = k;
    return 0;
}

static tenon_entry const pick_entry = {
    "pick", pick_inputs, pick_outputs, pick_symbols, 0, pick_run, 0, 0, 2, 2, 2, 0, 1, 0};
ENTRIES(pick)

// gather(table: f32[rows, 4], rows_wanted: i64[k]) -> (out: f32[k, 4])

static tenon_dim const gather_table[] = {SYMBOL("rows", 0), FIXED(4)};
static tenon_dim const gather_k[] = {SYMBOL("k", 1)};
static tenon_dim const gather_out[] = {SYMBOL("k", 1), FIXED(4)};
static tenon_argument const gather_inputs[] = {{"table", gather_table, 2, kDLFloat, 32, 1, 0, 0},
                                               {"wanted", gather_k, 1, kDLInt, 64, 1, 0, 0}};
static tenon_argument const gather_outputs[] = {{"out", gather_out, 2, kDLFloat, 32, 1, 0, 0}};
static tenon_symbol const gather_symbols[] = {{"rows", 0, 0}, {"k", 1, 0}};

static void gather_some(void* environment, int64_t begin, int64_t end, int64_t worker) {
    tenon_call* call = environment;
    float const* table = call->buffers[0];
    int64_t const* wanted = call->buffers[1];
    float* out = call->buffers[2];
    int64_t rows = call->symbols[0];
    (void)worker;
    for (int64_t i = begin; i < end; ++i) {
        if (wanted[i] < -rows || wanted[i] >= rows) {
            tenon_fail_index(call, "node \"lookup\" (Gather)", wanted[i], rows);
            return;
        }
        int64_t row = wanted[i] < 0 ? wanted[i] + rows : wanted[i];
        for (int d = 0; d < 4; ++d) out[4 * i + d] = table[4 * row + d];
    }
}

static int32_t gather_run(tenon_call* call) {
    tenon_parallel(call, gather_some, call, call->symbols[1], 1);
    return call->status;
}

static tenon_entry const gather_entry = {
    "gather", gather_inputs, gather_outputs, gather_symbols, 0, gather_run, 0, 0, 2, 1, 2, 0, 2, 0};
ENTRIES(gather)

// pair(a: f32[n], b: f32[2*n], c: f32[m]) -> (sum: f32[n - 2] = a[i] + b[i]), m >= n, m % 4 = 0

static tenon_dim const pair_a[] = {SYMBOL("n", 0)};
static tenon_dim const pair_b[] = {
    DIM("2*n", tenon_dim_constant, 2, tenon_dim_symbol, 0, tenon_dim_mul)};
static tenon_dim const pair_c[] = {SYMBOL("m", 1)};
static tenon_dim const pair_sum[] = {
    DIM("n - 2", tenon_dim_symbol, 0, tenon_dim_constant, 2, tenon_dim_sub)};
static tenon_argument const pair_inputs[] = {{"a", pair_a, 1, kDLFloat, 32, 1, 0, 0},
                                             {"b", pair_b, 1, kDLFloat, 32, 1, 0, 0},
                                             {"c", pair_c, 1, kDLFloat, 32, 1, 0, 0}};
static tenon_argument const pair_outputs[] = {{"sum", pair_sum, 1, kDLFloat, 32, 1, 0, 0}};
static tenon_symbol const pair_symbols[] = {{"n", 0, 0}, {"m", 2, 0}};
static tenon_constraint const pair_constraints[] = {
    {SYMBOL("m", 1), SYMBOL("n", 0), 0, tenon_at_least, 0},
    {DIM("m mod 4", tenon_dim_symbol, 1, tenon_dim_constant, 4, tenon_dim_mod), FIXED(0),
     "m a multiple of 4 (node \"split\")", tenon_equal, 0}};

static int32_t pair_run(tenon_call* call) {
    float const *a = call->buffers[0], *b = call->buffers[1];
    float* sum = call->buffers[3];
    for (int64_t i = 0; i < call->symbols[0] - 2; ++i) sum[i] = a[i] + b[i];
    return 0;
}

static tenon_entry const pair_entry = {"pair",
                                       pair_inputs,
                                       pair_outputs,
                                       pair_symbols,
                                       pair_constraints,
                                       pair_run,
                                       0,
                                       0,
                                       3,
                                       1,
                                       2,
                                       2,
                                       1,
                                       0};
ENTRIES(pair)

// many(x0 ... x299: f32[]) -> (sum: f32[]), too many arguments for the stack

static tenon_argument const many_inputs[] = {[0 ... 299] = {"x", 0, 0, kDLFloat, 32, 1, 0, 0}};
static tenon_argument const many_outputs[] = {{"sum", 0, 0, kDLFloat, 32, 1, 0, 0}};

static int32_t many_run(tenon_call* call) {
    float sum = 0;
    for (int i = 0; i < 300; ++i) sum += *(float*)call->buffers[i];
    *(float*)call->buffers[300] = sum;
    return 0;
}

static tenon_entry const many_entry = {
    "many", many_inputs, many_outputs, 0, 0, many_run, 0, 0, 300, 1, 0, 0, 1, 0};
ENTRIES(many)

// sum(x: f32[n]) -> (total: f64[], id: u64[]): a large arena, many loops, and where the arena lay

static tenon_argument const sum_inputs[] = {{"x", pick_n, 1, kDLFloat, 32, 1, 0, 0}};
static tenon_argument const sum_outputs[] = {{"total", 0, 0, kDLFloat, 64, 1, 0, 0},
                                             {"arena", 0, 0, kDLUInt, 64, 1, 0, 0}};

typedef struct sum_part {
    tenon_call* call;
    int64_t step;
} sum_part;

static void widen(void* environment, int64_t begin, int64_t end, int64_t worker) {
    tenon_call* call = environment;
    float const* x = call->buffers[0];
    double* wide = (double*)call->arena;
    (void)worker;
    for (int64_t i = begin; i < end; ++i) wide[i] = (double)x[i];
}

static void halve(void* environment, int64_t begin, int64_t end, int64_t worker) {
    sum_part* part = environment;
    double* wide = (double*)part->call->arena;
    (void)worker;
    for (int64_t i = begin; i < end; ++i) wide[i] += wide[i + part->step];
}

static int64_t sum_arena(int64_t const* symbols) { return symbols[0] * 8; }

static int32_t sum_run(tenon_call* call) {
    int64_t left = call->symbols[0];
    tenon_parallel(call, widen, call, left, 64);
    while (left > 1) {
        sum_part part = {call, (left + 1) / 2};
        tenon_parallel(call, halve, &part, left - part.step, 16);
        left = part.step;
    }
    *(double*)call->buffers[1] = call->symbols[0] ? *(double*)call->arena : 0;
    *(uint64_t*)call->buffers[2] = (uint64_t)(uintptr_t)call->arena;
    return 0;
}

static tenon_entry const sum_entry = {
    "sum", sum_inputs, sum_outputs, main_symbols, 0, sum_run, sum_arena, 0, 1, 2, 1, 0, 0, 0};
ENTRIES(sum)

// team(x: f32[n]) -> (workers: i64[]): which workers took part, as bits, in n parts that take long

static tenon_argument const team_outputs[] = {{"workers", 0, 0, kDLInt, 64, 1, 0, 0}};

static void take_long(void* environment, int64_t begin, int64_t end, int64_t worker) {
    int64_t* workers = environment;
    (void)begin, (void)end;
    usleep(3000);
    __atomic_fetch_or(workers, INT64_C(1) << worker, __ATOMIC_RELAXED);
}

static int32_t team_run(tenon_call* call) {
    int64_t workers = 0;
    tenon_parallel(call, take_long, &workers, call->symbols[0], 1);
    *(int64_t*)call->buffers[1] = workers;
    return 0;
}

#define team_inputs sum_inputs
static tenon_entry const team_entry = {
    "team", sum_inputs, team_outputs, main_symbols, 0, team_run, 0, 0, 1, 1, 1, 0, 0, 0};
ENTRIES(team)

#define FUNCTION(name, ranks)                                                                      \
    {#name, tenon_##name,         tenon_##name##_shapes, tenon_##name##_managed,                   \
     ranks, COUNT(name##_inputs), COUNT(name##_outputs)}

static int32_t const main_ranks[] = {2, 1}, pick_ranks[] = {1, 0}, gather_ranks[] = {2},
                     pair_ranks[] = {1}, many_ranks[] = {0}, sum_ranks[] = {0, 0},
                     team_ranks[] = {0};
static tenon_function const functions[] = {
    FUNCTION(main, main_ranks), FUNCTION(pick, pick_ranks), FUNCTION(gather, gather_ranks),
    FUNCTION(pair, pair_ranks), FUNCTION(many, many_ranks), FUNCTION(sum, sum_ranks),
    FUNCTION(team, team_ranks)};

__attribute__((section(".tenon.info"), used)) static char const metadata[] =
    "{\"abi\": 1, \"name\": \"fixture\"}";

static tenon_module const module = {metadata, functions, TENON_ABI_VERSION, COUNT(functions)};

EXPORTED TENON_DECLARE_MODULE(tenon);
tenon_module const* tenon_module_info(void) { return &module; }

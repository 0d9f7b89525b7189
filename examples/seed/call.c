// call MODEL.so: calls the compiled model from C, and watches whose memory the model's code
// touches.
#define _GNU_SOURCE
#include <tenon/runtime/abi.h>

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { rows = 224, columns = 224, channels = 3, classes = 10 };

// --- Watching: memory without access rights, opened by whoever touches it first
// ---------------------------------------

typedef struct {
    char const* name;
    char* begin;
    size_t size;
    void* first_address;
    char toucher[256];
} watched;

static watched buffers[2];

static uintptr_t program_counter(ucontext_t const* context) {
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
#error "program_counter: not written for this processor"
#endif
}

static void on_touch(int number, siginfo_t* info, void* context) {
    char* address = info->si_addr;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; ++i) {
        watched* w = &buffers[i];
        if (address < w->begin || address >= w->begin + w->size) continue;
        Dl_info library;
        w->first_address = address;
        if (dladdr((void*)program_counter(context), &library))
            snprintf(w->toucher, sizeof w->toucher, "%s", library.dli_fname);
        mprotect(w->begin, w->size, PROT_READ | PROT_WRITE);
        return;
    }
    signal(number, SIG_DFL);
}

static float* allocate(watched* w, char const* name, size_t count) {
    w->name = name;
    w->size = count * sizeof(float);
    w->begin = mmap(NULL, w->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    w->first_address = NULL;
    if (w->begin == MAP_FAILED) exit(3);
    return (float*)w->begin;
}

static void close_until_touched(watched* w) { mprotect(w->begin, w->size, PROT_NONE); }

static void report(watched* w) {
    printf("c: %s at %p..%p was first touched at %p by code in %s\n", w->name, (void*)w->begin,
           (void*)(w->begin + w->size), w->first_address, w->first_address ? w->toucher : "nobody");
    munmap(w->begin, w->size);
}

// --- Calling
// ----------------------------------------------------------------------------------------------------------

static DLTensor tensor(void* data, int64_t* shape, int32_t rank) {
    DLTensor t = {data, {kDLCPU, 0}, rank, {kDLFloat, 32, 1}, shape, NULL, 0};
    return t;
}

static void check(int32_t status, tenon_error const* error) {
    if (status == tenon_ok) return;
    fprintf(stderr, "c: status %d: %s\n", status, error->message);
    exit(1);
}

static void call(tenon_call_function run, tenon_shapes_function shapes, int64_t batch) {
    int64_t in_shape[4] = {batch, channels, rows, columns}, out_shape[2];
    size_t count = (size_t)batch * channels * rows * columns;
    float* in = allocate(&buffers[0], "input", count);
    for (size_t i = 0; i < count; ++i) in[i] = (float)(i % 251) / 125 - 1;
    tenon_error error;
    DLTensor x = tensor(in, in_shape, 4);
    DLTensor const* arguments[2] = {&x, NULL};
    int64_t* out_shapes[1] = {out_shape};
    check(shapes(arguments, 1, out_shapes, &error), &error);

    float* out = allocate(&buffers[1], "output", (size_t)(out_shape[0] * out_shape[1]));
    DLTensor y = tensor(out, out_shape, 2);
    arguments[1] = &y;
    close_until_touched(&buffers[0]);
    close_until_touched(&buffers[1]);
    check(run(arguments, 2, NULL, &error), &error);

    printf("c: batch %lld: output [%lld, %lld], first row", (long long)batch,
           (long long)out_shape[0], (long long)out_shape[1]);
    for (int i = 0; i < classes; ++i) printf(" %.6f", (double)out[i]);
    printf("\n");
    report(&buffers[0]);
    report(&buffers[1]);
}

// A function's address through a data pointer, as POSIX has it and ISO C does not.
static void find(void* library, char const* name, void* function) {
    void* symbol = dlsym(library, name);
    if (!symbol) {
        fprintf(stderr, "c: %s\n", dlerror());
        exit(1);
    }
    memcpy(function, &symbol, sizeof symbol);
}

int main(int argc, char** argv) {
    if (argc != 2) return fprintf(stderr, "usage: call MODEL.so\n"), 1;
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return fprintf(stderr, "c: %s\n", dlerror()), 1;
    tenon_call_function run;
    tenon_shapes_function shapes;
    find(library, "tenon_main", &run);
    find(library, "tenon_main_shapes", &shapes);

    struct sigaction action = {0};
    action.sa_sigaction = on_touch;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, NULL);
    call(run, shapes, 1);
    call(run, shapes, 5);
    return 0;
}

// Calls a compiled model's function and counts the requests for memory and for threads during the
// calls.
//
//   count_calls LIBRARY THREADS CALLS TENSOR... [+ TENSOR...]...
//
// Between the `+` are sets of arguments. Each set is called once, which is counted as first; then
// all in turn, CALLS times, which is counted as later, in function `later_calls` for tools that
// look at one function. A TENSOR is CODE:BITS:D,D,...:FILE with DLPack's code and the elements'
// bytes; without FILE it is filled with zeros. `-` is an argument left out. What is counted goes to
// standard output as a line `first NAME=N ...` and a line `later NAME=N ...`.
#define _GNU_SOURCE
#include <tenon/runtime/abi.h>

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum request {
    by_malloc,
    by_calloc,
    by_realloc,
    by_aligned_alloc,
    by_free,
    by_mmap,
    by_munmap,
    by_thread,
    requests
};
static char const* const request_names[requests] = {"malloc", "calloc", "realloc", "aligned_alloc",
                                                    "free",   "mmap",   "munmap",  "threads"};

typedef long counts[requests];
static long* counted; // into these, or nowhere

static void count(enum request what) {
    long* into = __atomic_load_n(&counted, __ATOMIC_RELAXED);
    if (into) __atomic_fetch_add(&into[what], 1, __ATOMIC_RELAXED);
}

// Instead of those of the C library, for the artifact too. Its own are known by these names.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t number, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);

void* malloc(size_t size) {
    count(by_malloc);
    return __libc_malloc(size);
}
void* calloc(size_t number, size_t size) {
    count(by_calloc);
    return __libc_calloc(number, size);
}
void* realloc(void* block, size_t size) {
    count(by_realloc);
    return __libc_realloc(block, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    count(by_aligned_alloc);
    return __libc_memalign(alignment, size);
}
void* memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
int posix_memalign(void** place, size_t alignment, size_t size) {
    *place = aligned_alloc(alignment, size);
    return *place ? 0 : ENOMEM;
}
void free(void* block) {
    count(by_free);
    __libc_free(block);
}
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
    count(by_mmap);
    return (void*)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}
int munmap(void* at, size_t size) {
    count(by_munmap);
    return (int)syscall(SYS_munmap, at, size);
}
int pthread_create(pthread_t* thread, pthread_attr_t const* how, void* (*run)(void*),
                   void* argument) {
    int (*next)(pthread_t*, pthread_attr_t const*, void* (*)(void*), void*);
    *(void**)&next = dlsym(RTLD_NEXT, "pthread_create");
    count(by_thread);
    return next(thread, how, run, argument);
}

static void stop(char const* what, char const* about) {
    fprintf(stderr, "count_calls: %s: %s\n", what, about);
    exit(1);
}

enum { most_tensors = 1024, most_rank = 16 };

typedef struct argument {
    DLTensor tensor;
    int64_t shape[most_rank];
} argument;

static void fill(void* to, size_t bytes, char const* path) {
    FILE* file = fopen(path, "rb");
    if (!file || fread(to, 1, bytes, file) != bytes) stop("cannot read all of", path);
    fclose(file);
}

static void read_argument(argument* made, char const* text) {
    int code, bits, at = 0;
    if (sscanf(text, "%d:%d:%n", &code, &bits, &at) != 2 || !at) stop("not a tensor", text);
    int64_t elements = 1;
    char const* rest = text + at;
    while (*rest && *rest != ':') {
        char* end;
        int64_t size = strtoll(rest, &end, 10);
        if (end == rest || made->tensor.ndim == most_rank) stop("not a tensor", text);
        made->shape[made->tensor.ndim++] = size;
        elements *= size;
        rest = *end == ',' ? end + 1 : end;
    }
    size_t bytes = ((size_t)elements * (size_t)bits + 7) / 8;
    made->tensor.shape = made->shape;
    made->tensor.dtype = (DLDataType){(uint8_t)code, (uint8_t)bits, 1};
    made->tensor.device.device_type = kDLCPU;
    made->tensor.data = calloc(bytes + 64, 1);
    if (!made->tensor.data) stop("no memory for", text);
    if (rest[0] && rest[1]) fill(made->tensor.data, bytes, rest + 1);
}

static argument arguments[most_tensors];
static DLTensor const* tensors[most_tensors];
static int32_t ends[most_tensors]; // of the sets
static int32_t sets;
static tenon_options options = {.size = sizeof options};

static void call_set(tenon_function const* function, int32_t set) {
    int32_t begin = set ? ends[set - 1] : 0;
    tenon_error error;
    if (function->call(tensors + begin, ends[set] - begin, &options, &error))
        stop("refused", error.message);
}

static void first_calls(tenon_function const* function) {
    for (int32_t set = 0; set < sets; ++set) call_set(function, set);
}

__attribute__((noinline)) void later_calls(tenon_function const* function, int calls) {
    for (int i = 0; i < calls; ++i)
        for (int32_t set = 0; set < sets; ++set) call_set(function, set);
}

static void print(char const* when, counts const seen) {
    printf("%s", when);
    for (int i = 0; i < requests; ++i) printf(" %s=%ld", request_names[i], seen[i]);
    printf("\n");
}

int main(int count_of_words, char** words) {
    if (count_of_words < 5) stop("expected", "LIBRARY THREADS CALLS TENSOR... [+ TENSOR...]...");
    void* library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) stop("cannot load", dlerror());
    tenon_module_function info;
    *(void**)&info = dlsym(library, "tenon_module_info");
    if (!info) stop("not an artifact", words[1]);
    options.threads = atoi(words[2]);
    int32_t number = 0;
    for (int i = 4; i < count_of_words; ++i) {
        if (number == most_tensors) stop("too many tensors", words[i]);
        if (!strcmp(words[i], "+")) {
            ends[sets++] = number;
            continue;
        }
        if (strcmp(words[i], "-")) {
            read_argument(&arguments[number], words[i]);
            tensors[number] = &arguments[number].tensor;
        }
        ++number;
    }
    ends[sets++] = number;
    static counts first, later;
    tenon_function const* function = info()->functions;
    __atomic_store_n(&counted, first, __ATOMIC_SEQ_CST);
    first_calls(function);
    __atomic_store_n(&counted, later, __ATOMIC_SEQ_CST);
    later_calls(function, atoi(words[3]));
    __atomic_store_n(&counted, (long*)0, __ATOMIC_SEQ_CST);
    print("first", first);
    print("later", later);
    return 0;
}

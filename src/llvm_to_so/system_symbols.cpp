// The C library's names. A name with several versions needs the one that today's headers would
// give, else the loader picks the oldest; a few of those behave differently or are slower.
#include "system_symbols.hpp"

#include <algorithm>
#include <elf.h>
#include <string_view>

namespace tenon::llvm_to_so {
namespace {

// clang-format off
constexpr std::string_view libm_names[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign",
    "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma",
    "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb", "ldexp", "lgamma", "llrint", "llround",
    "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nearbyint",
    "nextafter", "pow", "remainder", "rint", "round", "roundeven", "scalbln", "scalbn", "sin",
    "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc"};

constexpr std::string_view libc_names[] = {
    "__assert_fail", "__cxa_atexit", "__cxa_finalize", "__errno_location", "__memcpy_chk",
    "__memset_chk", "__snprintf_chk", "__stack_chk_fail", "__vsnprintf_chk", "abort",
    "aligned_alloc", "bsearch", "calloc", "clock_gettime", "clock_nanosleep", "close",
    "dl_iterate_phdr", "dladdr", "dlclose", "dlopen", "dlsym", "fflush", "fprintf", "fputc",
    "fputs", "free", "fwrite", "getenv", "getauxval", "getpid", "gettid", "madvise", "malloc",
    "memchr", "memcmp", "bcmp", "memcpy", "memmove", "memset", "mmap", "mprotect", "munmap",
    "nanosleep", "open", "posix_memalign", "printf", "pthread_attr_destroy",
    "pthread_attr_init", "pthread_attr_setaffinity_np", "pthread_attr_setdetachstate",
    "pthread_attr_setstacksize", "pthread_cond_broadcast", "pthread_cond_destroy",
    "pthread_cond_init", "pthread_cond_signal", "pthread_cond_timedwait", "pthread_cond_wait",
    "pthread_create", "pthread_detach", "pthread_getspecific", "pthread_join",
    "pthread_key_create", "pthread_key_delete", "pthread_mutex_destroy", "pthread_mutex_init",
    "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_once",
    "pthread_self", "pthread_setaffinity_np", "pthread_setname_np", "pthread_setspecific",
    "pthread_sigmask", "putchar", "puts", "qsort", "read", "realloc", "sched_getaffinity",
    "sched_setaffinity", "sched_yield", "sem_destroy", "sem_init", "sem_post", "sem_wait",
    "sigdelset", "sigfillset", "snprintf", "stderr", "stdout", "strchr", "strcmp", "strcpy", "strlen",
    "strncmp", "strncpy", "strnlen", "strrchr", "strstr", "strtod", "strtof", "strtol",
    "strtoll", "strtoull", "syscall", "sysconf", "usleep", "vsnprintf", "write"};

// Common to all machines: the variants without error handling of the old interface.
constexpr std::pair<std::string_view, std::string_view> libm_versions[] = {
    {"exp2f", "GLIBC_2.27"}, {"expf", "GLIBC_2.27"}, {"log2f", "GLIBC_2.27"}, 
    {"logf", "GLIBC_2.27"},
    {"powf", "GLIBC_2.27"}, {"exp", "GLIBC_2.29"}, {"exp2", "GLIBC_2.29"}, {"log", "GLIBC_2.29"},
    {"log2", "GLIBC_2.29"}, {"pow", "GLIBC_2.29"}};

// Only where the library is older than these versions.
constexpr std::pair<std::string_view, std::string_view> x86_64_versions[] = {
    {"memcpy", "GLIBC_2.14"}, {"pthread_cond_broadcast", "GLIBC_2.3.2"},
    {"pthread_cond_destroy", "GLIBC_2.3.2"}, {"pthread_cond_init", "GLIBC_2.3.2"},
    {"pthread_cond_signal", "GLIBC_2.3.2"}, {"pthread_cond_timedwait", "GLIBC_2.3.2"},
    {"pthread_cond_wait", "GLIBC_2.3.2"}, {"sched_getaffinity", "GLIBC_2.3.4"},
    {"sched_setaffinity", "GLIBC_2.3.4"}};
// clang-format on

template <class Names> bool has(Names const& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool in_libm(std::string_view name) {
    return has(libm_names, name) ||
           (name.ends_with('f') && has(libm_names, name.substr(0, name.size() - 1)));
}

template <class Versions> std::string version_in(Versions const& versions, std::string_view name) {
    for (auto const& [symbol, version] : versions)
        if (symbol == name) return std::string(version);
    return {};
}

Elf64_Half machine_of(object const& like) {
    return like.size() < sizeof(Elf64_Ehdr)
               ? Elf64_Half(EM_NONE)
               : reinterpret_cast<Elf64_Ehdr const*>(like.data())->e_machine;
}

} // namespace

std::map<std::string, std::vector<system_symbol>>
find_system_symbols(std::vector<std::string>& wanted, object const& like) {
    std::map<std::string, std::vector<system_symbol>> found;
    bool const x86_64 = machine_of(like) == EM_X86_64;
    std::erase_if(wanted, [&](std::string const& name) {
        if (in_libm(name))
            found["libm.so.6"].push_back({name, version_in(libm_versions, name)});
        else if (has(libc_names, name))
            found["libc.so.6"].push_back({name, x86_64 ? version_in(x86_64_versions, name) : ""});
        else
            return false;
        return true;
    });
    return found;
}

} // namespace tenon::llvm_to_so

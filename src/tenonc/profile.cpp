#include "profile.hpp"

#include "failure.hpp"
#include "files.hpp"
#include "peak.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <elf.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace tenon::tenonc {
namespace {

struct function {
    std::uint64_t begin = 0, end = 0;
    std::string name;
};

template <class T> T at(std::string_view bytes, std::uint64_t offset) {
    T value{};
    if (offset + sizeof value <= bytes.size())
        std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// By address. Empty for a library without a symbol table.
std::vector<function> read_functions(std::string const& library) {
    auto const file = mapped_file(library);
    std::string_view const bytes = file.bytes();
    auto const header = at<Elf64_Ehdr>(bytes, 0);
    auto const section = [&](std::uint64_t i) {
        return at<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr));
    };
    std::vector<function> all;
    for (int i = 0; i != header.e_shnum; ++i) {
        auto const table = section(static_cast<std::uint64_t>(i));
        if (table.sh_type != SHT_SYMTAB) continue;
        auto const names = section(table.sh_link);
        for (std::uint64_t s = 0; s + sizeof(Elf64_Sym) <= table.sh_size; s += sizeof(Elf64_Sym)) {
            auto const symbol = at<Elf64_Sym>(bytes, table.sh_offset + s);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
            all.push_back({symbol.st_value, symbol.st_value + symbol.st_size,
                           bytes.data() + names.sh_offset + symbol.st_name});
        }
    }
    std::sort(all.begin(), all.end(),
              [](auto const& a, auto const& b) { return a.begin < b.begin; });
    return all;
}

constexpr double seconds_between_probes = 0.05;
constexpr std::size_t most_samples = 1 << 16;
std::uint64_t samples[most_samples];
volatile std::size_t sample_count = 0;
volatile bool counting = false;

void note(int, siginfo_t*, void* where) {
    if (!counting || sample_count == most_samples) return;
#if defined(__x86_64__)
    auto const pc = static_cast<ucontext_t*>(where)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    auto const pc = static_cast<ucontext_t*>(where)->uc_mcontext.pc;
#else
    auto const pc = 0;
#endif
    samples[sample_count] = static_cast<std::uint64_t>(pc);
    sample_count = sample_count + 1;
}

/// Signals this thread a thousand times a second for as long as it lives.
class ticker {
public:
    ticker() {
        struct sigaction action{};
        action.sa_sigaction = note;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        sigaction(SIGPROF, &action, &before_);
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = SIGPROF;
        event._sigev_un._tid = static_cast<int>(syscall(SYS_gettid));
        itimerspec const each{{0, 1'000'000}, {0, 1'000'000}};
        if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0 ||
            timer_settime(timer_, 0, &each, nullptr) != 0)
            throw fail(exit_code::internal, "no timer for --measure");
    }
    ~ticker() {
        timer_delete(timer_);
        sigaction(SIGPROF, &before_, nullptr);
    }
    ticker(ticker const&) = delete;
    ticker& operator=(ticker const&) = delete;

private:
    timer_t timer_{};
    struct sigaction before_{};
};

std::string name_at(std::vector<function> const& all, std::uint64_t address) {
    auto const behind = std::upper_bound(all.begin(), all.end(), address,
                                         [](auto a, auto const& f) { return a < f.begin; });
    if (behind == all.begin() || address >= behind[-1].end) return {};
    return behind[-1].name;
}

} // namespace

std::vector<std::string> functions_of(std::string const& library) {
    std::vector<std::string> names;
    for (auto& f : read_functions(library)) names.push_back(std::move(f.name));
    return names;
}

profile measure(std::string const& library, void const* inside, std::function<void()> const& call,
                double seconds) {
#if !defined(__x86_64__) && !defined(__aarch64__)
    throw fail(exit_code::usage, "--measure: expected an x86-64 or AArch64 processor");
#endif
    using clock = std::chrono::steady_clock;
    auto const functions = read_functions(library);
    Dl_info where{};
    dladdr(inside, &where);
    auto const base = reinterpret_cast<std::uint64_t>(where.dli_fbase);
    call(); // memory and weights are there from the second call on
    sample_count = 0;
    std::vector<double> peaks{multiply_add_rate()};
    double passed = 0;
    int calls = 0;
    {
        ticker const running;
        while (passed < seconds || calls < 3) {
            auto const start = clock::now();
            double in_a_row = 0;
            counting = true;
            for (; in_a_row < seconds_between_probes; ++calls) {
                call();
                in_a_row = std::chrono::duration<double>(clock::now() - start).count();
            }
            counting = false;
            passed += in_a_row;
            peaks.push_back(multiply_add_rate());
        }
    }
    profile found;
    found.seconds_of_call = passed / calls;
    std::nth_element(peaks.begin(), peaks.begin() + peaks.size() / 2, peaks.end());
    found.peak = peaks[peaks.size() / 2];
    auto const count = static_cast<std::size_t>(sample_count);
    for (std::size_t i = 0; i != count; ++i)
        found.shares[name_at(functions, samples[i] - base)] += 1 / static_cast<double>(count);
    return found;
}

} // namespace tenon::tenonc

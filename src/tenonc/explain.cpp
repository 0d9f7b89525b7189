// tenonc explain.
#include <tenon/loop_to_loop/plan_memory.hpp>

#include "call.hpp"
#include "commands.hpp"
#include "compile.hpp"
#include "files.hpp"
#include "model.hpp"
#include "profile.hpp"
#include "values.hpp"
#include "work.hpp"

#include <algorithm>
#include <cstdio>

namespace tenon::tenonc {
namespace {

/// Operations that a core does in the time in which it moves a byte; for an estimate of which of
/// the two a kernel waits for.
constexpr double operations_per_byte = 16;
constexpr double measured_seconds = 1;

double estimate(kernel_call const& c) {
    return std::max(c.operations, c.bytes * operations_per_byte);
}

/// The rows and columns of the largest register tile among a kernel's functions,
/// `name.ROWSxCOLUMNS`.
std::string tile_of(std::string const& code, std::vector<std::string> const& functions) {
    std::string found;
    int most = 0;
    for (auto const& name : functions) {
        int rows = 0, columns = 0;
        if (name.starts_with(code + ".") &&
            std::sscanf(name.c_str() + code.size(), ".%dx%d", &rows, &columns) == 2 &&
            rows > most) {
            most = rows;
            found = std::to_string(rows) + "x" + std::to_string(columns);
        }
    }
    return found;
}

/// The time of each call as a share of all, from the time of the code that it runs: calls that
/// share code share its time as their estimates are.
std::vector<double> shares_of(std::vector<kernel_call> const& calls, profile const& measured) {
    std::map<std::string, double> time, estimated;
    for (auto const& [name, share] : measured.shares)
        time[name.substr(0, name.rfind('.'))] += share;
    for (auto const& c : calls) estimated[c.code] += estimate(c);
    std::vector<double> shares;
    for (auto const& c : calls)
        shares.push_back(estimated[c.code] == 0 ? 0
                                                : time[c.code] * estimate(c) / estimated[c.code]);
    return shares;
}

std::string sizes_text(std::map<std::string, std::int64_t> const& symbols) {
    std::string all;
    for (auto const& [name, size] : symbols)
        all += (all.empty() ? " for " : ", ") + name + " = " + std::to_string(size);
    return all;
}

void print_calls(std::vector<kernel_call> const& calls, std::vector<std::string> const& functions,
                 profile const* measured) {
    double all = 0;
    for (auto const& c : calls) all += estimate(c);
    std::printf("%s estimate    MFLOP       MB   tile  kernel\n",
                measured ? "       ms   share  GFLOP/s of peak" : "");
    auto const shares = measured ? shares_of(calls, *measured) : std::vector<double>();
    double known = 0;
    for (std::size_t i = 0; i != calls.size(); ++i) {
        auto const& c = calls[i];
        if (measured) {
            auto const seconds = shares[i] * measured->seconds_of_call;
            known += shares[i];
            auto const rate = seconds == 0 ? 0 : c.operations / seconds;
            std::printf("%9.4f %5.1f %% %8.1f %5.1f %%", 1e3 * seconds, 100 * shares[i], rate / 1e9,
                        100 * rate / measured->peak);
        }
        std::printf("  %5.1f %% %8.3f %8.3f %6s  %s -> %s\n",
                    all == 0 ? 0 : 100 * estimate(c) / all, c.operations / 1e6, c.bytes / 1e6,
                    tile_of(c.code, functions).c_str(), c.nodes.c_str(), c.results.c_str());
    }
    if (measured)
        std::printf("%9.4f %5.1f %%  outside of kernels, or too short to be seen\n",
                    1e3 * (1 - known) * measured->seconds_of_call, 100 * (1 - known));
}

} // namespace

exit_code explain(options const& chosen) {
    auto const p = read_model(chosen);
    temporary_folder const folder;
    auto const library = folder.file("model.so");
    watch seen(chosen);
    auto const loops = compile_to_loops(p, chosen, seen);
    compile_to_library(p, library, chosen, seen);
    seen.finish();
    auto const about = description_of(library);
    auto const& f = entry_of(about, chosen.model);
    auto const inputs = make_inputs(f, chosen);
    auto const symbols = bind_symbols(f, inputs);
    auto const calls = calls_of(loops, *loops.find_function(f.name), symbols);
    double operations = 0, bytes = 0;
    for (auto const& c : calls) operations += c.operations, bytes += c.bytes;
    core::list<loop_to_loop::symbol_size> sizes;
    for (auto const& [name, size] : symbols) sizes.push_back({core::text(name), size});
    auto const arena = loop_to_loop::memory_of(loops, *loops.find_function(f.name), sizes);
    std::printf("%zu kernel%s%s: %.1f MFLOP, %.1f MB of operands and results, arena %lld bytes "
                "(the least is %lld)\n",
                calls.size(), calls.size() == 1 ? "" : "s", sizes_text(symbols).c_str(),
                operations / 1e6, bytes / 1e6, static_cast<long long>(arena.bytes),
                static_cast<long long>(arena.least));
    auto const functions = functions_of(library);
    if (!chosen.measure) {
        print_calls(calls, functions, nullptr);
        return exit_code::done;
    }
    library_function const call(library, about, f, inputs, 1);
    auto const measured = measure(library, call.code(), [&] { call.run(); }, measured_seconds);
    std::printf("%.4f ms a call on one thread, %.1f %% of the %.0f GFLOP/s that multiply-adds on "
                "registers reached meanwhile\n",
                1e3 * measured.seconds_of_call,
                100 * operations / measured.seconds_of_call / measured.peak, measured.peak / 1e9);
    print_calls(calls, functions, &measured);
    return exit_code::done;
}

} // namespace tenon::tenonc

#include "watch.hpp"

#include <tenon/core/printer.hpp>

#include "failure.hpp"
#include "files.hpp"

#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace tenon::tenonc {
namespace {

/// Compiles that are over by then show no progress.
constexpr double patience_seconds = 0.5;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// For people: large constants would fill a disk if every pass printed them.
std::string text_of(core::program const& p) {
    core::print_options how;
    how.elide = true;
    return std::string(print(p, how).view());
}

} // namespace

watch::watch(options const& chosen)
    : chosen_(chosen), born_(std::chrono::steady_clock::now()),
      on_terminal_(isatty(STDERR_FILENO)) {
    observers_.add(*this);
}

watch::~watch() { clear_line(); }

void watch::step(std::string_view name) {
    end_step();
    show(name);
    current_ = name;
    started_ = std::chrono::steady_clock::now();
}

void watch::end_step() {
    if (!current_.empty()) entries_.push_back({current_, seconds_since(started_)});
    current_.clear();
}

void watch::before(pass::step_info const& s, core::program const&) { step(s.name); }

void watch::after(pass::step_info const& s, core::program const& p, pass::context&) {
    end_step();
    seen_.emplace(s.name);
    for (auto const& wanted : chosen_.print_after)
        if (wanted == s.name) {
            clear_line();
            write_text("", "// after " + wanted + "\n" + text_of(p));
        }
    if (!chosen_.dump.empty()) dump(s.name, p);
}

void watch::dump(std::string_view name, core::program const& p) {
    std::error_code error;
    std::filesystem::create_directories(chosen_.dump, error);
    if (error)
        throw fail(exit_code::input_output,
                   "cannot write \"" + chosen_.dump + "\": " + error.message());
    char number[16];
    std::snprintf(number, sizeof number, "%02d_", ++dumped_);
    write_file(chosen_.dump + "/" + number + std::string(name) + ".tenon", text_of(p));
}

void watch::show(std::string_view name) {
    if (!on_terminal_ || seconds_since(born_) < patience_seconds) return;
    std::fprintf(stderr, "\r\x1b[K%s: %.*s", chosen_.model.c_str(), static_cast<int>(name.size()),
                 name.data());
    std::fflush(stderr);
    line_shown_ = true;
}

void watch::clear_line() {
    if (line_shown_) std::fputs("\r\x1b[K", stderr);
    line_shown_ = false;
}

void watch::finish() {
    end_step();
    clear_line();
    if (!chosen_.time) return;
    double total = 0;
    for (auto const& e : entries_) total += e.seconds;
    for (auto const& e : entries_)
        std::fprintf(stderr, "%9.3f s %5.1f %%  %s\n", e.seconds,
                     total > 0 ? 100 * e.seconds / total : 0.0, e.name.c_str());
    std::fprintf(stderr, "%9.3f s          total\n", total);
}

void watch::refuse_unknown_passes() const {
    for (auto const& wanted : chosen_.print_after) {
        if (seen_.contains(wanted)) continue;
        std::string known;
        for (auto const& name : seen_) known += (known.empty() ? "" : ", ") + name;
        throw fail(exit_code::usage, "--print-after " + wanted + ": no pass of this name ran; " +
                                         (known.empty() ? "none did" : "these did: " + known));
    }
}

} // namespace tenon::tenonc

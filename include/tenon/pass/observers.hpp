// Observers of pipelines: time, snapshots, verification between passes.
#pragma once

#include <tenon/pass/run.hpp>

#include <time.h>

namespace tenon::pass {

/// How long each pass took, in the order of the run.
class timing {
public:
    struct entry {
        std::string_view name, stage;
        double seconds = 0;
    };
    void before(step_info const&, core::program const&) { started_ = now(); }
    void after(step_info const& s, core::program const&, context&) {
        entries_.push_back({s.name, s.stage, now() - started_});
    }
    core::list<entry> const& entries() const { return entries_; }
    double total() const {
        double sum = 0;
        for (auto const& e : entries_) sum += e.seconds;
        return sum;
    }

private:
    static double now() {
        // Not by <chrono>, which would cost every user a twelfth of a second.
        ::timespec t{};
        ::clock_gettime(CLOCK_MONOTONIC, &t);
        return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
    }
    core::list<entry> entries_;
    double started_ = 0;
};

/// Calls a function with the program after each pass; for `--print-after` and `--dump`.
template <class Function> struct snapshots {
    Function function;
    constexpr void after(step_info const& s, core::program const& p, context&) { function(s, p); }
};
template <class Function> snapshots(Function) -> snapshots<Function>;

/// Calls a function before each pass; for progress lines.
template <class Function> struct progress {
    Function function;
    constexpr void before(step_info const& s, core::program const& p) { function(s, p); }
};
template <class Function> progress(Function) -> progress<Function>;

/// Checks after each pass that the program is well-formed by `verify(program, diagnostics)`, and
/// holds only ops that the pass may leave. What is wrong is reported with the name of the pass.
template <class Verify> struct verification {
    Verify verify;

    constexpr void after(step_info const& s, core::program const& p, context& c) {
        core::diagnostics found;
        verify(p, found);
        for (auto const& problem : found.problems())
            c.found.add(problem.code, core::text("after pass ") + s.name + ": " + problem.where,
                        problem.what, problem.advice);
        if (s.leaves.ops == nullptr) return;
        for (std::size_t b = 0; b != p.block_count(); ++b)
            for (auto n : p[static_cast<core::block_id>(b)].nodes)
                if (s.leaves.position(p[n].op) < 0)
                    c.found.add("P1", core::text("after pass ") + s.name + ": " + describe(p, n),
                                "is an op that this pass must not leave behind");
    }
};
template <class Verify> verification(Verify) -> verification<Verify>;

/// Observers that are chosen when the program runs, as one: each is kept by reference.
class observer_list {
public:
    template <class Observer> void add(Observer& o) {
        observed entry{&o, nullptr, nullptr};
        if constexpr (requires(step_info const& s, core::program const& p) { o.before(s, p); })
            entry.before = [](void* self, step_info const& s, core::program const& p) {
                static_cast<Observer*>(self)->before(s, p);
            };
        if constexpr (requires(step_info const& s, core::program const& p, context& c) {
                          o.after(s, p, c);
                      })
            entry.after = [](void* self, step_info const& s, core::program const& p, context& c) {
                static_cast<Observer*>(self)->after(s, p, c);
            };
        all_.push_back(entry);
    }
    void before(step_info const& s, core::program const& p) {
        for (auto const& o : all_)
            if (o.before != nullptr) o.before(o.self, s, p);
    }
    void after(step_info const& s, core::program const& p, context& c) {
        for (auto const& o : all_)
            if (o.after != nullptr) o.after(o.self, s, p, c);
    }

private:
    struct observed {
        void* self = nullptr;
        void (*before)(void*, step_info const&, core::program const&) = nullptr;
        void (*after)(void*, step_info const&, core::program const&, context&) = nullptr;
    };
    core::list<observed> all_;
};

} // namespace tenon::pass

// What a run of passes shows while it goes on: progress, texts after passes, a table of times.
#pragma once

#include <tenon/pass/observers.hpp>

#include "options.hpp"

#include <chrono>
#include <set>

namespace tenon::tenonc {

/// Observes the passes of one model as the options wish. Steps that are not passes (reading,
/// emitting, linking) are told with `step`.
class watch {
public:
    explicit watch(options const& chosen);
    ~watch(); ///< takes the progress line away

    pass::observer_list& observers() { return observers_; }

    /// The step that starts now has this name; the one before has ended.
    void step(std::string_view name);
    /// The last step has ended: the table of times goes to standard error.
    void finish();

    void before(pass::step_info const& s, core::program const& p);
    void after(pass::step_info const& s, core::program const& p, pass::context& c);

    /// Errors: `failure` with code usage if `--print-after` named a pass that did not run.
    void refuse_unknown_passes() const;

private:
    struct entry {
        std::string name;
        double seconds;
    };
    void show(std::string_view name);
    void clear_line();
    void end_step();
    void dump(std::string_view name, core::program const& p);

    options const& chosen_;
    pass::observer_list observers_;
    std::vector<entry> entries_;
    std::string current_;
    std::chrono::steady_clock::time_point started_, born_;
    std::set<std::string> seen_;
    bool on_terminal_ = false;
    bool line_shown_ = false;
    int dumped_ = 0;
};

} // namespace tenon::tenonc

// How tenonc ends: its exit codes, and the messages that go with them.
#pragma once

#include <tenon/core/diagnostic.hpp>

#include <string>

namespace tenon::tenonc {

/// docs/exit-codes.md says what each means.
enum class exit_code : int {
    done = 0,
    usage = 1,
    refused = 2,
    input_output = 3,
    different = 4,
    internal = 70
};

/// Why a command ends early: thrown, and printed in one place.
struct failure {
    exit_code code = exit_code::internal;
    std::string message; ///< one line per problem, each with its end
};

/// A failure of one line.
failure fail(exit_code code, std::string const& line);

/// The problems of the model in `file`; those in IR text as `file:line:column: error: ...`.
failure refusal(std::string const& file, core::diagnostics const& found,
                core::refused::reason why = core::refused::reason::model);

/// Calls `command() -> exit_code` and turns whatever it throws into a failure that `report` gets.
template <class Command, class Report>
exit_code guarded(Command const& command, Report const& report);

/// The exception being handled, as a failure.
failure current_failure();

template <class Command, class Report>
exit_code guarded(Command const& command, Report const& report) {
    try {
        return command();
    } catch (...) {
        failure const why = current_failure();
        report(why);
        return why.code;
    }
}

} // namespace tenon::tenonc

// What tenonc can be asked to do, one function per command.
#pragma once

#include "failure.hpp"
#include "options.hpp"

namespace tenon::tenonc {

/// Each throws `failure`, or anything that `current_failure` understands.
exit_code compile(options const& chosen);
exit_code compile_batch(options const& chosen);
exit_code run(options const& chosen);
exit_code check(options const& chosen);
exit_code explain(options const& chosen);
exit_code inspect(options const& chosen);
exit_code list_passes(options const& chosen);
exit_code list_ops(options const& chosen);
exit_code list_rules(options const& chosen);

} // namespace tenon::tenonc

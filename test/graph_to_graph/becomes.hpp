// Checks of what rules and passes make of IR text, at compile time.
#pragma once

#include <tenon/core/compare.hpp>
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/match/rule_set.hpp>
#include <tenon/pass/run.hpp>

/// Whether `steps` (a rule set, a pass, a pipeline) turn one text into the other.
template <tenon::core::fixed_string Before, tenon::core::fixed_string After>
constexpr bool becomes(auto const& steps) {
    using dialect = tenon::graph::standard_dialect;
    return tenon::core::same(tenon::run(steps, tenon::ir<Before, dialect>()).data,
                             tenon::ir<After, dialect>().data);
}

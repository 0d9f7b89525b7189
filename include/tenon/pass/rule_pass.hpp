// A rule set as the body of a pass.
#pragma once

#include <tenon/match/rule_set.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::pass {

/// Applies a rule set until none of its rules matches; `rewrite<"name">(rules(...))` makes it.
template <core::fixed_string Name, class Level, class Rules>
struct rule_pass : step<at_level<Level>> {
    static constexpr std::string_view name = Name.view();
    using rule_set = Rules;
    Rules rules;

    constexpr explicit rule_pass(Rules set) : rules(set) {}

    constexpr void operator()(core::program& p, context& c) const {
        auto const counts = rules.apply_to(p);
        if (!counts.restless.empty())
            c.found.add("R3", core::text("rule \"") + counts.restless + "\"",
                        "goes on rewriting its own results",
                        "let each rule make the program smaller by some measure");
    }
};

/// `rewrite<"clean-up", core::graph_level>(rules(...))` is a pass out of rules.
template <core::fixed_string Name, class Level = any_level, class... Rules>
constexpr auto rewrite(match::rule_set<Rules...> const& rules) {
    return rule_pass<Name, Level, match::rule_set<Rules...>>(rules);
}

} // namespace tenon::pass

namespace tenon {
using pass::rewrite;
} // namespace tenon

// A rule set as the body of a pass.
#pragma once

#include <tenon/match/rule_set.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::pass {

namespace detail {
/// Reports nodes of ops that a pass was to remove.
constexpr void report_left(core::program const& p, core::op_table const& removed,
                           std::string_view name, context& c) {
    core::text what = "is left over by pass `";
    for (char each : name) what.push_back(each); // GCC 12 warns of `+` here
    what += "`, which removes nodes of this op";
    for (std::size_t b = 0; b != p.block_count(); ++b)
        for (auto n : p[static_cast<core::block_id>(b)].nodes)
            if (removed.position(p[n].op) >= 0)
                c.found.add("P1", describe(p, n), what);
}
} // namespace detail

/// Applies a rule set until none of its rules matches; `rewrite<"name">(rules(...))` makes it.
/// With `Removed`, the rules must leave none of these ops behind, and the program's type says so.
template <core::fixed_string Name, class Level, class Rules, class... Removed>
struct rule_pass : step<at_level<Level>,
                        std::conditional_t<sizeof...(Removed) == 0, at_level<Level>,
                                           core::typed_program<Level, without_ops<Removed...>>>> {
    static constexpr std::string_view name = Name.view();
    using rule_set = Rules;
    Rules rules;

    constexpr explicit rule_pass(Rules const& set) : rules(set) {}

    constexpr void operator()(core::program& p, context& c) const {
        auto const counts = rules.apply_to(p);
        if (!counts.restless.empty())
            c.found.add("R3", core::text("rule \"") + counts.restless + "\"",
                        "goes on rewriting its own results",
                        "let each rule make the program smaller by some measure");
        if constexpr (sizeof...(Removed) != 0)
            detail::report_left(p, core::dialect<Removed...>::table, name, c);
    }
};

/// `rewrite<"clean-up", core::graph_level>(rules(...))` is a pass out of rules. Further types name
/// ops that the rules remove.
template <core::fixed_string Name, class Level = any_level, class... Removed, class... Rules>
constexpr auto rewrite(match::rule_set<Rules...> const& rules) {
    return rule_pass<Name, Level, match::rule_set<Rules...>, Removed...>(rules);
}

} // namespace tenon::pass

namespace tenon {
using pass::rewrite;
} // namespace tenon

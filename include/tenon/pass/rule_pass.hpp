// A rule set as the body of a pass.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/match/rule_set.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::pass {

namespace detail {

/// Rules of pass `name` applied; `removed` lists the ops of which no node may be left.
constexpr void apply_rules(match::rule_table const& rules, core::op_table const& removed,
                           std::string_view name, core::program& p, context& c) {
    auto const counts = match::apply(rules, p);
    if (!counts.restless.empty())
        c.found.add("R3", core::text("rule \"") + counts.restless + "\"",
                    "goes on rewriting its own results",
                    "let each rule make the program smaller by some measure");
    core::text what = "is left over by pass `";
    for (char each : name) what.push_back(each); // GCC 12 warns of `+` here
    what += "`, which removes nodes of this op";
    for (std::size_t b = 0; b != p.block_count(); ++b)
        for (auto n : p[static_cast<core::block_id>(b)].nodes)
            if (removed.position(p[n].op) >= 0) c.found.add("P1", describe(p, n), what);
}
void apply_rules_in_library(match::rule_table const& rules, core::op_table const& removed,
                            std::string_view name, core::program& p, context& c);

/// The ops that rules make, in order.
template <class Rules> struct ops_made_by;
template <class... Rules> struct ops_made_by<match::rule_set<Rules...>> {
    made_op all[(1 + ... + Rules::right::items)]{};

    constexpr ops_made_by() {
        [[maybe_unused]] made_op* next = all;
        ((next = write(next, Rules::name, Rules::replacement.items, Rules::right::items)), ...);
    }

private:
    static constexpr made_op* write(made_op* next, std::string_view rule, match::item const* items,
                                    int count) {
        for (int i = 0; i != count; ++i)
            if (items[i].kind == match::item_kind::node) *next++ = {rule, items[i].op};
        return next;
    }
};
template <class Rules> inline constexpr ops_made_by<Rules> made_by_rules{};

template <class Rules> struct infos_of;
template <class... Rules> struct infos_of<match::rule_set<Rules...>> {
    static constexpr rule_info all[sizeof...(Rules) + 1]{
        {Rules::name, &core::facts_of<typename Rules::left::op>, Rules::is_conditional,
         Rules::facts().tolerance, Rules::facts().unchecked}...,
        rule_info{}};
};

} // namespace detail

/// Applies a rule set until none of its rules matches; `rewrite<"name">(rules(...))` makes it.
/// With `Removed`, the rules must leave none of these ops behind, and the program's type says so.
template <core::fixed_string Name, class Level, class Rules, class... Removed>
struct rule_pass : step<at_level<Level>, at_level_without<Level, Removed...>> {
    static constexpr std::string_view name = Name.view();
    using rule_set = Rules;
    static constexpr rule_info const* rule_infos = detail::infos_of<Rules>::all;
    static constexpr made_op const* made_ops = detail::made_by_rules<Rules>.all;
    Rules rules;

    constexpr explicit rule_pass(Rules const& set) : rules(set) {}

    constexpr void operator()(core::program& p, context& c) const {
        core::op_table removed{};
        if constexpr (sizeof...(Removed) != 0) removed = core::dialect<Removed...>::table;
        TENON_PRECOMPILED_CALL(detail::apply_rules_in_library(rules.table(), removed, name, p, c),
                               detail::apply_rules(rules.table(), removed, name, p, c))
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

// Sets of rules as one table, and what makes a set ill-formed.
#pragma once

#include <tenon/core/call_check.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/typed_program.hpp>
#include <tenon/match/overlap.hpp>
#include <tenon/match/rewriter.hpp>
#include <tenon/match/rule.hpp>
#include <tenon/match/termination.hpp>

namespace tenon::why {

template <class Rule> struct earlier;
template <class Rule> struct later;
template <class Dialect> struct dialect;
template <core::fixed_string Name> struct named_op;

} // namespace tenon::why

namespace tenon::match {

namespace detail {

struct set_fault {
    enum class kind : std::uint8_t {
        none,
        same_name,
        hidden,
        undecided,
        restless,
        circle,
        stranger
    };
    kind what = kind::none;
    int earlier = 0, later = 0;
};

template <class Rule>
inline constexpr checked_rule checked{
    Rule::name,
    {Rule::scope::tree.items, Rule::scope::tree.settings, Rule::left::items, Rule::inner},
    Rule::replacement.items,
    Rule::right::items,
    Rule::is_conditional,
    Rule::priority,
    Rule::followers};

/// Two rules in the order of the set. Only what is certain is a fault.
constexpr set_fault inspect_pair(checked_rule const* rules, int first, int second, bool in_order) {
    using enum set_fault::kind;
    auto const &a = rules[first], &b = rules[second];
    if (a.name == b.name) return {same_name, first, second};
    bool const swapped = b.priority > a.priority;
    auto const &earlier = swapped ? b : a, &later = swapped ? a : b;
    if (!earlier.is_conditional && covers(earlier.pattern, later.pattern))
        return {hidden, swapped ? second : first, swapped ? first : second};
    if (in_order || a.priority != b.priority || a.is_conditional || b.is_conditional) return {};
    if (overlaps(a.pattern, b.pattern) && !covers(b.pattern, a.pattern))
        return {undecided, first, second};
    return {};
}
constexpr set_fault inspect_set(checked_rule const* rules, int count, bool in_order,
                                op_weights const& weights) {
    using enum set_fault::kind;
    for (int later = 1; later < count; ++later)
        for (int earlier = 0; earlier != later; ++earlier)
            if (auto const found = inspect_pair(rules, earlier, later, in_order);
                found.what != none)
                return found;
    termination const measures(rules, count, weights);
    if (int const at = measures.first_with_unknown_name(); at >= 0) return {stranger, at, at};
    if (int const at = measures.first_in_circle(); at >= 0) return {circle, at, at};
    if (int const at = measures.first_open(); at >= 0)
        return {restless, at, measures.another_open()};
    return {};
}

template <class Because> inline constexpr bool rules_have_own_names = false;
template <class Because> inline constexpr bool later_rule_can_fire = false;
template <class Because> inline constexpr bool rules_are_ordered = false;
template <class Because> inline constexpr bool rules_come_to_rest = false;
template <class Because> inline constexpr bool named_rules_are_there = false;
template <class Because> inline constexpr bool dialect_has_op = false;

template <class T>
concept Rule = requires { T::fixed_name; };
template <class... Rules> inline constexpr bool all_are_rules = (Rule<Rules> && ...);

/// Why a set of rules is ill-formed.
template <bool InOrder, class Measure, class... Rules> consteval bool explain_rules() {
    constexpr checked_rule all[]{checked<Rules>..., checked_rule{}};
    constexpr auto fault = inspect_set(all, sizeof...(Rules), InOrder, Measure::weights);
    using enum set_fault::kind;
    if constexpr (fault.what != none) {
        using first = why::rule<core::detail::nth<fault.earlier, Rules...>::type::fixed_name>;
        using second = why::rule<core::detail::nth<fault.later, Rules...>::type::fixed_name>;
        using pair = why::facts<why::earlier<first>, why::later<second>>;
        if constexpr (fault.what == same_name)
            static_assert(rules_have_own_names<pair>,
                          "[tenon/N4] two rules of one set have the same name");
        else if constexpr (fault.what == hidden)
            static_assert(later_rule_can_fire<pair>,
                          "[tenon/R2] an earlier rule of the set matches everything that a "
                          "later one matches, which can never fire");
        else if constexpr (fault.what == undecided)
            static_assert(rules_are_ordered<pair>,
                          "[tenon/R7] two rules of a set match some nodes both and neither "
                          "covers the other: priority<n> or in_order says which is meant");
        else if constexpr (fault.what == stranger)
            static_assert(named_rules_are_there<why::facts<first>>,
                          "[tenon/R3] a rule is followed by one that its set does not have");
        else if constexpr (fault.what == circle)
            static_assert(rules_come_to_rest<why::facts<first>>,
                          "[tenon/R3] a rule set need not come to rest: a rule may follow itself "
                          "through the rules it names in followed_by");
        else
            static_assert(rules_come_to_rest<why::facts<first, second>>,
                          "[tenon/R3] a rule set need not come to rest: a rule shrinks no measure "
                          "that the others respect, and names no followers: followed_by<...>");
    }
    return true;
}
/// The same for what need not be rules.
template <bool InOrder, class Measure, class... Rules> consteval bool explain_set() {
    constexpr bool was_refused = (std::is_same_v<Rules, refused_rule> || ...);
    static_assert(was_refused || all_are_rules<Rules...>,
                  "[tenon/R8] a set takes rules: rule<\"name\">(pattern >> replacement)");
    if constexpr (all_are_rules<Rules...>) return explain_rules<InOrder, Measure, Rules...>();
    return true;
}

} // namespace detail

/// Rules compiled into one table; `rules(...)` makes it.
template <class... Rules> class rule_set {
public:
    static constexpr int size = sizeof...(Rules);
    static constexpr std::string_view names[size + 1]{Rules::name..., {}};

    constexpr explicit rule_set([[maybe_unused]] Rules const&... rules) {
        [[maybe_unused]] value_writer out{numbers_, fixed_};
        (rules.write_values(out), ...);
    }
    /// Where the rule with this name is, or -1.
    static constexpr int position_of(std::string_view name) {
        for (int i = 0; i != size; ++i)
            if (names[i] == name) return i;
        return -1;
    }
    constexpr rule_table table() const {
        return {data_.rules, size, data_.order, data_.first, numbers_, fixed_};
    }

    /// Applies the rules to `p` until none matches.
    constexpr rewrite_counts apply_to(core::program& p) const { return match::apply(table(), p); }

    /// Whether all ops that these rules make are in `Dialect`.
    template <class Dialect> static consteval bool stays_in() {
        return true && (makes_only<Rules, Dialect>() && ...);
    }

    /// Whether the rules of `Set`, an object of this type, are proven.
    template <auto const& Set> static consteval bool prove();

private:
    template <class Rule, class Dialect> static consteval bool makes_only();

    /// What is known from the types.
    struct data {
        rule_facts rules[size + 1]{Rules::facts()..., rule_facts{}};
        std::int16_t order[size + 1]{};
        std::int16_t first[core::op_kinds + 1]{};

        constexpr data() {
            constexpr int numbers[]{Rules::numbers..., 0}, fixed[]{Rules::fixed..., 0};
            for (int r = 1; r < size; ++r) {
                rules[r].numbers = rules[r - 1].numbers + numbers[r - 1];
                rules[r].fixed = rules[r - 1].fixed + fixed[r - 1];
            }
            for (int r = 0; r < size; ++r) insert(r);
            for (int r = 0; r < size; ++r) ++first[rules[r].root->kind + 1];
            for (int k = 0; k != core::op_kinds; ++k) first[k + 1] += first[k];
        }
        /// Puts rule `r` behind those that come before it, among the `r` rules ordered so far.
        constexpr void insert(int r) {
            int at = r;
            for (; at != 0 && comes_before(r, order[at - 1]); --at) order[at] = order[at - 1];
            order[at] = static_cast<std::int16_t>(r);
        }
        constexpr bool comes_before(int r, int other) const {
            constexpr int priority[]{Rules::priority..., 0};
            auto const kind = rules[r].root->kind, other_kind = rules[other].root->kind;
            return kind != other_kind ? kind < other_kind : priority[r] > priority[other];
        }
    };
    static constexpr data data_{};
    double numbers_[(1 + ... + Rules::numbers)]{};
    fixed_attribute fixed_[(1 + ... + Rules::fixed)]{};
};

namespace detail {
template <class... Rules>
using set_of = std::conditional_t<all_are_rules<Rules...>, rule_set<Rules...>, refused_rule>;
} // namespace detail

/// A rule set. Where several rules match, the one with the highest priority is tried first, and the
/// earlier of two with the same priority.
///
/// Refused uses: N4, R2, R3, R7, R8.
template <class... Rules> constexpr auto rules(Rules const&... all) {
    static_assert(detail::explain_set<false, measure_tag<>, Rules...>());
    return detail::set_of<Rules...>(all...);
}

/// A rule set in which the order says which of two rules is meant where both match.
///
/// Refused uses: N4, R2, R3, R8.
template <class... Rules> constexpr auto rules(in_order_tag, Rules const&... all) {
    static_assert(detail::explain_set<true, measure_tag<>, Rules...>());
    return detail::set_of<Rules...>(all...);
}

/// The same with a measure that the rules shrink: `rules(measured_by<weight<gelu, 6>>, ...)`.
template <class... Weights, class... Rules>
constexpr auto rules(measure_tag<Weights...>, Rules const&... all) {
    static_assert(detail::explain_set<false, measure_tag<Weights...>, Rules...>());
    return detail::set_of<Rules...>(all...);
}
template <class... Weights, class... Rules>
constexpr auto rules(in_order_tag, measure_tag<Weights...>, Rules const&... all) {
    static_assert(detail::explain_set<true, measure_tag<Weights...>, Rules...>());
    return detail::set_of<Rules...>(all...);
}

/// The program after applying the rules until none matches.
template <class... Rules>
constexpr core::program run(rule_set<Rules...> const& set, core::program p) {
    set.apply_to(p);
    return p;
}
template <class... Rules, class Level, class Dialect>
constexpr auto run(rule_set<Rules...> const& set, core::typed_program<Level, Dialect> p) {
    static_assert(rule_set<Rules...>::template stays_in<Dialect>());
    set.apply_to(p.data);
    return p;
}

namespace detail {
/// The position of the first op that is not in the table, or -1.
constexpr int first_foreign(item const* items, int count, core::op_table const& known) {
    for (int i = 0; i != count; ++i)
        if (items[i].kind == item_kind::node && known.position(items[i].op) < 0) return i;
    return -1;
}
} // namespace detail

template <class... Rules>
template <class Rule, class Dialect>
consteval bool rule_set<Rules...>::makes_only() {
    constexpr auto const& tree = Rule::replacement;
    constexpr int at = detail::first_foreign(tree.items, Rule::right::items, Dialect::table);
    if constexpr (at >= 0) {
        constexpr auto op = tree.items[at].op->name;
        constexpr auto culprit = core::detail::fixed_name<op.size()>(op);
        using because =
            why::facts<why::rule<Rule::fixed_name>, why::named_op<culprit>, why::dialect<Dialect>>;
        static_assert(detail::dialect_has_op<because>,
                      "[tenon/N3] a rule makes an op that the dialect of the program lacks");
    }
    return true;
}

namespace detail {
/// The numbers and attributes of one rule of a set that is a constant.
template <auto const& Set, class Rule> struct values_in {
    static constexpr int at = Set.position_of(Rule::name);
    static constexpr double const* numbers = Set.table().numbers + Set.table().rules[at].numbers;
    static constexpr fixed_attribute const* fixed = Set.table().fixed + Set.table().rules[at].fixed;
};
template <auto const& Set, class Rule> consteval bool prove_in() {
    if constexpr (Provable<typename Rule::left::op> && Rule::facts().unchecked.empty())
        return proven_rule<Rule, values_in<Set, Rule>>::explain();
    return true;
}
} // namespace detail

template <class... Rules> template <auto const& Set> consteval bool rule_set<Rules...>::prove() {
    return true && (detail::prove_in<Set, Rules>() && ...);
}

/// Whether all rules of a set are proven: `static_assert(proven<set>())` for sets of rules that
/// `library_rule` made.
///
/// Refused uses: R4, R5.
template <auto const& Set> consteval bool proven() {
    return std::remove_cvref_t<decltype(Set)>::template prove<Set>();
}

} // namespace tenon::match

namespace tenon {
using match::rules;
using match::run;
} // namespace tenon

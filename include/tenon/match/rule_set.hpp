// Sets of rules as one table, and what makes a set ill-formed.
#pragma once

#include <tenon/core/dialect.hpp>
#include <tenon/core/typed_program.hpp>
#include <tenon/match/coverage.hpp>
#include <tenon/match/rewriter.hpp>
#include <tenon/match/rule.hpp>

namespace tenon::why {

template <class Rule> struct earlier;
template <class Rule> struct later;
template <class Dialect> struct dialect;
template <core::fixed_string Name> struct named_op;

} // namespace tenon::why

namespace tenon::match {

namespace detail {

struct checked_rule {
    std::string_view name{};
    pattern_facts pattern{};
    bool is_conditional = false;
};
struct set_fault {
    enum class kind : std::uint8_t { none, same_name, hidden };
    kind what = kind::none;
    int earlier = 0, later = 0;
};

template <class Rule>
inline constexpr checked_rule checked{
    Rule::name,
    {Rule::scope::tree.items, Rule::scope::tree.settings, Rule::left::items, Rule::inner},
    Rule::is_conditional};

constexpr set_fault inspect_set(checked_rule const* rules, int count) {
    for (int later = 1; later < count; ++later)
        for (int earlier = 0; earlier != later; ++earlier) {
            auto const &a = rules[earlier], &b = rules[later];
            if (a.name == b.name) return {set_fault::kind::same_name, earlier, later};
            if (!a.is_conditional && covers(a.pattern, b.pattern))
                return {set_fault::kind::hidden, earlier, later};
        }
    return {};
}

template <class Because> inline constexpr bool rules_have_own_names = false;
template <class Because> inline constexpr bool later_rule_can_fire = false;
template <class Because> inline constexpr bool dialect_has_op = false;

} // namespace detail

/// Rules compiled into one table; `rules(...)` makes it.
///
/// Refused uses: N4, R2; R1 and R6 by its rules.
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
        return {data_.rules, size, data_.first, numbers_, fixed_};
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
        std::int16_t first[rule_table::buckets]{};

        constexpr data() {
            constexpr int numbers[]{Rules::numbers..., 0}, fixed[]{Rules::fixed..., 0};
            for (auto& b : first) b = -1;
            for (int r = 1; r < size; ++r) {
                rules[r].numbers = rules[r - 1].numbers + numbers[r - 1];
                rules[r].fixed = rules[r - 1].fixed + fixed[r - 1];
            }
            for (int r = size - 1; r >= 0; --r) {
                auto& bucket = first[rule_table::bucket_of(rules[r].root->name)];
                rules[r].next = bucket;
                bucket = static_cast<std::int16_t>(r);
            }
        }
    };
    static consteval bool explain() {
        constexpr detail::checked_rule all[]{detail::checked<Rules>..., detail::checked_rule{}};
        constexpr auto fault = detail::inspect_set(all, size);
        if constexpr (fault.what != detail::set_fault::kind::none) {
            using earlier = typename core::detail::nth<fault.earlier, Rules...>::type;
            using later = typename core::detail::nth<fault.later, Rules...>::type;
            using because = why::facts<why::earlier<why::rule<earlier::fixed_name>>,
                                       why::later<why::rule<later::fixed_name>>>;
            if constexpr (fault.what == detail::set_fault::kind::same_name)
                static_assert(detail::rules_have_own_names<because>,
                              "[tenon/N4] two rules of one set have the same name");
            else
                static_assert(detail::later_rule_can_fire<because>,
                              "[tenon/R2] an earlier rule of the set matches everything that a "
                              "later one matches, which can never fire");
        }
        return true;
    }
    static_assert(explain());

    static constexpr data data_{};
    double numbers_[(1 + ... + Rules::numbers)]{};
    fixed_attribute fixed_[(1 + ... + Rules::fixed)]{};
};

/// A rule set; earlier rules are tried before later ones.
///
/// Refused uses: N4, R2.
template <class... Rules> constexpr rule_set<Rules...> rules(Rules const&... all) {
    return rule_set<Rules...>(all...);
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

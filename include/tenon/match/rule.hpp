// Rewrite rules, and what makes one ill-formed.
#pragma once

#include <tenon/match/match_view.hpp>
#include <tenon/match/pattern.hpp>
#include <tenon/match/proof.hpp>
#include <tenon/match/rule_order.hpp>

namespace tenon::why {

template <core::fixed_string Name> struct rule;
template <core::fixed_string Name> struct capture;
template <core::fixed_string Call> struct sample;
template <core::fixed_string Index> struct element;
template <core::fixed_string Types> struct types;
template <double Value> struct left_side;
template <double Value> struct right_side;

} // namespace tenon::why

namespace tenon::match {

/// The items of a pattern or replacement: its type as data.
template <class Expression> struct tree {
    item items[Expression::items]{};
    setting settings[Expression::settings + 1]{};
    std::string_view unbound{};
    std::string_view clashing{};
};

namespace detail {
template <class Scope, class Left> struct pattern_tree : tree<Left> {
    capture_facts captures[Left::items + Left::settings]{};
    int captured = 0;

    constexpr pattern_tree() {
        writer out{.items = this->items, .settings = this->settings, .captures = captures};
        Left::template write<Scope>(out);
        captured = out.capture_count;
        this->clashing = out.clashing;
    }
};
/// A node of a replacement that names no other takes the attributes of the pattern's only node of
/// its op.
constexpr void inherit_attributes(item* right, int right_count, item const* left, int left_count) {
    for (int r = 0; r != right_count; ++r) {
        if (right[r].kind != item_kind::node || right[r].attributes_of >= 0) continue;
        int found = 0;
        for (int l = 0; l != left_count; ++l)
            if (left[l].kind == item_kind::node && left[l].op == right[r].op) {
                ++found;
                right[r].attributes_of = static_cast<std::int8_t>(left[l].ordinal);
            }
        if (found != 1) right[r].attributes_of = -1;
    }
}

template <class Scope, class Right> struct replacement_tree : tree<Right> {
    constexpr replacement_tree() {
        writer out{.items = this->items,
                   .settings = this->settings,
                   .known = Scope::captured,
                   .capture_count = Scope::captured_count,
                   .number_count = Scope::left::numbers,
                   .fixed_count = Scope::left::fixed,
                   .constant_op = core::constant_beside<typename Scope::op>};
        Right::template write<Scope>(out);
        this->unbound = out.unbound;
        this->clashing = out.clashing;
        inherit_attributes(this->items, Right::items, Scope::tree.items, Scope::left::items);
    }
};

/// What a pattern binds, for names inside functions of a rule; and whether the rule is proven.
template <class Left, bool IsProven> struct scope {
    static constexpr bool is_proven = IsProven;
    using left = Left;
    using op = typename Left::op;
    static constexpr pattern_tree<scope, Left> tree{};
    static constexpr int captured_count = tree.captured;
    static constexpr auto const& captured = tree.captures;
};

template <class T> struct is_node : std::false_type {};
template <class Op, node_traits Traits, class As, class From, class... Parts>
struct is_node<node<Op, Traits, As, From, Parts...>> : std::true_type {};
} // namespace detail

/// A condition of a rule: a function of the match that must be true.
template <class Predicate> struct where_clause : Predicate {
    using is_clause = void;
};
template <class Predicate> constexpr auto where(Predicate) {
    static_assert(std::is_empty_v<Predicate>,
                  "[tenon/R8] a function in a rule captures variables, which a rule cannot keep");
    if constexpr (std::is_empty_v<Predicate>)
        return where_clause<Predicate>{};
    else
        return unchecked_clause<"it is refused">{};
}
/// Clauses that say of all inner nodes of a pattern what `.used_once()` and `.shared()` say of one.
template <sharing How> struct inner_clause {
    using is_clause = void;
    constexpr bool operator()(auto const&) const { return true; }
};
inline constexpr inner_clause<sharing::used_once> inner_used_once{};
inline constexpr inner_clause<sharing::shared> inner_shared{};

namespace detail {
template <class Clause> inline constexpr sharing sharing_of = sharing::unsaid;
template <sharing How> inline constexpr sharing sharing_of<inner_clause<How>> = How;

template <class Scope, class... Clauses> struct holds {
    static constexpr bool conditional = false;
    static constexpr bool test(match_context const&) { return true; }
};
template <class Scope, class Predicate> struct holds<Scope, where_clause<Predicate>> {
    static constexpr bool conditional = true;
    static constexpr bool test(match_context const& m) { return Predicate{}(match_view<Scope>(m)); }
};
template <class Scope, class First, class Second, class... Rest>
struct holds<Scope, First, Second, Rest...> {
    using first = holds<Scope, First>;
    using rest = holds<Scope, Second, Rest...>;
    static constexpr bool conditional = first::conditional || rest::conditional;
    static constexpr bool test(match_context const& m) { return first::test(m) && rest::test(m); }
};

/// What says that the proof of a rule is asked for elsewhere, by `proven`.
struct proven_elsewhere {
    using is_clause = void;
    constexpr bool operator()(auto const&) const { return true; }
};
/// Whether a rule with this pattern and these clauses is proven where it is written.
template <class Left, class... Clauses>
inline constexpr bool is_proven_here =
    Provable<typename Left::op> &&
    (true && ... && (reason_of<Clauses>.empty() && !std::is_same_v<Clauses, proven_elsewhere>));
template <class Left, class... Clauses>
using scope_of =
    scope<Left, Provable<typename Left::op> && (true && ... && reason_of<Clauses>.empty())>;

constexpr bool says_who_uses_inner_nodes(item const* items, int count) {
    for (int i = 1; i < count; ++i)
        if (items[i].kind == item_kind::node && items[i].uses == sharing::unsaid) return false;
    return true;
}
/// Some more samples for a rule with these values.
template <class Rule>
constexpr proof prove(double const* numbers, fixed_attribute const* fixed, int step,
                      proof const& before, int enough_work) {
    auto const facts = Rule::facts();
    rule_table const alone{&facts, 1, nullptr, nullptr, numbers, fixed};
    using level = typename Rule::left::op::rule_proof;
    return level::template prove<typename Rule::left, typename Rule::right>(alone, step, before,
                                                                            enough_work);
}
/// A proof step by step, each a constant evaluation of its own.
template <class Rule, class Values, int Step>
inline constexpr proof proof_up_to =
    prove<Rule>(Values::numbers, Values::fixed, Step, proof_up_to<Rule, Values, Step - 1>, 1000);
template <class Rule, class Values> inline constexpr proof proof_up_to<Rule, Values, -1>{};
template <class Rule, class Values, int Step = 0> consteval proof prove_by_type() {
    if constexpr (proof_up_to<Rule, Values, Step>.done || Step + 1 == proof::steps)
        return proof_up_to<Rule, Values, Step>.settled();
    else
        return prove_by_type<Rule, Values, Step + 1>();
}
struct no_values {
    static constexpr double numbers[1]{};
    static constexpr fixed_attribute fixed[1]{};
};
constexpr std::size_t length_of(char const* text) {
    std::size_t size = 0;
    while (text[size] != 0) ++size;
    return size;
}
template <class Because> inline constexpr bool replacement_is_bound = false;
template <class Because> inline constexpr bool sides_compute_the_same = false;
template <class Because> inline constexpr bool sides_agree_exactly = false;
template <class Because> inline constexpr bool condition_is_met = false;
template <class Because> inline constexpr bool sides_have_one_type = false;

/// The proof of a rule whose values are constants of the class `Values`, or why there is none.
template <class Rule, class Values> struct proven_rule {
    static constexpr proof result = prove_by_type<Rule, Values>();
    static constexpr auto sample =
        core::detail::fixed_name<length_of(result.sample)>(result.sample);
    static constexpr auto element =
        core::detail::fixed_name<length_of(result.element)>(result.element);
    using evidence =
        why::facts<why::rule<Rule::fixed_name>, why::sample<sample>, why::element<element>,
                   why::left_side<result.left>, why::right_side<result.right>>;
    using typing =
        why::facts<why::rule<Rule::fixed_name>, why::sample<sample>, why::types<element>>;

    static consteval bool explain() {
        if constexpr (result.what == proof::outcome::differs) {
            static_assert(sides_compute_the_same<evidence>,
                          "[tenon/R4] the two sides of a rule do not compute the same thing");
        } else if constexpr (result.what == proof::outcome::within_rounding) {
            static_assert(sides_agree_exactly<evidence>,
                          "[tenon/R4] the two sides of a rule compute the same thing only up to "
                          "rounding: say so with approximately<tolerance>");
        } else if constexpr (result.what == proof::outcome::no_sample) {
            using because = why::facts<why::rule<Rule::fixed_name>>;
            static_assert(condition_is_met<because>,
                          "[tenon/R4] no sample meets the condition of a rule, so that it cannot "
                          "be proven: unchecked<\"why\"> if it is right");
        } else if constexpr (result.what == proof::outcome::unbound) {
#ifndef __clang__ // which has said so where the name stands
            using because = why::facts<why::rule<Rule::fixed_name>, why::capture<element>>;
            static_assert(replacement_is_bound<because>,
                          "[tenon/R1] a function in a rule uses a capture that the pattern does "
                          "not bind");
#endif
        } else if constexpr (!result.holds()) {
            static_assert(sides_have_one_type<typing>,
                          "[tenon/R5] the two sides of a rule cannot have one type: their element "
                          "types, ranks or dimensions differ");
        }
        return true;
    }
};

template <class Because> inline constexpr bool capture_has_one_kind = false;
/// Whether a number or a computed constant is to be made without an op that could hold it.
constexpr bool lacks_constants(item const* items, int count) {
    for (int i = 0; i != count; ++i)
        if ((items[i].kind == item_kind::literal || items[i].kind == item_kind::made) &&
            items[i].constant_op == nullptr)
            return true;
    return false;
}
/// Whether a rule is well formed; then it is worth a proof.
template <class Left, class Right, class... Clauses> consteval bool is_sound() {
    using names = scope_of<Left, Clauses...>;
    constexpr replacement_tree<names, Right> right{};
    constexpr bool inner_said = (false || ... || (sharing_of<Clauses> != sharing::unsaid));
    return right.unbound.empty() && right.clashing.empty() && names::tree.clashing.empty() &&
           !lacks_constants(right.items, Right::items) &&
           (inner_said || says_who_uses_inner_nodes(names::tree.items, Left::items));
}
template <class Because> inline constexpr bool level_has_constants = false;
template <class Because> inline constexpr bool inner_users_are_said = false;
} // namespace detail

/// A rule; `rule<"name">(pattern >> replacement, clauses...)` makes it.
template <core::fixed_string Name, class Left, class Right, class... Clauses> class named_rule {
public:
    using scope = detail::scope_of<Left, Clauses...>;
    using left = Left;
    using right = Right;
    static constexpr auto fixed_name = Name;
    static constexpr std::string_view name = Name.view();
    static constexpr int numbers = Left::numbers + Right::numbers;
    static constexpr int fixed = Left::fixed + Right::fixed;
    static constexpr detail::replacement_tree<scope, Right> replacement{};
    static constexpr bool is_conditional = detail::holds<scope, Clauses...>::conditional;
    static constexpr sharing inner = [] {
        sharing said = sharing::unsaid;
        ((said =
              detail::sharing_of<Clauses> == sharing::unsaid ? said : detail::sharing_of<Clauses>),
         ...);
        return said;
    }();

    static constexpr int priority = (0 + ... + detail::priority_of<Clauses>);
    static constexpr follower_names followers = [] {
        follower_names named;
        ((named = detail::followers_of<Clauses>.count < 0 ? named : detail::followers_of<Clauses>),
         ...);
        return named;
    }();

    constexpr explicit named_rule(rewrite<Left, Right> sides)
        : left_(sides.left), right_(sides.right) {}

    constexpr void write_values(value_writer& out) const {
        left_.write_values(out);
        right_.write_values(out);
    }
    /// The rule as data, but for the values.
    static constexpr rule_facts facts() {
        rule_facts f{.name = name,
                     .pattern = scope::tree.items,
                     .pattern_settings = scope::tree.settings,
                     .replacement = replacement.items,
                     .replacement_settings = replacement.settings,
                     .inner = inner,
                     .root = &core::facts_of<typename Left::op>};
        ((f.tolerance =
              detail::tolerance_of<Clauses> != 0 ? detail::tolerance_of<Clauses> : f.tolerance),
         ...);
        ((f.unchecked =
              detail::reason_of<Clauses>.empty() ? f.unchecked : detail::reason_of<Clauses>),
         ...);
        if constexpr (is_conditional) f.where = &detail::holds<scope, Clauses...>::test;
        return f;
    }

private:
    [[no_unique_address]] Left left_;
    [[no_unique_address]] Right right_;
};

namespace detail {
template <class T> inline constexpr bool is_clause = requires { typename T::is_clause; };
template <class Left, class Right, class... Clauses> consteval bool check_parts() {
    if constexpr (is_refused<Left> || is_refused<Right>)
        return true;
    else if constexpr (!is_node<Left>::value)
        static_assert(is_node<Left>::value,
                      "[tenon/R8] the left side of a rule is no call of an op");
    else
        static_assert((is_clause<Clauses> && ...),
                      "[tenon/R8] behind pattern >> replacement a rule takes clauses such as "
                      "where(...)");
    return true;
}
/// Why a rule is ill-formed.
template <class Rule> consteval bool explain() {
    using left = typename Rule::left;
    using named = why::rule<Rule::fixed_name>;
    constexpr auto const& tree = Rule::scope::tree;
    constexpr auto const& right = Rule::replacement;
    if constexpr (!right.unbound.empty()) {
        constexpr auto culprit = core::detail::fixed_name<right.unbound.size()>(right.unbound);
        using because = why::facts<named, why::capture<culprit>>;
        static_assert(replacement_is_bound<because>,
                      "[tenon/R1] a replacement uses a capture that its pattern does not bind");
    } else if constexpr (!tree.clashing.empty() || !right.clashing.empty()) {
        constexpr auto twice = tree.clashing.empty() ? right.clashing : tree.clashing;
        constexpr auto culprit = core::detail::fixed_name<twice.size()>(twice);
        using because = why::facts<named, why::capture<culprit>>;
        static_assert(capture_has_one_kind<because>,
                      "[tenon/R1] a rule uses one capture name for two kinds of things");
    } else if constexpr (Rule::inner == sharing::unsaid &&
                         !says_who_uses_inner_nodes(tree.items, left::items)) {
        using because = why::facts<named>;
        static_assert(inner_users_are_said<because>,
                      "[tenon/R6] a pattern of several nodes does not say what happens when "
                      "an inner value has other users: .used_once() or .shared()");
    } else if constexpr (lacks_constants(right.items, Rule::right::items)) {
        using because = why::facts<named>;
        static_assert(level_has_constants<because>,
                      "[tenon/N3] a rule makes a constant, for which the level of its ops has no "
                      "op here: graph rules need <tenon/graph/constant.hpp>");
    }
    return true;
}
/// Takes the place of a rule that was refused before it had a type.
struct refused_rule {
    constexpr explicit refused_rule(auto const&...) {}
};
/// What predicates of a rule with this pattern are given.
template <bool IsNode, class Left, class... Clauses> struct match_for {
    using type = match_view<scope_of<Left, Clauses...>>;
};
template <class Left, class... Clauses> struct match_for<false, Left, Clauses...> {
    using type = int;
};
template <class Left, class... Clauses>
using match_of = typename match_for<is_node<Left>::value, Left, Clauses...>::type;
template <class... Sides> inline constexpr bool sides_are_joined = false;

/// Whether a condition takes the match; yes for templates, whose bodies only a call tries.
template <class Clause, class Match> inline constexpr bool may_take = true;
template <class Clause, class Match>
    requires requires { &Clause::operator(); }
inline constexpr bool may_take<Clause, Match> = requires(Clause const& c, Match const& m) { c(m); };
/// Of what conditions return; asked where the rule is called, so that a wrong name in a condition
/// is reported close to it.
template <class... Results> inline constexpr bool all_bool = (std::is_same_v<Results, bool> && ...);
template <class Clause, class Match>
concept TestsMatch =
    requires(Clause const& c, Match const& m) { requires std::is_same_v<decltype(c(m)), bool>; };
/// Whether the conditions of a rule can be asked.
template <class Left, class... Clauses>
inline constexpr bool clauses_fit =
    is_node<Left>::value && (TestsMatch<Clauses, match_of<Left, Clauses...>> && ...);
template <class... Clauses> inline constexpr bool conditions_take_match = false;

/// Rules with numbers in them are proven by value: the numbers are not part of the type.
template <class Left, class Right, class... Clauses>
concept ProvenByValue = is_node<Left>::value && is_proven_here<Left, Clauses...> &&
                        Left::numbers + Right::numbers + Left::fixed + Right::fixed != 0 &&
                        is_sound<Left, Right, Clauses...>() && clauses_fit<Left, Clauses...>;

template <core::fixed_string Name, class Left, class Right, class... Clauses>
constexpr proof prove_values(rewrite<Left, Right> const& sides, Clauses const&...) {
    if constexpr (ProvenByValue<Left, Right, Clauses...>) {
        using made = named_rule<Name, Left, Right, Clauses...>;
        double numbers[made::numbers + 1]{};
        fixed_attribute fixed[made::fixed + 1]{};
        value_writer out{numbers, fixed};
        sides.left.write_values(out);
        sides.right.write_values(out);
        proof found;
        for (int step = 0; step != proof::steps && !found.done; ++step)
            found = prove<made>(numbers, fixed, step, found, 300);
        return found.settled();
    }
    return {};
}
#ifdef __clang__
/// True where its argument is a constant.
template <class Left, class Right> constexpr bool are_known(rewrite<Left, Right> const& sides) {
    if constexpr (!is_refused<Left> && !is_refused<Right>) {
        double numbers[Left::numbers + Right::numbers + 1]{};
        fixed_attribute fixed[Left::fixed + Right::fixed + 1]{};
        value_writer out{numbers, fixed};
        sides.left.write_values(out);
        sides.right.write_values(out);
    }
    return true;
}
/// clang would report a consteval call that fails twice, and evaluate all calls in one expression
/// together, beyond its limit of steps. Attributes are evaluated one by one.
template <core::fixed_string Name, class Left, class Right, class... Clauses>
constexpr bool fails(proof::outcome what, rewrite<Left, Right> const& sides,
                     Clauses const&... clauses) {
    return prove_values<Name>(sides, clauses...).what == what;
}
#else
/// Shows the values it is called with.
constexpr void report(proof::outcome what, [[maybe_unused]] proof const found) {
    using enum proof::outcome;
    if (what == differs) throw "[tenon/R4] the two sides of a rule do not compute the same thing";
    if (what == within_rounding)
        throw "[tenon/R4] the two sides of a rule compute the same thing only up to rounding: say "
              "so with approximately<tolerance>";
    if (what == no_sample)
        throw "[tenon/R4] no sample meets the condition of a rule, so that it cannot be proven: "
              "unchecked<\"why\"> if it is right";
    if (what == unbound)
        throw "[tenon/R1] a function in a rule uses a capture that the pattern does not bind";
    if (what != holds)
        throw "[tenon/R5] the two sides of a rule cannot have one type: their element types, ranks "
              "or dimensions differ";
}
#endif
} // namespace detail

/// A rewrite rule: where `pattern` matches and all clauses hold, `replacement` takes its place,
/// provided that it has the same type.
///
/// Rules over ops that have a meaning are proven: samples that match the pattern and meet the
/// clauses are drawn, and both sides computed on them.
///
/// Refused uses: R1, R4, R5, R6, R8; N1 and N2 by its ops.
template <core::fixed_string Name, class Left, class Right, class... Clauses>
constexpr auto rule(rewrite<Left, Right> sides, [[maybe_unused]] Clauses... clauses) {
    static_assert(detail::check_parts<Left, Right, Clauses...>());
    using match = detail::match_of<Left, Clauses...>;
    if constexpr (!detail::is_node<Left>::value)
        ; // nothing to ask conditions about
    else if constexpr ((detail::may_take<Clauses, match> && ...))
        static_assert(detail::all_bool<decltype(clauses(std::declval<match const&>()))...>,
                      "[tenon/R8] a condition of a rule does not return bool");
    else
        static_assert(detail::conditions_take_match<Clauses...>,
                      "[tenon/R8] a condition of a rule does not take the match: "
                      "where([](auto const& m) { return ...; })");
    constexpr bool is_unknown = detail::ProvenByValue<Left, Right, Clauses...>;
    static_assert(!is_unknown, "[tenon/R4] the numbers of a rule are not known to the compiler, so "
                               "that it cannot be proven: constants, or unchecked<\"why\">");
    if constexpr (!is_unknown && !is_refused<Right> && detail::clauses_fit<Left, Clauses...>) {
        using made = named_rule<Name, Left, Right, Clauses...>;
        static_assert(detail::explain<made>());
        if constexpr (detail::is_proven_here<Left, Clauses...> &&
                      detail::is_sound<Left, Right, Clauses...>())
            static_assert(detail::proven_rule<made, detail::no_values>::explain());
        return made(sides);
    } else {
        return detail::refused_rule{};
    }
}
/// A rule without a replacement.
///
/// Refused uses: all, R8.
template <core::fixed_string Name, class Left, class... Rest> constexpr auto rule(Left, Rest...) {
    static_assert(detail::sides_are_joined<Left, Rest...>,
                  "[tenon/R8] a rule has no >> between its pattern and its replacement");
    return detail::refused_rule{};
}
/// A rule without a name.
///
/// Refused uses: all, R8.
template <class Left, class... Rest> constexpr auto rule(Left, Rest...) {
    static_assert(detail::sides_are_joined<Left, Rest...>,
                  "[tenon/R8] a rule has no name: rule<\"name\">(pattern >> replacement)");
    return detail::refused_rule{};
}
#ifdef __clang__
// clang-format off
template <core::fixed_string Name, class Left, class Right, class... Clauses>
    requires detail::ProvenByValue<Left, Right, Clauses...>
constexpr auto rule(rewrite<Left, Right> sides, Clauses... clauses)
    __attribute__((enable_if(detail::are_known(sides), "its numbers are constants")))
    __attribute__((enable_if(detail::prove_values<Name>(sides, clauses...).holds(), "proven"))) {
    static_assert(detail::check_parts<Left, Right, Clauses...>());
    return named_rule<Name, Left, Right, Clauses...>(sides);
}
template <core::fixed_string Name, class Left, class Right, class... Clauses>
    requires detail::ProvenByValue<Left, Right, Clauses...>
constexpr auto rule(rewrite<Left, Right> sides, Clauses... clauses)
    __attribute__((enable_if(detail::are_known(sides), "its numbers are constants")))
    __attribute__((diagnose_if(detail::fails<Name>(proof::outcome::differs, sides, clauses...), "[tenon/R4] the two sides of a rule do not compute the same thing", "error")))
    __attribute__((diagnose_if(detail::fails<Name>(proof::outcome::within_rounding, sides, clauses...), "[tenon/R4] the two sides of a rule compute the same thing only up to rounding: say so with approximately<tolerance>", "error")))
    __attribute__((diagnose_if(detail::fails<Name>(proof::outcome::no_sample, sides, clauses...), "[tenon/R4] no sample meets the condition of a rule, so that it cannot be proven: unchecked<\"why\"> if it is right", "error")))
    __attribute__((diagnose_if(detail::fails<Name>(proof::outcome::other_type, sides, clauses...) || detail::fails<Name>(proof::outcome::ill_typed, sides, clauses...), "[tenon/R5] the two sides of a rule cannot have one type: their element types, ranks or dimensions differ", "error"))) {
    static_assert(detail::check_parts<Left, Right, Clauses...>());
    return named_rule<Name, Left, Right, Clauses...>(sides);
}
// clang-format on
#else
template <core::fixed_string Name, class Left, class Right, class... Clauses>
    requires detail::ProvenByValue<Left, Right, Clauses...>
consteval auto rule(rewrite<Left, Right> sides, Clauses... clauses) {
    auto const found = detail::prove_values<Name>(sides, clauses...);
    detail::report(found.what, found);
    static_assert(detail::check_parts<Left, Right, Clauses...>());
    return named_rule<Name, Left, Right, Clauses...>(sides);
}
#endif

/// As `rule`, for headers that are included more often than their rules change: the proof is done
/// where `proven` asks for it.
template <core::fixed_string Name, class Left, class Right, class... Clauses>
constexpr auto library_rule(rewrite<Left, Right> sides, Clauses... clauses) {
    return rule<Name>(sides, clauses..., detail::proven_elsewhere{});
}

} // namespace tenon::match

namespace tenon {
using match::inner_shared;
using match::inner_used_once;
using match::rule;
using match::where;
} // namespace tenon

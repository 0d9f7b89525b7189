// Rewrite rules, and what makes one ill-formed.
#pragma once

#include <tenon/match/match_view.hpp>
#include <tenon/match/pattern.hpp>

namespace tenon::why {

template <core::fixed_string Name> struct rule;
template <core::fixed_string Name> struct capture;

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

/// What a pattern binds, for names inside functions of a rule.
template <class Left> struct scope {
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
template <class Predicate> constexpr where_clause<Predicate> where(Predicate) {
    static_assert(std::is_empty_v<Predicate>, "a function in a rule may not capture variables");
    return {};
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

constexpr bool says_who_uses_inner_nodes(item const* items, int count) {
    for (int i = 1; i < count; ++i)
        if (items[i].kind == item_kind::node && items[i].uses == sharing::unsaid) return false;
    return true;
}
template <class Because> inline constexpr bool replacement_is_bound = false;
template <class Because> inline constexpr bool capture_has_one_kind = false;
template <class Because> inline constexpr bool inner_users_are_said = false;
} // namespace detail

/// A rule; `rule<"name">(pattern >> replacement, clauses...)` makes it.
///
/// Refused uses: R1, R6.
template <core::fixed_string Name, class Left, class Right, class... Clauses> class named_rule {
public:
    using scope = detail::scope<Left>;
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
        if constexpr (is_conditional) f.where = &detail::holds<scope, Clauses...>::test;
        return f;
    }

private:
    static consteval bool explain() {
        constexpr auto const& right = replacement;
        if constexpr (!right.unbound.empty()) {
            constexpr auto culprit = core::detail::fixed_name<right.unbound.size()>(right.unbound);
            using because = why::facts<why::rule<Name>, why::capture<culprit>>;
            static_assert(detail::replacement_is_bound<because>,
                          "[tenon/R1] a replacement uses a capture that its pattern does not bind");
        } else if constexpr (!scope::tree.clashing.empty() || !right.clashing.empty()) {
            constexpr auto twice =
                scope::tree.clashing.empty() ? right.clashing : scope::tree.clashing;
            constexpr auto culprit = core::detail::fixed_name<twice.size()>(twice);
            using because = why::facts<why::rule<Name>, why::capture<culprit>>;
            static_assert(detail::capture_has_one_kind<because>,
                          "[tenon/R1] a rule uses one capture name for two kinds of things");
        } else if constexpr (inner == sharing::unsaid &&
                             !detail::says_who_uses_inner_nodes(scope::tree.items, Left::items)) {
            using because = why::facts<why::rule<Name>>;
            static_assert(detail::inner_users_are_said<because>,
                          "[tenon/R6] a pattern of several nodes does not say what happens when "
                          "an inner value has other users: .used_once() or .shared()");
        }
        return true;
    }
    static_assert(explain());

    [[no_unique_address]] Left left_;
    [[no_unique_address]] Right right_;
};

/// A rewrite rule: where `pattern` matches and all clauses hold, `replacement` takes its place,
/// provided that it has the same type.
///
/// Refused uses: R1, R6; N1 and N2 by its ops.
template <core::fixed_string Name, class Left, class Right, class... Clauses>
constexpr auto rule(rewrite<Left, Right> sides, [[maybe_unused]] Clauses... clauses) {
    static_assert(detail::is_node<Left>::value, "the left side of a rule must be a call of an op");
    static_assert((requires { typename Clauses::is_clause; } && ...),
                  "a rule takes pattern >> replacement and then clauses such as where(...)");
    // Looked at here, so that a wrong name in a predicate is reported close to the rule.
    using match = match_view<detail::scope<Left>>;
    static_assert((std::is_same_v<bool, decltype(clauses(std::declval<match const&>()))> && ...),
                  "a predicate of a rule must return bool");
    return named_rule<Name, Left, Right, Clauses...>(sides);
}

} // namespace tenon::match

namespace tenon {
using match::inner_shared;
using match::inner_used_once;
using match::rule;
using match::where;
} // namespace tenon

// What a pass is: a type with a name, the programs it takes and leaves, and its properties.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/typed_program.hpp>
#include <tenon/pass/properties.hpp>

namespace tenon::pass {

/// In `from`: a program of the level in any dialect. In `to`: in the dialect that it came with.
struct any_dialect {};
/// In `to`: in the dialect that it came with, without these ops.
template <class... Ops> struct without_ops {};
/// The level of passes that work at every level.
struct any_level {};

template <class Level> using at_level = core::typed_program<Level, any_dialect>;

/// What the passes of one run share: the problems that they find. A run ends after a pass that
/// found one.
struct context {
    core::diagnostics found;
};

/// The base of passes, for the defaults. A pass adds `static constexpr std::string_view name` and
/// one of
///
///     constexpr void operator()(core::program&, context&) const;   // rewrites in place
///     constexpr To operator()(From, context&) const;               // makes another program
///
/// and may redefine `needs`, `gives` and `breaks`.
template <class From, class To = From> struct step {
    using is_pass = void;
    using from = From;
    using to = To;
    using needs = properties<>;
    using gives = properties<>;
    using breaks = properties<>;
};

template <class T>
concept Pass = requires { typename T::is_pass; };

/// A pass as plain facts, for checks that are loops.
struct pass_facts {
    std::string_view name{};
    detail::identity pass = nullptr;
    detail::identity from_level = nullptr; ///< null: any
    detail::identity to_level = nullptr;   ///< null: the one it came with
    core::op_table reads{};                ///< no table: any dialect
    core::op_table leaves{};               ///< no table: the one it came with, without `drops`
    core::op_table drops{};
    detail::identities needs{}, gives{}, breaks{};
    std::string_view const* rules = nullptr; ///< the names of its rules, if it is made of rules
    int rule_count = 0;
};

namespace detail {

template <class Dialect> struct dialect_facts {
    static constexpr core::op_table table = Dialect::table, drops{};
};
template <> struct dialect_facts<any_dialect> {
    static constexpr core::op_table table{}, drops{};
};
template <class... Ops> struct dialect_facts<without_ops<Ops...>> {
    static constexpr core::op_table table{}, drops = core::dialect<Ops...>::table;
};
template <class Level>
inline constexpr identity level_identity =
    std::is_same_v<Level, any_level> ? nullptr : identity_of<Level>;

template <class P> constexpr std::string_view const* rules_of() {
    if constexpr (requires { P::rule_set::names; }) return P::rule_set::names;
    return nullptr;
}
template <class P> constexpr int rule_count_of() {
    if constexpr (requires { P::rule_set::size; }) return P::rule_set::size;
    return 0;
}

template <class P>
inline constexpr pass_facts facts_of_pass{P::name,
                                          identity_of<P>,
                                          level_identity<typename P::from::level>,
                                          level_identity<typename P::to::level>,
                                          dialect_facts<typename P::from::dialect>::table,
                                          dialect_facts<typename P::to::dialect>::table,
                                          dialect_facts<typename P::to::dialect>::drops,
                                          identity_list<typename P::needs>::all,
                                          identity_list<typename P::gives>::all,
                                          identity_list<typename P::breaks>::all,
                                          rules_of<P>(),
                                          rule_count_of<P>()};

template <class To, class Dialect> struct dialect_after {
    using type = To;
};
template <class Dialect> struct dialect_after<any_dialect, Dialect> {
    using type = Dialect;
};
template <class... Ops, class Dialect> struct dialect_after<without_ops<Ops...>, Dialect> {
    using type = core::without<Dialect, Ops...>;
};
template <class... Ops> struct dialect_after<without_ops<Ops...>, any_dialect> {
    using type = any_dialect; // nothing is known before, and so nothing after
};
/// The type of a program after a pass with this `to`.
template <class To, class Program>
using program_after = core::typed_program<
    std::conditional_t<std::is_same_v<typename To::level, any_level>, typename Program::level,
                       typename To::level>,
    typename dialect_after<typename To::dialect, typename Program::dialect>::type>;

} // namespace detail

} // namespace tenon::pass

namespace tenon {
using pass::any_dialect;
using pass::any_level;
using pass::at_level;
using pass::context;
using pass::without_ops;
} // namespace tenon

// What a pass is: a type with a name, the programs it takes and leaves, and its properties.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/typed_program.hpp>
#include <tenon/pass/properties.hpp>

namespace tenon::pass {

/// In `from`: a program of the level in any dialect. In `to`: in the dialect it came with.
struct any_dialect {};
/// In `to`: in the dialect it came with, without these ops.
template <class... Ops> struct without_ops {};

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
};

namespace detail {

template <class Program> struct program_facts;
template <class Level, class Dialect> struct program_facts<core::typed_program<Level, Dialect>> {
    static constexpr identity level = identity_of<Level>;
    static constexpr core::op_table table = Dialect::table;
    static constexpr core::op_table drops{};
};
template <class Level> struct program_facts<core::typed_program<Level, any_dialect>> {
    static constexpr identity level = identity_of<Level>;
    static constexpr core::op_table table{};
    static constexpr core::op_table drops{};
};
template <class Level, class... Ops>
struct program_facts<core::typed_program<Level, without_ops<Ops...>>> {
    static constexpr identity level = identity_of<Level>;
    static constexpr core::op_table table{};
    static constexpr core::op_table drops = core::dialect<Ops...>::table;
};
struct any_level;
template <> struct program_facts<at_level<any_level>> {
    static constexpr identity level = nullptr;
    static constexpr core::op_table table{};
    static constexpr core::op_table drops{};
};

template <class P>
inline constexpr pass_facts facts_of_pass{P::name,
                                          identity_of<P>,
                                          program_facts<typename P::from>::level,
                                          program_facts<typename P::to>::level,
                                          program_facts<typename P::from>::table,
                                          program_facts<typename P::to>::table,
                                          program_facts<typename P::to>::drops,
                                          identity_list<typename P::needs>::all,
                                          identity_list<typename P::gives>::all,
                                          identity_list<typename P::breaks>::all};

/// The type of a program after a pass with this `to`.
template <class To, class Program> struct after {
    using type = To;
};
template <class ToLevel, class Level, class Dialect>
struct after<core::typed_program<ToLevel, any_dialect>, core::typed_program<Level, Dialect>> {
    using type = core::typed_program<ToLevel, Dialect>;
};
template <class Level, class Dialect>
struct after<at_level<any_level>, core::typed_program<Level, Dialect>> {
    using type = core::typed_program<Level, Dialect>;
};
template <class ToLevel, class... Ops, class Level, class Dialect>
struct after<core::typed_program<ToLevel, without_ops<Ops...>>,
             core::typed_program<Level, Dialect>> {
    using type = core::typed_program<ToLevel, core::without<Dialect, Ops...>>;
};
/// Where nothing is known of the dialect, nothing is known afterwards.
template <class ToLevel, class... Ops, class Level>
struct after<core::typed_program<ToLevel, without_ops<Ops...>>,
             core::typed_program<Level, any_dialect>> {
    using type = core::typed_program<ToLevel, any_dialect>;
};

} // namespace detail

} // namespace tenon::pass

namespace tenon {
using pass::any_dialect;
using pass::at_level;
using pass::context;
using pass::without_ops;
} // namespace tenon

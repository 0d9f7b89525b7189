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
/// What a pass of this level leaves behind that takes these ops out.
template <class Level, class... Removed>
using at_level_without = std::conditional_t<sizeof...(Removed) == 0, at_level<Level>,
                                            core::typed_program<Level, without_ops<Removed...>>>;

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
/// and may redefine `needs`, `gives` and `breaks`. One that must know every op it meets, such as a
/// lowering, says what it covers, so that what it does not is found while the pipeline compiles:
///
///     static constexpr bool covers(core::op_facts const&);      // ops
///     using refuses = core::dialect<...>;   // ops that it reports or leaves alone, code L1
///     static constexpr core::dtype_set elements, refused_elements;   // the same for dtypes, L2
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

/// An op that a rule of a pass makes.
struct made_op {
    std::string_view rule{};
    core::op_facts const* op = nullptr;
};

/// What a rule of a pass is about.
struct rule_info {
    std::string_view name{};
    core::op_facts const* root = nullptr; ///< the op that its pattern starts with
    bool conditional = false;
    double tolerance = 0;         ///< within which its sides agree; 0: they are equal
    std::string_view unchecked{}; ///< why it is not proven, if it is not
};

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
    rule_info const* rules = nullptr; ///< if it is made of rules
    int rule_count = 0;
    bool (*covers)(core::op_facts const&) = nullptr; ///< null: every op
    core::op_table refuses{};
    core::dtype_set elements = core::any_dtype; ///< handled or reported
    made_op const* makes = nullptr;             ///< by rules; ends with one without an op
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

template <class P> constexpr rule_info const* rules_of() {
    if constexpr (requires { P::rule_infos; }) return P::rule_infos;
    return nullptr;
}
template <class P> constexpr int rule_count_of() {
    if constexpr (requires { P::rule_set::size; }) return P::rule_set::size;
    return 0;
}

template <class P> constexpr auto covers_of() -> bool (*)(core::op_facts const&) {
    if constexpr (requires { &P::covers; }) return &P::covers;
    return nullptr;
}
template <class P> constexpr core::op_table refused_by() {
    if constexpr (requires { typename P::refuses; }) return P::refuses::table;
    return {};
}
template <class P> constexpr core::dtype_set elements_of() {
    core::dtype_set handled = core::any_dtype;
    if constexpr (requires { P::elements; }) handled = P::elements;
    if constexpr (requires { P::refused_elements; }) handled = handled | P::refused_elements;
    return handled;
}

template <class P> constexpr made_op const* made_by() {
    if constexpr (requires { P::made_ops; }) return P::made_ops;
    return nullptr;
}

template <class P> constexpr bool has_name = requires { std::string_view(P::name); };
template <class P>
constexpr bool can_be_called = requires(P const& pass, core::program& p, context& c) {
    pass(p, c);
} || requires(P const& pass, typename P::from p, context& c) { pass(p, c).data; };

template <class P> constexpr std::string_view name_of_pass() {
    if constexpr (has_name<P>) return P::name;
    return {};
}

template <class P>
inline constexpr pass_facts facts_of_pass{name_of_pass<P>(),
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
                                          rule_count_of<P>(),
                                          covers_of<P>(),
                                          refused_by<P>(),
                                          elements_of<P>(),
                                          made_by<P>()};

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

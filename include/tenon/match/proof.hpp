// What a level says of a rule over its ops: whether both sides compute the same thing.
#pragma once

#include <tenon/match/matcher.hpp>

namespace tenon::match {

/// The outcome of trying a rule on samples.
struct proof {
    enum class outcome : std::uint8_t {
        holds,
        no_sample,       ///< no sample meets the rule's condition
        ill_typed,       ///< the replacement is ill-typed wherever the pattern matches
        other_type,      ///< the sides never have one type
        differs,         ///< an element differs
        within_rounding, ///< an element differs by no more than rounding
        unbound,         ///< a function in the rule asks for a name that the pattern does not bind
    };
    static constexpr int longest = 160;
    /// Samples are drawn in steps, each cheap enough for one constant evaluation.
    static constexpr int steps = 10, draws_per_step = 4;

    outcome what = outcome::holds;
    int met = 0;     ///< how many draws the rule matched, its condition included
    int typed = 0;   ///< how many of those had a well-typed replacement
    int samples = 0; ///< on how many of those the sides had one type and were compared
    int work = 0;    ///< elements read
    bool done = false;
    char sample[longest]{};  ///< the matched root: its op and the types of its operands
    char element[longest]{}; ///< which element differs, or the two types
    double left = 0, right = 0;

    constexpr bool holds() const { return what == outcome::holds; }
    /// What it comes to if no more samples are drawn.
    constexpr proof settled() const {
        proof all = *this;
        if (holds() && samples == 0)
            all.what = met == 0     ? outcome::no_sample
                       : typed == 0 ? outcome::ill_typed
                                    : outcome::other_type;
        return all;
    }
    static constexpr void write(char (&to)[longest], std::string_view text) {
        for (std::size_t i = 0; i != text.size() && i + 1 < longest; ++i) to[i] = text[i];
    }
};

/// An op whose level can prove rules: `Op::rule_proof` has `prove<Left, Right>(table, step, proof,
/// enough_work)`, which tries the only rule of a table on some more samples.
template <class Op>
concept Provable = requires { typename Op::rule_proof; };

/// A clause for rules that hold only up to rounding: elements may differ by `Tolerance`, relative
/// to the larger of 1 and themselves.
template <double Tolerance> struct approximately_clause {
    using is_clause = void;
    constexpr bool operator()(auto const&) const { return true; }
};
template <double Tolerance> inline constexpr approximately_clause<Tolerance> approximately{};

/// A clause for rules that are not to be proven, and why.
template <core::fixed_string Why> struct unchecked_clause {
    using is_clause = void;
    static_assert(Why.view().size() > 7,
                  "unchecked<\"why\"> wants a reason that convinces a reader");
    constexpr bool operator()(auto const&) const { return true; }
};
template <core::fixed_string Why> inline constexpr unchecked_clause<Why> unchecked{};

namespace detail {
template <class Clause> inline constexpr double tolerance_of = 0;
template <double Tolerance>
inline constexpr double tolerance_of<approximately_clause<Tolerance>> = Tolerance;
template <class Clause> inline constexpr std::string_view reason_of{};
template <core::fixed_string Why>
inline constexpr std::string_view reason_of<unchecked_clause<Why>> = Why.view();
} // namespace detail

} // namespace tenon::match

namespace tenon {
using match::approximately;
using match::unchecked;
} // namespace tenon

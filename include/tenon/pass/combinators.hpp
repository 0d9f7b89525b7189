// Passes that run other passes: until nothing changes, under a condition, once per function.
#pragma once

#include <tenon/pass/fingerprint.hpp>
#include <tenon/pass/run.hpp>

namespace tenon::pass {

namespace detail {
/// Whether a program of type `Before` keeps its level and dialect; one without a level takes that
/// of the steps.
template <class Before, class After>
inline constexpr bool is_kept = std::is_same_v<typename Before::dialect, typename After::dialect> &&
                                (std::is_same_v<typename Before::level, typename After::level> ||
                                 std::is_same_v<typename Before::level, any_level>);
} // namespace detail

/// Runs its steps again and again until they leave the program as it was, at most `rounds` times.
template <class Body> struct repeated {
    using is_combinator = void;
    using inner_passes = typename Body::inner_passes;
    Body body;
    int rounds;

    template <class Program> constexpr void run_in(auto& runner, core::program& p) const {
        using kept = detail::program_after_all<Program, Body>;
        static_assert(detail::is_kept<Program, kept>,
                      "until_stable takes passes that leave level and dialect as they are");
        auto before = fingerprint(p);
        for (int i = 0; i != rounds && !runner.failed(); ++i) {
            runner.template step<kept>(body, p);
            auto const after = fingerprint(p);
            if (after == before) break;
            before = after;
        }
    }
};
namespace detail {
template <class Body> constexpr repeated<Body> repeat(Body const& body) { return {body, 16}; }
} // namespace detail
template <class... Parts> constexpr auto until_stable(Parts const&... parts) {
    static_assert((true && ... && detail::explain_part<Parts>()));
    return detail::repeat(sequence(parts...));
}
namespace unchecked {
template <class... Parts> constexpr auto until_stable(Parts const&... parts) {
    return detail::repeat(unchecked::sequence(parts...));
}
} // namespace unchecked

/// Runs its steps on programs for which a captureless predicate holds.
template <class Predicate, class Body> struct conditional {
    using is_combinator = void;
    using inner_passes = typename Body::inner_passes;
    [[no_unique_address]] Predicate predicate;
    Body body;

    template <class Program> constexpr void run_in(auto& runner, core::program& p) const {
        using kept = detail::program_after_all<Program, Body>;
        static_assert(detail::is_kept<Program, kept>,
                      "when takes passes that leave level and dialect as they are");
        if (predicate(p)) runner.template step<kept>(body, p);
    }
};
template <class Predicate, class... Parts>
constexpr auto when(Predicate predicate, Parts const&... parts) {
    static_assert((true && ... && detail::explain_part<Parts>()));
    auto const body = sequence(parts...);
    return conditional<Predicate, std::remove_const_t<decltype(body)>>{predicate, body};
}

/// Makes a pass of one that works on a function:
/// `constexpr void operator()(core::program&, core::function&, context&) const`.
template <class Inner> struct per_function : Inner {
    constexpr explicit per_function(Inner const& inner) : Inner(inner) {}

    constexpr void operator()(core::program& p, context& c) const {
        for (std::size_t i = 0; i != p.functions.size(); ++i)
            static_cast<Inner const&>(*this)(p, p.functions[i], c);
    }
};
template <class Inner> constexpr auto for_each_function(Inner const& inner) {
    return per_function<Inner>(inner);
}

} // namespace tenon::pass

namespace tenon {
using pass::for_each_function;
using pass::until_stable;
using pass::when;
} // namespace tenon

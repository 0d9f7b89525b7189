// Ops as functions: of patterns, of scalars and of values under construction.
#pragma once

#include <tenon/core/builder.hpp>
#include <tenon/core/scalar.hpp>
#include <tenon/match/pattern.hpp>

namespace tenon::match {

namespace detail {
template <class First, class... Rest>
constexpr core::builder* builder_in(First const& first, Rest const&... rest) {
    if constexpr (std::is_same_v<First, core::built_value>)
        return first.in;
    else if constexpr (std::is_same_v<First, core::list<core::built_value>>)
        return first.empty() ? nullptr : first.front().in;
    else
        return builder_in(rest...);
}
template <class T>
inline constexpr bool is_built =
    std::is_same_v<T, core::built_value> || std::is_same_v<T, core::list<core::built_value>>;
} // namespace detail

/// Arguments that make an op's call a pattern or a node under construction.
template <class... Parts>
concept Callable = ((Pattern<Parts> || detail::is_built<Parts>) || ...);

/// The call object of an op. An op whose name is also a function of `core` (`max`, `exp`) has a
/// function template instead, since an object would hide those functions. Patterns and numbers make
/// a pattern (or a replacement); built values add a node where their builder stands; scalars apply
/// the op's elementwise meaning.
///
/// Refused uses: N1, N2.
template <class Op> struct call {
    using op = Op;

    template <class... Parts> constexpr auto operator()(Parts const&... parts) const {
        if constexpr ((core::Scalar<Parts> || ...)) {
            return Op::meaning(parts...);
        } else {
            static_assert(core::check_call<Op, Parts...>());
            constexpr bool is_right = core::detail::may_call<Op, Parts...>;
            if constexpr ((detail::is_built<Parts> || ...) && is_right)
                return detail::builder_in(parts...)->template add<Op>(parts...);
            else if constexpr ((detail::is_built<Parts> || ...))
                return core::built_value{};
            else if constexpr (!is_right || (is_refused<Parts> || ...))
                return refused_pattern{};
            else
                return node_of<Op>(parts...);
        }
    }
};

} // namespace tenon::match

// What rules of one set say of each other: priorities, and which rules may follow.
#pragma once

#include <tenon/core/fixed_string.hpp>
#include <tenon/core/op_facts.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::match {

/// A clause: among rules that match one node, those with a higher priority are tried first. Without
/// it the priority is 0.
template <int Value> struct priority_clause {
    using is_clause = void;
    constexpr bool operator()(auto const&) const { return true; }
};
template <int Value> inline constexpr priority_clause<Value> priority{};

/// A clause for rules that shrink nothing: only the named rules of the set may match what they
/// leave behind.
template <core::fixed_string... Names> struct followed_by_clause {
    using is_clause = void;
    static constexpr std::string_view names[sizeof...(Names) + 1]{Names.view()..., {}};
    static constexpr int count = sizeof...(Names);
    constexpr bool operator()(auto const&) const { return true; }
};
template <core::fixed_string... Names> inline constexpr followed_by_clause<Names...> followed_by{};

/// Before the rules of a set: where two of them match, the earlier one is meant.
struct in_order_tag {};
inline constexpr in_order_tag in_order{};

/// What a node of `Op` counts in a measure.
template <class Op, int Value> struct weight {
    static_assert(Value >= 0, "[tenon/R3] an op weighs less than nothing");
    using op = Op;
    static constexpr int value = Value;
};
/// Ops with weights of their own; all others weigh 1.
struct op_weights {
    core::op_facts const* const* ops = nullptr;
    int const* values = nullptr;
    int count = 0;

    constexpr int of(core::op_facts const* op) const {
        for (int i = 0; i != count; ++i)
            if (ops[i] == op) return values[i];
        return 1;
    }
};
/// Before the rules of a set: the sum of these weights is a measure that they may shrink, as when
/// an op of one's own becomes several nodes.
template <class... Weights> struct measure_tag {
    static constexpr core::op_facts const* ops[sizeof...(Weights) + 1]{
        &core::facts_of<typename Weights::op>..., nullptr};
    static constexpr int values[sizeof...(Weights) + 1]{Weights::value..., 0};
    static constexpr op_weights weights{ops, values, sizeof...(Weights)};
};
template <class... Weights> inline constexpr measure_tag<Weights...> measured_by{};

/// The rules that a rule names as its followers.
struct follower_names {
    std::string_view const* names = nullptr;
    int count = -1; ///< where it names none and is to shrink a measure
};

namespace detail {
template <class Clause> inline constexpr int priority_of = 0;
template <int Value> inline constexpr int priority_of<priority_clause<Value>> = Value;

template <class Clause> inline constexpr follower_names followers_of{};
template <core::fixed_string... Names>
inline constexpr follower_names followers_of<followed_by_clause<Names...>>{
    followed_by_clause<Names...>::names, followed_by_clause<Names...>::count};
} // namespace detail

} // namespace tenon::match

namespace tenon {
using match::followed_by;
using match::in_order;
using match::measured_by;
using match::priority;
using match::weight;
} // namespace tenon

// Sets of ops.
#pragma once

#include <tenon/core/op_facts.hpp>

#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace tenon::why {

template <class Op> struct other_op;

} // namespace tenon::why

namespace tenon::core {

/// The ops of a dialect as data, for loops that are compiled once: parsing by name, dispatch by
/// position.
struct op_table {
    op_facts const* const* ops = nullptr;
    int count = 0;

    constexpr op_facts const* find(std::string_view name) const {
        for (int i = 0; i != count; ++i)
            if (ops[i]->name == name) return ops[i];
        return nullptr;
    }
    /// The position of this very op, or -1.
    constexpr int position(op_facts const* op) const {
        for (int i = 0; i != count; ++i)
            if (ops[i] == op) return i;
        return -1;
    }
};

namespace detail {

/// Two ops of a dialect: one that has the name of another, or (`second` is -1) one without a part.
struct dialect_fault {
    int first = -1, second = -1;
};
/// Two different ops with one name. Quick enough for every dialect that a user touches.
template <std::size_t Slots>
constexpr dialect_fault find_same_name(op_facts const* const* ops, int count) {
    int seen[Slots]{};
    for (int i = 0; i != count; ++i) {
        std::uint32_t hash = 2166136261u;
        for (char c : ops[i]->name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
        auto at = hash % Slots;
        for (; seen[at] != 0; at = (at + 1) % Slots) {
            auto const* const other = ops[seen[at] - 1];
            if (other != ops[i] && other->name == ops[i]->name) return {seen[at] - 1, i};
        }
        seen[at] = i + 1;
    }
    return {};
}
constexpr int find_broken(std::initializer_list<op_part> parts) {
    int at = 0;
    for (auto part : parts) {
        if (part != op_part::none) return at;
        ++at;
    }
    return -1;
}
constexpr bool has_part(op_facts const& op, op_part part) {
    if (part == op_part::inference) return op.infer != nullptr || op.regions != 0;
    if (part == op_part::meaning)
        return op.readings != nullptr || op.form == op_form::constant || op.regions != 0;
    return true;
}
constexpr dialect_fault find_without(op_table const& table, op_part part) {
    for (int i = 0; i != table.count; ++i)
        if (!has_part(*table.ops[i], part)) return {i, -1};
    return {};
}

template <class Because> inline constexpr bool ops_have_own_names = false;
template <class Because> inline constexpr bool op_has_what_dialect_demands = false;
template <int I, class... Ts> struct nth;
template <int I, class First, class... Rest> struct nth<I, First, Rest...> : nth<I - 1, Rest...> {};
template <class First, class... Rest> struct nth<0, First, Rest...> {
    using type = First;
};
template <class... Ops> constexpr auto find_first_broken() {
    constexpr auto at = find_broken({faulty_part_of<Ops>..., op_part::none});
    if constexpr (at >= 0) return static_cast<typename nth<at, Ops...>::type*>(nullptr);
}
/// The first op that is not whole; void if all are.
template <class... Ops>
using first_broken = std::remove_pointer_t<decltype(find_first_broken<Ops...>())>;

template <class... Ops> consteval bool explain_names() {
    constexpr op_facts const* ops[]{&facts_of<Ops>..., nullptr};
    constexpr auto fault = find_same_name<2 * sizeof...(Ops) + 1>(ops, sizeof...(Ops));
    if constexpr (fault.first >= 0) {
        using because = why::facts<why::op<typename nth<fault.second, Ops...>::type>,
                                   why::other_op<typename nth<fault.first, Ops...>::type>>;
        static_assert(ops_have_own_names<because>,
                      "[tenon/N4] two different ops of a dialect have the same name");
    }
    return true;
}
template <class Dialect, op_part... Parts> struct demanded;

} // namespace detail

/// A set of ops as a type. A program wrapped with a dialect holds no other op.
///
/// Refused uses: N4, N5.
template <class... Ops> struct dialect {
    static constexpr int size = sizeof...(Ops);
    static constexpr op_facts const* ops[sizeof...(Ops) + 1]{&facts_of<Ops>..., nullptr};
    static constexpr op_table table{
        (detail::explain_op<detail::first_broken<Ops...>>(), detail::explain_names<Ops...>(), ops),
        size};

    template <class Op> static constexpr bool has = (std::is_same_v<Op, Ops> || ...);
    /// These ops and `More`.
    template <class... More> using with = dialect<Ops..., More...>;
    /// These ops, each of which has `op_part::inference`, `op_part::meaning` or both, so that
    /// passes which need them work on every program of the dialect. Constants are their own
    /// meaning, and what has regions says it by what is in them.
    ///
    /// Refused uses: N5.
    template <op_part... Parts>
    using demanding = typename detail::demanded<dialect, Parts...>::type;
};

namespace detail {
template <class... Ops, op_part... Parts> struct demanded<dialect<Ops...>, Parts...> {
    using type = dialect<Ops...>;

private:
    template <op_part Part> static consteval bool explain() {
        constexpr auto fault = find_without(type::table, Part);
        if constexpr (fault.first >= 0) {
            using because =
                why::facts<why::op<typename nth<fault.first, Ops...>::type>, why::lacks<Part>>;
            static_assert(op_has_what_dialect_demands<because>,
                          "[tenon/N5] an op lacks a part that its dialect demands");
        }
        return true;
    }
    static_assert((explain<Parts>() && ...));
};
template <class... Dialects> struct joined;
template <class... As> struct joined<dialect<As...>> {
    using type = dialect<As...>;
};
template <class... As, class... Bs, class... Rest>
struct joined<dialect<As...>, dialect<Bs...>, Rest...> : joined<dialect<As..., Bs...>, Rest...> {};
// Many at once: a compiler pays for every list of ops on the way.
template <class... As, class... Bs, class... Cs, class... Ds, class... Es, class... Fs, class... Gs,
          class... Hs, class... Rest>
struct joined<dialect<As...>, dialect<Bs...>, dialect<Cs...>, dialect<Ds...>, dialect<Es...>,
              dialect<Fs...>, dialect<Gs...>, dialect<Hs...>, Rest...>
    : joined<dialect<As..., Bs..., Cs..., Ds..., Es..., Fs..., Gs..., Hs...>, Rest...> {};

template <class Kept, class Left, class... Removed> struct filtered;
template <class... Kept, class... Removed>
struct filtered<dialect<Kept...>, dialect<>, Removed...> {
    using type = dialect<Kept...>;
};
template <class... Kept, class Op, class... Left, class... Removed>
struct filtered<dialect<Kept...>, dialect<Op, Left...>, Removed...>
    : std::conditional_t<(std::is_same_v<Op, Removed> || ...),
                         filtered<dialect<Kept...>, dialect<Left...>, Removed...>,
                         filtered<dialect<Kept..., Op>, dialect<Left...>, Removed...>> {};
} // namespace detail

/// The ops of several dialects, in order.
template <class... Dialects> using join = typename detail::joined<Dialects...>::type;
/// A dialect without some of its ops.
template <class Dialect, class... Removed>
using without = typename detail::filtered<dialect<>, Dialect, Removed...>::type;

} // namespace tenon::core

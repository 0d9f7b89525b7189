// Sets of ops.
#pragma once

#include <tenon/core/op_facts.hpp>

#include <type_traits>

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

/// A set of ops as a type. A program wrapped with a dialect holds no other op.
template <class... Ops> struct dialect {
    static constexpr int size = sizeof...(Ops);
    static constexpr op_facts const* ops[sizeof...(Ops) + 1]{&facts_of<Ops>..., nullptr};
    static constexpr op_table table{ops, size};

    template <class Op> static constexpr bool has = (std::is_same_v<Op, Ops> || ...);
    /// These ops and `More`.
    template <class... More> using with = dialect<Ops..., More...>;
};

namespace detail {
template <class... Dialects> struct joined;
template <class... As> struct joined<dialect<As...>> {
    using type = dialect<As...>;
};
template <class... As, class... Bs, class... Rest>
struct joined<dialect<As...>, dialect<Bs...>, Rest...> : joined<dialect<As..., Bs...>, Rest...> {};

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

// How a meaning reads its node's attributes.
#pragma once

#include <tenon/core/call_check.hpp>
#include <tenon/core/few.hpp>
#include <tenon/core/program.hpp>

namespace tenon::graph {

namespace detail {
template <class Op> constexpr int attribute_slot(std::string_view name) {
    if constexpr (requires { Op::attributes; })
        for (int i = 0; i != static_cast<int>(sizeof(Op::attributes) / sizeof(Op::attributes[0]));
             ++i)
            if (Op::attributes[i].name == name) return i;
    return -1;
}
template <class Because> inline constexpr bool op_declares_attribute = false;
/// True, or the compile error that says what a meaning asks for; once for all readings of it.
template <class Op, core::fixed_string Name> consteval bool explain_attribute() {
    if constexpr (attribute_slot<Op>(Name) < 0) {
        using because = why::facts<why::op<Op>, why::attribute<Name>>;
        static_assert(op_declares_attribute<because>,
                      "[tenon/N2] a meaning reads an attribute that its op does not declare");
    }
    return true;
}
} // namespace detail

/// `a[attr<"axis">]` is the value in the C++ type of its kind: `std::int64_t`, `double`,
/// `std::string_view`, `list<std::int64_t> const&`, `dtype`, `tensor const&`; dims become indices
/// of the reading.
template <class Op, class Reading> class attributes_of {
public:
    constexpr attributes_of(core::node const& n, Reading const& m) : node_(n), reading_(m) {}

    template <core::fixed_string Name>
    constexpr decltype(auto) operator[](core::attribute_name<Name>) const {
        static_assert(detail::explain_attribute<Op, Name>());
        constexpr int declared = detail::attribute_slot<Op>(Name),
                      slot = declared < 0 ? 0 : declared;
        constexpr auto kind = Op::attributes[slot].kind;
        auto const& a = node_.attributes[static_cast<std::size_t>(slot)];
        if constexpr (kind == core::attribute_kind::integer)
            return std::int64_t{a.integer};
        else if constexpr (kind == core::attribute_kind::real)
            return double{a.real};
        else if constexpr (kind == core::attribute_kind::text)
            return a.text.view();
        else if constexpr (kind == core::attribute_kind::dtype)
            return core::dtype{a.dtype};
        else if constexpr (kind == core::attribute_kind::tensor)
            return (a.tensor);
        else if constexpr (kind == core::attribute_kind::integers)
            return (a.integers);
        else if constexpr (kind == core::attribute_kind::reals)
            return (a.reals);
        else if constexpr (kind == core::attribute_kind::texts)
            return (a.texts);
        else {
            typename Reading::indices result;
            for (auto const& d : a.dims) result.push(reading_.size(d));
            return result;
        }
    }
    template <core::fixed_string Name> constexpr bool has(core::attribute_name<Name>) const {
        constexpr int slot = detail::attribute_slot<Op>(Name);
        return node_.attributes[static_cast<std::size_t>(slot)].is_set();
    }

private:
    core::node const& node_;
    Reading const& reading_;
};

} // namespace tenon::graph

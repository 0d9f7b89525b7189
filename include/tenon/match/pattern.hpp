// Patterns and replacements as expressions: captures, literals and nodes of ops.
#pragma once

#include <tenon/match/item.hpp>

#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/unpack.hpp>

namespace tenon::match {

template <class T>
concept Pattern = requires { typename std::remove_cvref_t<T>::is_pattern; };

/// Takes the place of a pattern that was refused, so that it is reported once.
struct refused_pattern {
    using is_pattern = void;
    using op = void;
    constexpr refused_pattern used_once() const { return {}; }
    constexpr refused_pattern shared() const { return {}; }
    template <int Index> constexpr refused_pattern result() const { return {}; }
    template <core::fixed_string Name> constexpr refused_pattern as() const { return {}; }
    template <core::fixed_string Name> constexpr refused_pattern with_attributes_of() const {
        return {};
    }
};
template <class T>
inline constexpr bool is_refused = std::is_same_v<std::remove_cvref_t<T>, refused_pattern>;

/// Numbers inside patterns and replacements: `mul(x, 2.0)` matches a constant all of whose elements
/// are 2, and builds one with the dtype of its neighbour.
struct literal {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0, numbers = 1, fixed = 0;
    double number = 0;

    template <class Scope> static constexpr void write(writer& out) {
        out.add({.kind = item_kind::literal,
                 .value = out.number_count++,
                 .constant_op = out.constant_op});
    }
    constexpr void write_values(value_writer& out) const { *out.numbers++ = number; }
};

/// Captures of the kinds that stand for values. An empty name matches without capturing.
template <item_kind Kind, core::fixed_string Name> struct capture {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0, numbers = 0, fixed = 0;
    static constexpr std::string_view name = Name.view();

    template <class Scope> static constexpr void write(writer& out) {
        constexpr auto kind = Kind == item_kind::rest ? capture_kind::values : capture_kind::value;
        out.add({.kind = Kind, .slot = out.slot(name, kind)});
    }
    constexpr void write_values(value_writer&) const {}
};

/// `any<"x">` captures any value; met a second time, it asks for the same value. As an attribute's
/// value (`attr<"axis"> = any<"a">`) it captures the attribute.
template <core::fixed_string Name> inline constexpr capture<item_kind::any, Name> any{};
/// `constant<"c">` captures a constant.
template <core::fixed_string Name> inline constexpr capture<item_kind::constant, Name> constant{};
/// `maybe<"b">` captures an optional operand, present or not; in a replacement it gives it on.
template <core::fixed_string Name> inline constexpr capture<item_kind::optional, Name> maybe{};
/// `rest<"xs">` captures all remaining operands of a node.
template <core::fixed_string Name> inline constexpr capture<item_kind::rest, Name> rest{};

struct absent_pattern {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0, numbers = 0, fixed = 0;
    template <class Scope> static constexpr void write(writer& out) {
        out.add({.kind = item_kind::absent});
    }
    constexpr void write_values(value_writer&) const {}
};

template <class Scope> class match_view;

/// A constant that a captureless function of the match computes; in replacements only.
template <class Function> struct made_constant {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0, numbers = 0, fixed = 0;
    [[no_unique_address]] Function function;

    template <class Scope> static constexpr void write(writer& out) {
        out.add({.kind = item_kind::made,
                 .constant_op = out.constant_op,
                 .make = [](match_context const& m) -> core::tensor {
                     return Function{}(match_view<Scope>(m));
                 }});
    }
    constexpr void write_values(value_writer&) const {}
};
/// `constant_from([](auto const& m) { return tensor; })` makes a constant out of what was matched.
template <class Function> constexpr auto constant_from(Function function) {
    static_assert(std::is_empty_v<Function>,
                  "[tenon/R8] a function in a rule captures variables, which a rule cannot keep");
    return made_constant<Function>{function};
}

namespace detail {
template <class T> struct is_named : std::false_type {};
template <core::fixed_string Name, class Value>
struct is_named<core::named_value<Name, Value>> : std::true_type {};

/// Parts of a node: named values are attributes, everything else is an operand.
template <class T> struct part_counts {
    static constexpr int items = T::items, settings = T::settings, numbers = T::numbers,
                         fixed = T::fixed;
};
template <core::fixed_string Name, class Value> struct part_counts<core::named_value<Name, Value>> {
    static constexpr bool is_fixed =
        core::detail::kind_of_value<Value> != core::attribute_kind::none;
    static constexpr int items = 0, settings = 1, numbers = 0, fixed = is_fixed ? 1 : 0;
};

template <class Value> constexpr fixed_attribute fix(Value const& value) {
    using enum core::attribute_kind;
    constexpr auto kind = core::detail::kind_of_value<Value>;
    fixed_attribute result{.kind = kind};
    if constexpr (kind == integer)
        result.integer = value;
    else if constexpr (kind == real)
        result.real = value;
    else if constexpr (kind == text)
        result.text = value;
    else if constexpr (kind == core::attribute_kind::dtype)
        result.dtype = value;
    else
        result.integers = value;
    return result;
}

template <class Scope, class Op, class Part> struct setting_of {
    static constexpr void write(writer&) {}
    static constexpr void write_value(value_writer&, Part const&) {}
};
template <class Scope, class Op, core::fixed_string Name, class Value>
struct setting_of<Scope, Op, core::named_value<Name, Value>> {
    static constexpr bool is_fixed = part_counts<core::named_value<Name, Value>>::is_fixed;

    static constexpr void write(writer& out) {
        setting made{.position =
                         static_cast<std::int16_t>(core::facts_of<Op>.find_attribute(Name.view()))};
        if constexpr (Pattern<Value>) {
            made.kind = setting_kind::capture;
            made.slot = out.slot(Value::name, capture_kind::attribute);
        } else if constexpr (is_fixed) {
            made.value = out.fixed_count++;
        } else {
            made.kind = setting_kind::computed;
            made.compute = [](match_context const& m) -> core::attribute {
                return Value{}(match_view<Scope>(m));
            };
        }
        out.settings[out.setting_count++] = made;
    }
    static constexpr void write_value(value_writer& out, auto const& part) {
        if constexpr (is_fixed) *out.fixed++ = fix(part.value);
    }
};
template <class Part> inline constexpr bool is_operand = !is_named<Part>::value;
} // namespace detail

/// What a node says of itself beside its operands and attributes.
struct node_traits {
    sharing uses = sharing::unsaid;
    int result = 0;
};
template <core::fixed_string Name> struct named {};
struct unnamed {};

/// A node of `Op` in a pattern or replacement; op calls build it. `Parts` are its operands and its
/// attributes.
///
/// Refused uses: N1, N2.
template <class Op, node_traits Traits, class As, class AttributesOf, class... Parts> class node {
public:
    using is_pattern = void;
    using op = Op;
    static constexpr int items = (1 + ... + detail::part_counts<Parts>::items);
    static constexpr int settings = (0 + ... + detail::part_counts<Parts>::settings);
    static constexpr int numbers = (0 + ... + detail::part_counts<Parts>::numbers);
    static constexpr int fixed = (0 + ... + detail::part_counts<Parts>::fixed);

    constexpr node() = default;
    constexpr explicit node(boost::hana::basic_tuple<Parts...> parts) : parts_(parts) {}

    /// This node must have no other user; a rule takes it away.
    constexpr auto used_once() const {
        return node<Op, node_traits{sharing::used_once, Traits.result}, As, AttributesOf, Parts...>(
            parts_);
    }
    /// This node may have other users, for whom it stays.
    constexpr auto shared() const {
        return node<Op, node_traits{sharing::shared, Traits.result}, As, AttributesOf, Parts...>(
            parts_);
    }
    /// Result `Index` of the node instead of its first.
    template <int Index> constexpr auto result() const {
        return node<Op, node_traits{Traits.uses, Index}, As, AttributesOf, Parts...>(parts_);
    }
    /// Names the node, for `with_attributes_of` and for `m.node("c")`.
    template <core::fixed_string Name> constexpr auto as() const {
        return node<Op, Traits, named<Name>, AttributesOf, Parts...>(parts_);
    }
    /// In a replacement: attributes that are not given are those of the matched node with this
    /// name. Without it they are those of the pattern's only node of the same op, or else their
    /// defaults.
    template <core::fixed_string Name> constexpr auto with_attributes_of() const {
        return node<Op, Traits, As, named<Name>, Parts...>(parts_);
    }

    template <class Scope> static constexpr void write(writer& out);
    constexpr void write_values(value_writer& out) const {
        if constexpr (numbers + fixed != 0)
            boost::hana::unpack(parts_, [&](auto const&... part) {
                (detail::setting_of<void, Op, std::remove_cvref_t<decltype(part)>>::write_value(
                     out, part),
                 ...);
                (write_values_of(out, part), ...);
            });
    }

private:
    template <class Scope, class Part> static constexpr void write_operand(writer& out) {
        if constexpr (detail::is_operand<Part>) Part::template write<Scope>(out);
    }
    template <class Part>
    static constexpr void write_values_of(value_writer& out, Part const& part) {
        if constexpr (detail::is_operand<Part>) part.write_values(out);
    }
    [[no_unique_address]] boost::hana::basic_tuple<Parts...> parts_;
};

namespace detail {
template <core::fixed_string Name> constexpr std::string_view name_in(named<Name>) {
    return Name.view();
}
constexpr std::string_view name_in(unnamed) { return {}; }

/// The ordinal of the node whose attributes a replacement's node takes, or -1.
template <class AttributesOf> constexpr std::int8_t attribute_source(writer& out) {
    if (out.is_pattern()) return -1;
    auto const slot = out.slot(name_in(AttributesOf{}), capture_kind::node);
    return slot < 0 ? std::int8_t{-1} : static_cast<std::int8_t>(out.known[slot].ordinal);
}
} // namespace detail

template <class Op, node_traits Traits, class As, class AttributesOf, class... Parts>
template <class Scope>
constexpr void node<Op, Traits, As, AttributesOf, Parts...>::write(writer& out) {
    item self{.kind = item_kind::node,
              .uses = Traits.uses,
              .size = static_cast<std::uint8_t>(items),
              .result = static_cast<std::uint8_t>(Traits.result),
              .operands = static_cast<std::uint8_t>((0 + ... + detail::is_operand<Parts>)),
              .attributes_of = detail::attribute_source<AttributesOf>(out),
              .setting = static_cast<std::int16_t>(out.setting_count),
              .settings = static_cast<std::int16_t>(sizeof...(Parts)),
              .op = &core::facts_of<Op>,
              .constant_op = core::constant_beside<Op>};
    self.settings = static_cast<std::int16_t>(self.settings - self.operands);
    if (out.is_pattern()) self.slot = out.slot(detail::name_in(As{}), capture_kind::node);
    self.ordinal = static_cast<std::uint8_t>(out.node_count++);
    out.add(self);
    out.constant_op = self.constant_op;
    (detail::setting_of<Scope, Op, Parts>::write(out), ...);
    (write_operand<Scope, Parts>(out), ...);
}

namespace detail {
template <class Part> constexpr auto as_part(Part const& part) {
    if constexpr (std::is_arithmetic_v<Part>)
        return literal{static_cast<double>(part)};
    else if constexpr (std::is_same_v<Part, core::absent_operand>)
        return absent_pattern{};
    else
        return part;
}
template <class Op, class... Parts> constexpr auto make_node(Parts const&... parts) {
    return node<Op, node_traits{}, unnamed, unnamed, Parts...>(
        boost::hana::basic_tuple<Parts...>{parts...});
}
} // namespace detail

/// A node of `Op` with these operands and attributes, in their order; what an op's call object
/// builds from patterns.
///
/// Refused uses: N1, N2.
template <class Op, class... Parts> constexpr auto node_of(Parts const&... parts) {
    static_assert(core::check_call<Op, Parts...>());
    return detail::make_node<Op>(detail::as_part(parts)...);
}

/// A pattern and what replaces it.
template <class Left, class Right> struct rewrite {
    Left left;
    Right right;
};
template <Pattern Left, Pattern Right>
constexpr rewrite<Left, Right> operator>>(Left left, Right right) {
    return {left, right};
}
template <Pattern Left> constexpr rewrite<Left, literal> operator>>(Left left, double number) {
    return {left, {number}};
}
namespace detail {
template <class Side> inline constexpr bool is_a_pattern = false;
} // namespace detail
/// What is no pattern, replaced by one.
///
/// Refused uses: all, R8.
template <class Left, Pattern Right>
    requires(!Pattern<Left>)
constexpr rewrite<refused_pattern, Right> operator>>(Left const&, Right right) {
    static_assert(detail::is_a_pattern<Left>,
                  "[tenon/R8] what stands on the left of >> is no pattern");
    return {{}, right};
}
/// A pattern, replaced by what is none.
///
/// Refused uses: all, R8.
template <Pattern Left, class Right>
    requires(!Pattern<Right> && !std::is_convertible_v<Right const&, double>)
constexpr rewrite<Left, refused_pattern> operator>>(Left left, Right const&) {
    static_assert(detail::is_a_pattern<Right>,
                  "[tenon/R8] what stands on the right of >> is neither a pattern nor a number");
    return {left, {}};
}

} // namespace tenon::match

namespace tenon::core::detail {
template <fixed_string Name>
inline constexpr part part_of<match::capture<match::item_kind::rest, Name>>{part::role::operands};
} // namespace tenon::core::detail

namespace tenon {
using match::any;
using match::constant;
using match::constant_from;
using match::maybe;
using match::rest;
} // namespace tenon

// Patterns and replacements as expressions: captures, literals and nodes of ops.
#pragma once

#include <tenon/match/item.hpp>

#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/unpack.hpp>

namespace tenon::match {

template <class T>
concept Pattern = requires { typename std::remove_cvref_t<T>::is_pattern; };

/// Numbers inside patterns and replacements: `mul(x, 2.0)` matches a constant all of whose elements
/// are 2, and builds one with the dtype of its neighbour.
struct literal {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0;
    double number = 0;

    template <class Scope> constexpr void write(writer& out) const {
        out.add({.kind = item_kind::literal, .constant_op = out.constant_op, .number = number});
    }
};

/// Captures of the kinds that stand for values. An empty name matches without capturing.
template <item_kind Kind, core::fixed_string Name> struct capture {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0;
    static constexpr std::string_view name = Name.view();

    template <class Scope> constexpr void write(writer& out) const {
        constexpr auto kind = Kind == item_kind::rest ? capture_kind::values : capture_kind::value;
        out.add({.kind = Kind, .slot = out.slot(name, kind, Kind == item_kind::constant)});
    }
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
    static constexpr int items = 1, settings = 0;
    template <class Scope> constexpr void write(writer& out) const {
        out.add({.kind = item_kind::absent});
    }
};

template <class Scope> class match_view;

/// A constant that a captureless function of the match computes; in replacements only.
template <class Function> struct made_constant {
    using is_pattern = void;
    static constexpr int items = 1, settings = 0;
    [[no_unique_address]] Function function;

    template <class Scope> constexpr void write(writer& out) const {
        out.add({.kind = item_kind::made,
                 .constant_op = out.constant_op,
                 .make = [](match_context const& m) -> core::tensor {
                     return Function{}(match_view<Scope>(m));
                 }});
    }
};
/// `constant_from([](auto const& m) { return tensor; })` makes a constant out of what was matched.
template <class Function> constexpr auto constant_from(Function function) {
    static_assert(std::is_empty_v<Function>, "a function in a rule may not capture variables");
    return made_constant<Function>{function};
}

namespace detail {
template <class T> struct is_named : std::false_type {};
template <core::fixed_string Name, class Value>
struct is_named<core::named_value<Name, Value>> : std::true_type {};

template <class T> constexpr int items_of() {
    if constexpr (is_named<T>::value)
        return 0;
    else
        return T::items;
}
template <class T> constexpr int settings_of() {
    if constexpr (is_named<T>::value)
        return 1;
    else
        return T::settings;
}

/// The checks see patterns with default values, so a null pointer is a text too.
constexpr std::string_view as_view(char const* characters) {
    return characters == nullptr ? std::string_view() : std::string_view(characters);
}
constexpr std::string_view as_view(std::string_view characters) { return characters; }

template <class Value> constexpr fixed_attribute fix(Value const& value) {
    using enum core::attribute_kind;
    constexpr auto kind = core::detail::kind_of_value<Value>;
    fixed_attribute result{.kind = kind};
    if constexpr (kind == integer)
        result.integer = value;
    else if constexpr (kind == real)
        result.real = value;
    else if constexpr (kind == text)
        result.text = as_view(value);
    else if constexpr (kind == core::attribute_kind::dtype)
        result.dtype = value;
    else
        result.integers = value;
    return result;
}

template <class Scope, core::fixed_string Name, class Value>
constexpr setting setting_from(writer& out, core::op_facts const& op,
                               core::named_value<Name, Value> const& given) {
    auto const position = static_cast<std::int16_t>(op.find_attribute(Name.view()));
    if constexpr (Pattern<Value>)
        return {.kind = setting_kind::capture,
                .slot = out.slot(Value::name, capture_kind::attribute),
                .position = position};
    else if constexpr (requires { Value{}(std::declval<match_view<Scope> const&>()); })
        return {.kind = setting_kind::computed,
                .position = position,
                .compute = [](match_context const& m) -> core::attribute {
                    return Value{}(match_view<Scope>(m));
                }};
    else
        return {.position = position, .fixed = fix(given.value)};
}
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
    static constexpr int items = (1 + ... + detail::items_of<Parts>());
    static constexpr int settings = (0 + ... + detail::settings_of<Parts>());

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

    template <class Scope> constexpr void write(writer& out) const;

private:
    template <class Scope, class Part>
    constexpr void write_part(writer& out, int self, Part const& part) const {
        if constexpr (!detail::is_named<Part>::value) {
            part.template write<Scope>(out);
            ++out.items[self].operands;
        }
    }
    template <class Scope, class Part>
    static constexpr void write_setting(writer& out, Part const& part) {
        if constexpr (detail::is_named<Part>::value)
            out.settings[out.setting_count++] =
                detail::setting_from<Scope>(out, core::facts_of<Op>, part);
    }
    [[no_unique_address]] boost::hana::basic_tuple<Parts...> parts_;
};

namespace detail {
template <core::fixed_string Name> constexpr std::string_view name_in(named<Name>) {
    return Name.view();
}
constexpr std::string_view name_in(unnamed) { return {}; }

/// The ordinal of the node whose attributes a replacement's node takes, or -1.
constexpr std::int8_t attribute_source(writer const& out, std::int8_t slot) {
    return slot < 0 ? std::int8_t{-1} : static_cast<std::int8_t>(out.captures[slot].ordinal);
}
} // namespace detail

template <class Op, node_traits Traits, class As, class AttributesOf, class... Parts>
template <class Scope>
constexpr void node<Op, Traits, As, AttributesOf, Parts...>::write(writer& out) const {
    int const self = out.item_count;
    std::int8_t const slot =
        out.binds ? out.slot(detail::name_in(As{}), capture_kind::node) : std::int8_t{-1};
    auto const source = detail::attribute_source(
        out, out.binds ? std::int8_t{-1}
                       : out.slot(detail::name_in(AttributesOf{}), capture_kind::node));
    out.constant_op = core::constant_beside<Op>;
    out.add({.kind = item_kind::node,
             .uses = Traits.uses,
             .slot = slot,
             .ordinal = static_cast<std::uint8_t>(out.node_count++),
             .result = static_cast<std::uint8_t>(Traits.result),
             .attributes_of = source,
             .setting = static_cast<std::int16_t>(out.setting_count),
             .op = &core::facts_of<Op>,
             .constant_op = core::constant_beside<Op>});
    boost::hana::unpack(parts_, [&](auto const&... part) {
        (write_setting<Scope>(out, part), ...);
        out.items[self].settings =
            static_cast<std::int16_t>(out.setting_count - out.items[self].setting);
        (this->template write_part<Scope>(out, self, part), ...);
    });
    out.items[self].size = static_cast<std::uint8_t>(out.item_count - self);
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

// Refuses calls of ops with a wrong number of operands or wrong attributes: N1 and N2.
#pragma once

#include <tenon/core/dialect.hpp>
#include <tenon/core/few.hpp>

namespace tenon::why {

template <int Least, int Most> struct takes;
template <int Count> struct is_given;
template <core::fixed_string Name> struct attribute;
template <core::attribute_kind Kind> struct wants;
template <core::attribute_kind Kind> struct gets;
template <class Argument> struct argument;

} // namespace tenon::why

namespace tenon::core {

namespace detail {

template <class Value>
constexpr attribute_kind kind_of_value = [] {
    using enum attribute_kind;
    if constexpr (std::is_integral_v<Value>) return integer;
    if constexpr (std::is_floating_point_v<Value>) return real;
    if constexpr (std::is_same_v<Value, core::dtype>) return dtype;
    if constexpr (std::is_same_v<Value, list<std::int64_t>>) return integers;
    if constexpr (std::is_same_v<Value, few<std::int64_t>>) return integers;
    if constexpr (std::is_same_v<Value, list<double>>) return reals;
    if constexpr (std::is_same_v<Value, list<core::text>>) return texts;
    if constexpr (std::is_same_v<Value, list<dim>>) return dims;
    if constexpr (std::is_same_v<Value, core::tensor>) return tensor;
    if constexpr (std::is_convertible_v<Value const&, std::string_view>) return text;
    return none; // decided at run time, or by what a pattern captures
}();

constexpr bool fits(attribute_kind wanted, attribute_kind given) {
    return given == wanted || given == attribute_kind::none ||
           (wanted == attribute_kind::real && given == attribute_kind::integer) ||
           (wanted == attribute_kind::dims && given == attribute_kind::integers);
}

/// What a call's argument is to the check: an operand, a run of operands of unknown length, or an
/// attribute.
struct part {
    enum class role : std::uint8_t { operand, operands, attribute, setting, stray, foreign };
    role what = role::operand;
    std::string_view name{};
    attribute_kind kind = attribute_kind::none;
};

/// Functions, call objects and passes: nothing that holds a value.
template <class T>
concept Foreign = std::is_empty_v<T> && !requires { typename T::is_pattern; };
template <class T>
inline constexpr part part_of{std::is_convertible_v<T const&, std::string_view> ||
                                      std::is_same_v<T, core::dtype>
                                  ? part::role::stray
                              : Foreign<T> ? part::role::foreign
                                           : part::role::operand};
template <fixed_string Name, class Value>
inline constexpr part part_of<named_value<Name, Value>>{part::role::attribute, Name.view(),
                                                        kind_of_value<Value>};

struct call_fault {
    enum class kind : std::uint8_t {
        none,
        operands,
        unknown_attribute,
        attribute_type,
        stray,
        foreign
    };
    kind what = kind::none;
    int at = 0;
    int given = 0;
    attribute_kind wanted = attribute_kind::none;
};

constexpr call_fault inspect_call(op_facts const& op, part const* parts, int count) {
    int operands = 0;
    bool open = false;
    for (int i = 0; i != count; ++i) {
        if (parts[i].what == part::role::stray) return {call_fault::kind::stray, i, 0, {}};
        if (parts[i].what == part::role::foreign) return {call_fault::kind::foreign, i, 0, {}};
        operands += parts[i].what == part::role::operand;
        open = open || parts[i].what == part::role::operands;
    }
    int const most = op.most_operands();
    if ((operands < op.least_operands() && !open) || (most >= 0 && operands > most))
        return {call_fault::kind::operands, 0, operands, {}};
    for (int i = 0; i != count; ++i) {
        if (parts[i].what != part::role::attribute) continue;
        int const slot = op.find_attribute(parts[i].name);
        if (slot < 0) return {call_fault::kind::unknown_attribute, i, 0, {}};
        if (!fits(op.attributes[slot].kind, parts[i].kind))
            return {call_fault::kind::attribute_type, i, 0, op.attributes[slot].kind};
    }
    return {};
}

/// A name that is known as data, as a template argument.
template <std::size_t Size> constexpr auto fixed_name(std::string_view name) {
    char text[Size + 1]{};
    for (std::size_t i = 0; i != Size; ++i) text[i] = name[i];
    return fixed_string<Size + 1>(text);
}

template <class Named> struct name_of;
template <fixed_string Name, class Value> struct name_of<named_value<Name, Value>> {
    using type = why::attribute<Name>;
    static constexpr attribute_kind kind = kind_of_value<Value>;
};

template <class Because> inline constexpr bool operand_count_fits = false;
template <class Because> inline constexpr bool op_has_attribute = false;
template <class Because> inline constexpr bool attribute_type_fits = false;
template <class Because> inline constexpr bool attribute_is_named = false;
template <class Because> inline constexpr bool operand_is_value = false;

/// What is wrong with a call of `Op` with arguments of these types.
template <class Op, class... Parts>
inline constexpr call_fault fault_of_call = [] {
    constexpr part parts[]{part_of<Parts>..., part{}};
    return inspect_call(facts_of<Op>, parts, sizeof...(Parts));
}();
template <class Op, class... Parts>
inline constexpr bool may_call = fault_of_call<Op, Parts...>.what == call_fault::kind::none;

} // namespace detail

/// True, or the compile error that says why a call of `Op` with arguments of these types is wrong.
template <class Op, class... Parts> consteval bool check_call() {
    using namespace detail;
    constexpr auto fault = fault_of_call<Op, Parts...>;
    if constexpr (fault.what == call_fault::kind::operands) {
        using because =
            why::facts<why::op<Op>,
                       why::takes<facts_of<Op>.least_operands(), facts_of<Op>.most_operands()>,
                       why::is_given<fault.given>>;
        static_assert(operand_count_fits<because>,
                      "[tenon/N1] an op is given a number of operands that it does not take");
    } else if constexpr (fault.what == call_fault::kind::foreign) {
        using argument = why::argument<typename nth<fault.at, Parts...>::type>;
        using because = why::facts<why::op<Op>, argument>;
        static_assert(operand_is_value<because>,
                      "[tenon/N1] what stands among the operands of an op is no pattern, value or "
                      "number");
    } else if constexpr (fault.what == call_fault::kind::stray) {
        using argument = why::argument<typename nth<fault.at, Parts...>::type>;
        using because = why::facts<why::op<Op>, argument>;
        static_assert(attribute_is_named<because>,
                      "[tenon/N2] a value without a name stands among the operands of an op: "
                      "attributes are given as attr<\"name\"> = value");
    } else if constexpr (fault.what == call_fault::kind::unknown_attribute) {
        using named = name_of<typename nth<fault.at, Parts...>::type>;
        using because = why::facts<why::op<Op>, typename named::type>;
        static_assert(op_has_attribute<because>,
                      "[tenon/N2] an op is given an attribute that it does not have");
    } else if constexpr (fault.what == call_fault::kind::attribute_type) {
        using named = name_of<typename nth<fault.at, Parts...>::type>;
        using because = why::facts<why::op<Op>, typename named::type, why::wants<fault.wanted>,
                                   why::gets<named::kind>>;
        static_assert(attribute_type_fits<because>,
                      "[tenon/N2] an attribute of an op is given a value of another type");
    }
    return true;
}

} // namespace tenon::core

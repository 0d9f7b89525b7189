// What a program knows of an op: plain facts, one static object per op.
#pragma once

#include <tenon/core/attribute.hpp>
#include <tenon/core/dtype.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core {

/// A part of an op's definition.
enum class op_part : std::uint8_t {
    none,
    form,
    name,
    operands,
    attributes,
    inference,
    verification,
    meaning,
    arguments_of_meaning
};

} // namespace tenon::core

namespace tenon::why {

/// Evidence in compile errors: these types are only ever printed.
template <class Op> struct op;
template <core::op_part Part> struct lacks;
template <class... Facts> struct facts;

} // namespace tenon::why

namespace tenon::core {

class inference;

enum class presence : std::uint8_t { required, optional, variadic };

/// One operand (or result) of an op: a variadic one is the last, and stands for any number, at
/// least `minimum`.
struct operand_facts {
    std::string_view name{};
    presence how = presence::required;
    dtype_set admits = any_dtype;
    int minimum = 0;
};

/// In which form an op says what it means.
enum class op_form : std::uint8_t {
    elementwise, ///< a function of scalars; operands broadcast
    indexed,     ///< the result element at an index, with reductions over index ranges
    stepwise,    ///< a program with loops and mutable buffers
    constant,    ///< a tensor held by the node
    structure,   ///< control flow, calls, groups, memory: what the IR itself is made of
};

/// Every op is of a kind, a small number that tables of ops are indexed with. Ops that hold
/// constants have one of their own; others share it with those whose names hash alike.
inline constexpr int op_kinds = 64;
using op_kind = std::uint8_t;
inline constexpr op_kind no_kind = 0; ///< of what no op defines
inline constexpr op_kind constant_kind = 1;

/// The functions that the readings make of a meaning; defined at the level that has meanings.
struct readings;

/// The static description of an op. Two nodes have the same op if they point at the same object.
struct op_facts {
    std::string_view name{};
    operand_facts const* operands = nullptr;
    int operand_count = 0;
    operand_facts const* results = nullptr;
    int result_count = 1;
    attribute_facts const* attributes = nullptr;
    int attribute_count = 0;
    int regions = 0;          ///< exact number of nested regions; -1 for any number
    bool pure = true;         ///< no effect but its results
    bool commutative = false; ///< the first two operands may be swapped
    op_form form = op_form::structure;
    op_kind kind = no_kind;
    void (*infer)(inference&) =
        nullptr; ///< computes result types; null for ops whose types are written down
    void (*verify)(inference&) =
        nullptr; ///< fails for nodes that types and counts alone would admit; may be null
    core::readings const* readings = nullptr; ///< null for ops without a meaning

    constexpr bool is_variadic() const {
        return operand_count != 0 && operands[operand_count - 1].how == presence::variadic;
    }
    constexpr int least_operands() const {
        int least = 0;
        for (int i = 0; i != operand_count; ++i) {
            if (operands[i].how == presence::required) least = i + 1;
            if (operands[i].how == presence::variadic && operands[i].minimum > 0)
                least = i + operands[i].minimum;
        }
        return least;
    }
    /// -1 where there is no limit.
    constexpr int most_operands() const { return is_variadic() ? -1 : operand_count; }
    /// The facts of operand `i`, the last one standing for all that follow when it is variadic.
    constexpr operand_facts const& operand(int i) const {
        return operands[i < operand_count ? i : operand_count - 1];
    }
    constexpr bool has_variadic_results() const {
        return result_count != 0 && results != nullptr &&
               results[result_count - 1].how == presence::variadic;
    }
    /// The position of the attribute with this name, or -1.
    constexpr int find_attribute(std::string_view wanted) const {
        for (int i = 0; i != attribute_count; ++i)
            if (attributes[i].name == wanted) return i;
        return -1;
    }
};

namespace detail {

/// The part of an op's definition that is missing or cannot be used. A form that demands any has
/// `template <class Op> static constexpr op_part faulty_part()`.
template <class Op> constexpr op_part find_faulty_part() {
    if constexpr (!requires { Op::template make_facts<Op>(); })
        return op_part::form;
    else if constexpr (requires { Op::template faulty_part<Op>(); })
        return Op::template faulty_part<Op>();
    else
        return op_part::none;
}
template <class Op> inline constexpr op_part faulty_part_of = find_faulty_part<Op>();
template <> inline constexpr op_part faulty_part_of<void> = op_part::none;

template <class Because> inline constexpr bool is_an_op = false;
template <class Because> inline constexpr bool op_can_be_printed = false;
template <class Because> inline constexpr bool op_is_whole = false;
template <class Because> inline constexpr bool meaning_fits_form = false;

/// Whether an op is whole, or the compile error that says what it lacks.
template <class Op> consteval bool explain_op() {
    using enum op_part;
    constexpr auto part = faulty_part_of<Op>;
    using because = why::facts<why::op<Op>, why::lacks<part>>;
    if constexpr (part == form) {
        static_assert(is_an_op<because>,
                      "[tenon/N5] a type is used as an op that is none: derive it from "
                      "graph::elementwise, graph::indexed, graph::stepwise or core::structural");
    } else if constexpr (part == name || part == attributes) {
        static_assert(op_can_be_printed<because>,
                      "[tenon/N5] an op lacks a part that its dialect demands: a name, and "
                      "attributes, that can be printed and read again");
    } else if constexpr (part == arguments_of_meaning) {
        using because_of_form = why::facts<why::op<Op>, typename Op::meaning_takes>;
        static_assert(meaning_fits_form<because_of_form>,
                      "[tenon/N5] the meaning of an op does not take what its form gives it, or "
                      "gives no scalar");
    } else if constexpr (part != none) {
        static_assert(op_is_whole<because>,
                      "[tenon/N5] an op lacks a part that its form demands, or has it with "
                      "another signature");
    }
    return part == none;
}
constexpr op_kind kind_of(op_facts const& op) {
    if (op.form == op_form::constant) return constant_kind;
    unsigned hash = 0;
    for (char const c : op.name) hash = hash * 31u + static_cast<unsigned char>(c);
    return static_cast<op_kind>(2 + hash % (op_kinds - 2));
}
template <class Op, bool IsWhole> constexpr op_facts make_facts() {
    op_facts facts;
    if constexpr (faulty_part_of<Op> != op_part::form) facts = Op::template make_facts<Op>();
    facts.kind = kind_of(facts);
    return facts;
}

} // namespace detail

/// The facts of an op type: what its form (`elementwise`, `indexed`, ...) makes of its definition.
///
/// Refused uses: N5.
template <class Op>
inline constexpr op_facts facts_of = detail::make_facts<Op, detail::explain_op<Op>()>();

} // namespace tenon::core

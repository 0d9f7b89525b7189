// What a program knows of an op: plain facts, one static object per op.
#pragma once

#include <tenon/core/attribute.hpp>
#include <tenon/core/dtype.hpp>

#include <cstdint>
#include <string_view>

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
    void (*infer)(inference&) =
        nullptr; ///< computes result types; null for ops whose types are written down
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

/// The facts of an op type: what its form (`elementwise`, `indexed`, ...) makes of its definition.
template <class Op> inline constexpr op_facts facts_of = Op::template make_facts<Op>();

} // namespace tenon::core

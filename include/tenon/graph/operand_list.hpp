// The operands that an op declares, or that its form implies.
#pragma once

#include <tenon/core/op_facts.hpp>

namespace tenon::graph::detail {

inline constexpr std::string_view operand_letters[] = {"x", "y", "z", "w"};

template <class Op> constexpr core::dtype_set plain_dtypes() {
    if constexpr (requires { Op::admits; })
        return Op::admits;
    else
        return core::any_number;
}
template <class Op> struct plain_operands {
    core::operand_facts facts[4]{
        {operand_letters[0], core::presence::required, plain_dtypes<Op>()},
        {operand_letters[1], core::presence::required, plain_dtypes<Op>()},
        {operand_letters[2], core::presence::required, plain_dtypes<Op>()},
        {operand_letters[3], core::presence::required, plain_dtypes<Op>()}};
};
template <class Op> inline constexpr plain_operands<Op> plain_operands_of{};

struct operands_view {
    core::operand_facts const* first;
    int count;
};
template <class Op> constexpr operands_view operand_list() {
    if constexpr (requires { Op::operands; })
        return {Op::operands, static_cast<int>(sizeof(Op::operands) / sizeof(Op::operands[0]))};
    else if constexpr (requires { Op::arity; })
        return {plain_operands_of<Op>.facts, Op::arity};
    else
        return {nullptr, 0};
}

/// Whether any operand may be anything but floating: then the meaning must also make sense for
/// integers.
template <class Op> constexpr bool admits_integers() {
    auto const operands = operand_list<Op>();
    for (int i = 0; i != operands.count; ++i)
        if ((operands.first[i].admits | core::any_float) != core::any_float) return true;
    return operands.count == 0;
}

} // namespace tenon::graph::detail

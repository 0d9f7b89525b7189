// How the facts of an op are gathered from the members that its definition has.
#pragma once

#include <tenon/core/fixed_string.hpp>
#include <tenon/core/op_facts.hpp>

namespace tenon::core {

namespace detail {

inline constexpr std::string_view operand_letters[] = {"x", "y", "z", "w"};

template <class Op> constexpr dtype_set plain_dtypes() {
    if constexpr (requires { Op::admits; })
        return Op::admits;
    else
        return any_number;
}
template <class Op> struct plain_operands {
    operand_facts facts[4]{{operand_letters[0], presence::required, plain_dtypes<Op>()},
                           {operand_letters[1], presence::required, plain_dtypes<Op>()},
                           {operand_letters[2], presence::required, plain_dtypes<Op>()},
                           {operand_letters[3], presence::required, plain_dtypes<Op>()}};
};
template <class Op> inline constexpr plain_operands<Op> plain_operands_of{};

struct operands_view {
    operand_facts const* first;
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
        if ((operands.first[i].admits | any_float) != any_float) return true;
    return operands.count == 0;
}

/// Whether the parser reads this as one word, as it must.
constexpr bool is_word(std::string_view name) {
    for (std::size_t i = 0; i != name.size(); ++i) {
        char const c = name[i];
        bool const starts = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!starts && (i == 0 || !((c >= '0' && c <= '9') || c == '.'))) return false;
    }
    return !name.empty();
}
/// The part that cannot be used: what cannot be printed so that it can be read again, and a
/// verifier of another signature.
template <class Op> constexpr op_part faulty_common_part() {
    if (!is_word(Op::name)) return op_part::name;
    if constexpr (requires { &Op::verify; } && !requires(inference& c) { Op::verify(c); })
        return op_part::verification;
    if constexpr (requires { Op::attributes; })
        for (auto const& a : Op::attributes)
            if (a.kind == attribute_kind::none || !is_word(a.name)) return op_part::attributes;
    return op_part::none;
}

template <class Op> constexpr void fill_common(op_facts& f) {
    f.name = Op::name;
    f.form = Op::form;
    if constexpr (requires { Op::attributes; }) {
        f.attributes = Op::attributes;
        f.attribute_count = static_cast<int>(sizeof(Op::attributes) / sizeof(Op::attributes[0]));
    }
    f.operands = operand_list<Op>().first;
    f.operand_count = operand_list<Op>().count;
    if constexpr (requires { Op::results; }) {
        f.results = Op::results;
        f.result_count = static_cast<int>(sizeof(Op::results) / sizeof(Op::results[0]));
    }
    if constexpr (requires { Op::commutative; }) f.commutative = Op::commutative;
    if constexpr (requires(void (*&slot)(inference&)) { slot = &Op::verify; })
        f.verify = &Op::verify;
}

} // namespace detail

/// An op without a meaning of its own: what the IR itself is made of.
template <fixed_string Name, op_form Form = op_form::structure> struct structural {
    static constexpr std::string_view name = Name.view();
    static constexpr op_form form = Form;

    template <class Op> static constexpr op_part faulty_part() {
        return detail::faulty_common_part<Op>();
    }
    template <class Op> static constexpr op_facts make_facts() {
        op_facts f;
        detail::fill_common<Op>(f);
        if constexpr (requires { Op::pure; }) f.pure = Op::pure;
        if constexpr (requires { Op::regions; }) f.regions = Op::regions;
        if constexpr (requires { &Op::infer; }) f.infer = &Op::infer;
        return f;
    }
};

} // namespace tenon::core

// What an op is: the three forms of meaning, and what follows from them.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/inference.hpp>
#include <tenon/core/type_name.hpp>
#include <tenon/graph/evaluate_op.hpp>
#include <tenon/graph/evaluate_shape.hpp>
#include <tenon/graph/rule_proof.hpp>
#include <tenon/graph/symbolic.hpp>
#include <tenon/match/call.hpp>

#include <utility>

namespace tenon::why {

template <int Operands> struct takes_scalars;
struct takes_reading_index_operands_attributes;
struct takes_reading_operands_attributes;

} // namespace tenon::why

/// The readings of a meaning, behind `op_facts::readings`.
struct tenon::core::readings {
    void (*evaluate)(graph::evaluation&) = nullptr; ///< numbers in, numbers out
    void (*express)(graph::expressing&) =
        nullptr; ///< the formula of one result element, or the steps
    void (*evaluate_shape)(graph::shape_evaluation&) =
        nullptr; ///< symbolic dimensions in, symbolic dimensions out
};

namespace tenon::graph {

using core::attr;
using core::attribute_facts;
using core::attribute_kind;
using core::inference;
using core::op_form;
using core::operand_facts;
using core::presence;
using core::structural;

namespace detail {

struct symbolic_operands {
    expressing* e;
    constexpr symbolic::operand operand(int k) const { return {*e, k}; }
};

/// The first `count` operands' elements that take part in the result's at `e.index`.
constexpr few<expression> broadcast_operands_here(expressing& e, int count) {
    symbolic const m(e);
    few<expression> x;
    for (int k = 0; k != count; ++k) {
        symbolic::operand const operand(e, k);
        x.push(operand(m.broadcast(e.index, operand)));
    }
    return x;
}
few<expression> broadcast_operands_in_library(expressing& e, int count);
constexpr few<expression> broadcast_operands(expressing& e, int count) {
    TENON_PRECOMPILED_CALL(broadcast_operands_in_library(e, count),
                           broadcast_operands_here(e, count))
}

template <class Op, std::size_t... K>
constexpr void express_elementwise(expressing& e, std::index_sequence<K...>) {
    symbolic m(e);
    attributes_of<Op, symbolic> const a(*e.node, m);
    auto const x = broadcast_operands(e, static_cast<int>(sizeof...(K)));
    e.answer = apply_elementwise<Op>(a, x[static_cast<int>(K)]...);
}

/// Fills `e.answer`, or `e.steps`, by the op's meaning.
template <class Op> constexpr void express_op(expressing& e) {
    if constexpr (Op::form == op_form::elementwise) {
        express_elementwise<Op>(e, std::make_index_sequence<static_cast<std::size_t>(Op::arity)>());
    } else {
        symbolic m(e);
        symbolic_operands source{&e};
        operands_of<symbolic, symbolic_operands> const in(
            source, static_cast<int>(e.node->operands.size()));
        attributes_of<Op, symbolic> const a(*e.node, m);
        if constexpr (Op::form == op_form::indexed)
            e.answer = Op::meaning(m, e.index, in, a);
        else
            Op::meaning(m, in, a);
    }
}

/// Whether an op is one of the standard dialect: its name has no dot, and it is in this namespace.
/// Their readings are compiled into the library, so that a user's file does not pay for them;
/// everyone else's are made where the op is used.
template <class Op>
inline constexpr bool is_in_library =
    std::string_view(Op::name).find('.') == std::string_view::npos &&
    core::type_name<Op>().substr(0, 14) == "tenon::graph::";

/// Whether the meaning can be called as its form calls it.
template <class Op, std::size_t... K> constexpr bool takes_scalars(std::index_sequence<K...>) {
    using scalar = number<double>;
    if constexpr (requires { Op::attributes; })
        return requires(scalar const& x, attributes_of<Op, values<double>> const& a) {
            Op::meaning((static_cast<void>(K), x)..., a).value;
        };
    else
        return requires(scalar const& x) { Op::meaning((static_cast<void>(K), x)...).value; };
}
template <class Op> constexpr bool takes_what_form_gives() {
    using reading = values<double>;
    using operands = operands_of<reading, loaded_operands<double> const>;
    using attributes = attributes_of<Op, reading>;
    if constexpr (Op::form == op_form::elementwise)
        return takes_scalars<Op>(std::make_index_sequence<std::size_t{Op::arity}>());
    else if constexpr (Op::form == op_form::indexed)
        return requires(reading& m, few<number<std::int64_t>> const& i, operands const& in,
                        attributes const& a) { Op::meaning(m, i, in, a).value; };
    else
        return requires(reading& m, operands const& in, attributes const& a) {
            Op::meaning(m, in, a);
        };
}

/// What the three forms with a meaning share.
struct form_with_meaning {
    using rule_proof = graph::rule_proof;

    template <class Op> static constexpr core::op_part faulty_part() {
        if constexpr (is_in_library<Op>) {
            return core::op_part::none; // what its tests would have found
        } else if constexpr (!requires { Op::meaning; }) {
            return core::op_part::meaning;
        } else if constexpr (Op::form != op_form::elementwise &&
                             !requires(inference& c) { Op::infer(c); }) {
            return core::op_part::inference;
        } else {
            if constexpr (Op::form == op_form::elementwise && requires { Op::operands; })
                if (sizeof(Op::operands) / sizeof(Op::operands[0]) != std::size_t{Op::arity})
                    return core::op_part::operands;
            if (!takes_what_form_gives<Op>()) return core::op_part::arguments_of_meaning;
            return core::detail::faulty_common_part<Op>();
        }
    }
    template <class Op> static constexpr core::op_facts make_facts();
};

/// Sizes are integers, but ONNX models also scale and round them; nobody does so with floating ops
/// of one's own.
template <class Op> constexpr bool may_compute_shapes() {
    return core::detail::admits_integers<Op>() ||
           (Op::form == op_form::elementwise && is_in_library<Op>);
}

template <class Op> constexpr core::readings make_readings() {
    core::readings all{&evaluate_op<Op>, &express_op<Op>};
    if constexpr (may_compute_shapes<Op>()) all.evaluate_shape = &evaluate_shape_op<Op>;
    return all;
}
template <class Op> struct own_readings {
    static constexpr core::readings value = make_readings<Op>();
};
template <class Op> struct library_readings {
    static core::readings const value;
    static void infer(inference& c);
};
#if defined(__clang__) // clang 19 would have each instantiation that the library has declared
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
template <class Op> constexpr core::readings const* readings_of() {
#ifdef TENON_PRECOMPILED
    if constexpr (is_in_library<Op>)
        return &library_readings<Op>::value;
    else
#endif
        return &own_readings<Op>::value;
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// Which operand gives an elementwise op's result its dtype: the first that is not a condition.
constexpr int typed_by(inference const& c, core::op_facts const& op) {
    for (int i = 0; i != c.operands(); ++i)
        if (!(op.operands[i].admits == core::only_boolean)) return i;
    return 0;
}
/// Operands broadcast; without `mixed` they have one dtype, which the result has too if `element`
/// is none.
constexpr void infer_broadcast(inference& c, core::op_facts const& op, bool mixed, dtype element) {
    int const typed = typed_by(c, op);
    list<dim> shape = c.operand(0).shape;
    for (int i = 0; i != c.operands(); ++i) {
        auto const& given = c.operand(i).shape;
        if (i != 0 && !(given == shape)) shape = c.broadcast_shapes(shape, given);
        if (!mixed && i > typed && c.element(i) != c.element(typed))
            c.fail(text("operand \"") + op.operands[i].name + "\" is " + core::name(c.element(i)) +
                   ", expected " + core::name(c.element(typed)) + " like the others");
    }
    if (element == dtype::none) element = c.element(typed);
    c.result(0, element, static_cast<list<dim>&&>(shape));
}
void infer_broadcast_in_library(inference& c, core::op_facts const& op, bool mixed, dtype element);

template <class Op> constexpr void infer_elementwise(inference& c) {
    constexpr bool mixed = requires { Op::mixed_dtypes; };
    dtype element = dtype::none;
    if constexpr (requires { Op::result_dtype; }) element = Op::result_dtype;
    TENON_PRECOMPILED_CALL(infer_broadcast_in_library(c, core::facts_of<Op>, mixed, element),
                           infer_broadcast(c, core::facts_of<Op>, mixed, element))
}
template <class Op> constexpr void infer_here(inference& c) {
    if constexpr (Op::form == op_form::elementwise)
        infer_elementwise<Op>(c);
    else
        Op::infer(c);
}
template <class Op> constexpr void infer_op(inference& c) {
    if constexpr (is_in_library<Op>) {
        TENON_PRECOMPILED_CALL(library_readings<Op>::infer(c), infer_here<Op>(c))
    } else {
        infer_here<Op>(c);
    }
}

template <class Op> constexpr core::op_facts form_with_meaning::make_facts() {
    core::op_facts f;
    core::detail::fill_common<Op>(f);
    if constexpr (core::detail::faulty_part_of<Op> == core::op_part::none) {
        f.infer = &infer_op<Op>;
        f.readings = readings_of<Op>();
    }
    return f;
}

} // namespace detail

/// An elementwise op: `struct relu : elementwise<"relu", 1>` with
///
///     static constexpr auto meaning = [](auto x) { return core::max(x, 0); };
///
/// Operands broadcast as in numpy and have one dtype; the result has it too. May declare `admits`
/// (a dtype_set, all numbers by default) or `operands` (facts of each; boolean-only ones are
/// conditions and do not take part in dtypes), `attributes` (the meaning then takes them last),
/// `result_dtype`, `commutative`, and `mixed_dtypes`.
template <core::fixed_string Name, int Operands> struct elementwise : detail::form_with_meaning {
    static constexpr std::string_view name = Name.view();
    static constexpr op_form form = op_form::elementwise;
    using meaning_takes = why::takes_scalars<Operands>;
    static constexpr int arity = Operands;
};

/// An indexed op declares `operands`, `infer(inference&)` and
///
///     static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
///     ... };
///
/// which gives the element of result `m.result()` at index `i`. See docs/ops.md for what a reading
/// `m` offers.
template <core::fixed_string Name> struct indexed : detail::form_with_meaning {
    static constexpr std::string_view name = Name.view();
    static constexpr op_form form = op_form::indexed;
    using meaning_takes = why::takes_reading_index_operands_attributes;
};

/// A stepwise op declares `operands`, `infer(inference&)` and `meaning = [](auto& m, auto const&
/// in, auto const& a)`, a program that writes its results with `m.write_result(r, index, value)`.
template <core::fixed_string Name> struct stepwise : detail::form_with_meaning {
    static constexpr std::string_view name = Name.view();
    static constexpr op_form form = op_form::stepwise;
    using meaning_takes = why::takes_reading_operands_attributes;
};

/// An op without a meaning, which declares `operands` and `infer(inference&)`: something that a
/// decomposition takes out again. A pipeline that may still hold it where it is lowered is refused.
template <core::fixed_string Name> struct opaque : core::structural<Name> {
    template <class Op> static constexpr core::op_part faulty_part() {
        if constexpr (requires(inference& c) { Op::infer(c); })
            return core::detail::faulty_common_part<Op>();
        else
            return core::op_part::inference;
    }
};

} // namespace tenon::graph

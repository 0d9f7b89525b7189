// The loop level: kernels over buffers, and the program that calls them.
#pragma once

#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/scalar.hpp>

#include <utility>

namespace tenon::loop {

using core::attr;
using core::attribute_facts;
using core::attribute_kind;
using core::operand_facts;
using core::presence;
using core::structural;

/// A loop-level program has functions of kind `kernel` and one `func` per entry of the artifact.
///
/// Values are buffers (tensor types, with `order` and `halo`), or scalars (rank 0). A kernel's
/// arguments are buffers; it stores into some of them and returns nothing. An entry's arguments are
/// the model's inputs and then its outputs, and it yields the outputs.
///
/// Indices are dims: logical, one per dimension of the buffer, whatever its order. Their symbols
/// are the program's own
/// (`batch`), loop variables (`$3`) and integers computed by operands (`$v0` is the first operand
/// behind the buffer). Every loop variable's number is unique in its kernel.

// What an entry is made of, beside `loop.if`, `loop.while` and the scalars and memory that they
// need.

/// A constant, placed in the artifact's read-only data.
struct weights : structural<"loop.weights", core::op_form::constant> {
    static constexpr attribute_facts attributes[]{attr<"value">.required(attribute_kind::tensor)};
};
/// A buffer in the arena: `offset` bytes from its start, or behind the ends of the buffers in
/// `below`, at the lowest multiple of 64 that is both.
struct arena : structural<"loop.arena"> {
    static constexpr operand_facts operands[]{{"below", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"offset">.required(attribute_kind::dims)};
};
/// The same memory as the operand's, under another type.
struct view : structural<"loop.view"> {
    static constexpr operand_facts operands[]{{"x"}};
};
/// Runs the kernel named `kernel` on buffers.
struct call : structural<"loop.call"> {
    static constexpr operand_facts operands[]{{"buffers", presence::variadic}};
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"kernel">.required(attribute_kind::text)};
    static constexpr bool pure = false;
};
/// Sets the halo of a buffer to zero.
struct clear_halo : structural<"loop.clear_halo"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr bool pure = false;
};

// Control inside kernels.

/// A loop of variable `variable` over [0, extent), in order unless `parallel`. Operands are the
/// initial values of scalars that it carries; the region's arguments are the carried values, its
/// yields the next ones; the results are the last ones. With `sums` the region has no arguments,
/// and what it yields is added to the carried values, in any order. A parallel loop carries
/// nothing, and only parallel loops are around it; other parallel loops of its kernel do not read
/// what it stores.
struct for_ : structural<"loop.for"> {
    static constexpr operand_facts operands[]{{"initial", presence::variadic}};
    static constexpr operand_facts results[]{{"final", presence::variadic}};
    static constexpr attribute_facts attributes[]{
        attr<"variable">.required(attribute_kind::integer),
        attr<"extent">.required(attribute_kind::dims), attr<"parallel"> = 0, attr<"sums"> = 0};
    static constexpr int regions = 1;
    static constexpr bool pure = false;
};
/// Folds what the region yields over all `variables`, in any order: `how` is sum, product, largest
/// or smallest (the last two give NaN if an element is NaN). Over nothing: 0, 1, or the operand.
/// f16 and bf16 are accumulated in f32. With `unroll` the loops are written out.
struct reduce : structural<"loop.reduce"> {
    static constexpr operand_facts operands[]{{"of_nothing", presence::optional}};
    static constexpr attribute_facts attributes[]{
        attr<"how"> = "sum", attr<"variables">.required(attribute_kind::integers),
        attr<"extents">.required(attribute_kind::dims), attr<"unroll"> = 0};
    static constexpr int regions = 1;
};
/// Runs the region if the condition holds. In an entry the region is made of what an entry is made
/// of.
struct if_ : structural<"loop.if"> {
    static constexpr operand_facts operands[]{
        {"condition", presence::required, core::only_boolean}};
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr int regions = 1;
    static constexpr bool pure = false;
};
/// Region 0 yields a condition; region 1 runs as long as it holds. In an entry both are made of
/// what an entry is made of, and the loop also ends when the call has failed.
struct while_ : structural<"loop.while"> {
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr int regions = 2;
    static constexpr bool pure = false;
};

// Scalars.

/// A number of the result's dtype.
struct literal : structural<"loop.literal"> {
    static constexpr attribute_facts attributes[]{attr<"real"> = 0.0, attr<"integer"> = 0};
};
/// An index as an i64.
struct size : structural<"loop.size"> {
    static constexpr operand_facts operands[]{{"integers", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"at">.required(attribute_kind::dims)};
};
/// The operand converted to the result's dtype: floats to integers towards zero, integers wrap, to
/// bool by != 0.
struct cast : structural<"loop.cast"> {
    static constexpr operand_facts operands[]{{"x"}};
};
/// An i64 index into [0, extent) that the data gives: negative values count from the end; outside,
/// the call fails with a message (and 0 is used). With a guard, only where that holds.
struct check : structural<"loop.check"> {
    static constexpr operand_facts operands[]{{"index"},
                                              {"guard", presence::optional, core::only_boolean}};
    static constexpr attribute_facts attributes[]{attr<"extent">.required(attribute_kind::dims)};
};

namespace detail {
/// The names of all primitives, and the operands that each of them has the first few of.
struct primitive_parts {
    char names[core::scalar_op_count][24]{};
    std::uint8_t lengths[core::scalar_op_count]{};
    operand_facts operands[3]{{"x", presence::required, core::any_fixed_size},
                              {"y", presence::required, core::any_fixed_size},
                              {"z", presence::required, core::any_fixed_size}};

    constexpr primitive_parts() {
        for (int op = 0; op != core::scalar_op_count; ++op) {
            for (char c : std::string_view("loop.")) names[op][lengths[op]++] = c;
            for (char const* c = core::scalar_op_names[op]; *c != 0; ++c)
                names[op][lengths[op]++] = *c;
        }
    }
    constexpr std::string_view name(core::scalar_op op) const {
        return {names[static_cast<int>(op)], lengths[static_cast<int>(op)]};
    }
};
inline constexpr primitive_parts parts_of_primitives;

constexpr core::op_facts make_primitive(core::scalar_op op) {
    core::op_facts f;
    f.name = parts_of_primitives.name(op);
    f.operands = parts_of_primitives.operands;
    f.operand_count = core::operand_count(op);
    f.kind = core::detail::kind_of(f);
    return f;
}
struct primitive_table {
    core::op_facts of[core::scalar_op_count];

    constexpr primitive_table() {
        for (int op = 0; op != core::scalar_op_count; ++op)
            of[op] = make_primitive(static_cast<core::scalar_op>(op));
    }
};
inline constexpr primitive_table primitive_facts;
} // namespace detail

/// A scalar primitive: `loop.add`, `loop.exp`, `loop.select`, ... Meaning as in core/scalar.hpp;
/// the operands have one dtype (but for select's condition), which is the result's unless the
/// primitive gives a boolean.
template <core::scalar_op Op> struct primitive {
    static constexpr std::string_view name = detail::parts_of_primitives.name(Op);

    template <class Self> static constexpr core::op_facts make_facts() {
        return detail::make_primitive(Op);
    }
};

} // namespace tenon::loop

/// They are in a table, which is cheaper to make than one by one.
template <tenon::core::scalar_op Op>
inline constexpr tenon::core::op_facts const& tenon::core::facts_of<tenon::loop::primitive<Op>> =
    tenon::loop::detail::primitive_facts.of[static_cast<int>(Op)];

namespace tenon::loop {

// Memory.

/// The element at index `at`; with `guarded`, the last operand is a boolean, and where it is false
/// nothing is read and the result is 0.
struct load : structural<"loop.load"> {
    static constexpr operand_facts operands[]{{"buffer"}, {"integers", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"at">.required(attribute_kind::dims),
                                                  attr<"guarded"> = 0};
};
/// Stores a scalar at index `at`.
struct store : structural<"loop.store"> {
    static constexpr operand_facts operands[]{
        {"value"}, {"buffer"}, {"integers", presence::variadic}};
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"at">.required(attribute_kind::dims)};
    static constexpr bool pure = false;
};
/// Memory of a kernel, zeroed each time it is made, gone at the end of the kernel. The size is
/// known when the kernel starts, unless it depends on loop variables.
struct scratch : structural<"loop.scratch"> {
    static constexpr bool pure = false;
};
/// Memory that each thread which works on the kernel has for itself, of a size that is known now;
/// directly in the kernel's body. Its halo is zero when a thread begins, the rest is arbitrary.
struct local : structural<"loop.local"> {
    static constexpr bool pure = false;
};

// Contractions.

/// For all batch, row and column variables: the sum over all reduce variables of a[a_at] * b[b_at],
/// handed to the region as its argument, which finishes and stores the element. The target's
/// register-tiled code does the sum.
///
/// 8-bit integers are summed in 32 bits, and the target's instructions for them set how they count:
/// a as u8, so that an i8 counts 128 more than it is, and b as i8, so that a u8 counts 128 less.
/// The region has two more arguments for this and for zero points: the sums of a and of b alone,
/// over all reduce variables.
///
/// Every index is linear in the variables. `a_at` has no column variable; `b_at` no row variable;
/// exactly one column variable. `extents` goes with batch, rows, columns and reduce in this order.
struct contract : structural<"loop.contract"> {
    static constexpr operand_facts operands[]{{"a"}, {"b"}};
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"batch">.empty(attribute_kind::integers),
                                                  attr<"rows">.empty(attribute_kind::integers),
                                                  attr<"column">.required(attribute_kind::integer),
                                                  attr<"reduce">.empty(attribute_kind::integers),
                                                  attr<"extents">.required(attribute_kind::dims),
                                                  attr<"a_at">.required(attribute_kind::dims),
                                                  attr<"b_at">.required(attribute_kind::dims)};
    static constexpr int regions = 1;
    static constexpr bool pure = false;
};

namespace detail {
template <class Numbers> struct primitives_of;
template <int... Op> struct primitives_of<std::integer_sequence<int, Op...>> {
    using type = core::dialect<primitive<static_cast<core::scalar_op>(Op)>...>;
};
} // namespace detail

using primitives =
    typename detail::primitives_of<std::make_integer_sequence<int, core::scalar_op_count>>::type;

/// All ops of the loop level.
using standard_dialect =
    core::join<core::dialect<weights, arena, view, call, clear_halo, for_, reduce, if_, while_,
                             literal, size, cast, check, load, store, scratch, local, contract>,
               primitives>;

/// The facts of a primitive known at run time.
constexpr core::op_facts const& primitive_facts(core::scalar_op op) {
    return detail::primitive_facts.of[static_cast<int>(op)];
}

} // namespace tenon::loop

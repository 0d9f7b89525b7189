// Adds nodes to a program in the notation of its ops, and infers their types as it goes.
#pragma once

#include <tenon/core/call_check.hpp>
#include <tenon/core/infer.hpp>
#include <tenon/core/program.hpp>

namespace tenon::core {

class builder;

/// A value of a program that is being built. Calling an op with it (`tenon::mul(a, 2.0)`) adds a
/// node where its builder stands.
struct built_value {
    builder* in = nullptr;
    value_id id = value_id::none;

    constexpr core::type const& type() const;
    /// Another result of the node that defines this one.
    constexpr built_value result(int i) const;
};

/// Stands for an optional operand that is not there.
struct absent_operand {};
inline constexpr absent_operand absent{};

/// Says how many results a node has, where its op leaves that open: `split(x, results(3))`.
struct results {
    int count;
    constexpr explicit results(int wanted) : count(wanted) {}
};

namespace detail {
template <> inline constexpr part part_of<results>{part::role::setting};
template <> inline constexpr part part_of<absent_operand>{part::role::operand};
template <> inline constexpr part part_of<list<value_id>>{part::role::operands};
template <> inline constexpr part part_of<list<built_value>>{part::role::operands};

/// The value as an attribute of the kind that its op declares.
template <class Value> constexpr attribute to_attribute(Value const& value, attribute_kind wanted) {
    if constexpr (std::is_same_v<Value, few<std::int64_t>>) {
        return to_attribute(list<std::int64_t>(value.begin(), value.end()), wanted);
    } else {
        attribute given(value);
        if (wanted == attribute_kind::real && given.kind == attribute_kind::integer)
            return static_cast<double>(given.integer);
        if (wanted == attribute_kind::dims && given.kind == attribute_kind::integers) {
            list<dim> dims;
            for (auto i : given.integers) dims.push_back(dim(i));
            return dims;
        }
        return given;
    }
}

/// How many results a node of this op has when nobody says.
constexpr int usual_results(op_facts const& op) {
    int count = op.result_count;
    while (op.results != nullptr && count > 0 && op.results[count - 1].how != presence::required)
        --count;
    return count;
}
} // namespace detail

/// The op whose nodes hold the constants of the level that `Op` belongs to: the level's namespace
/// has a function `constant_op_of(void const*)`, which is found through `Op`. Null without one.
template <class Op>
inline constexpr op_facts const* constant_beside = [] {
    constexpr Op const* op = nullptr;
    if constexpr (requires { constant_op_of(op); })
        return constant_op_of(op);
    else
        return static_cast<op_facts const*>(nullptr);
}();

/// Adds nodes at the end of a block, or before one of its nodes, and says what is wrong with them
/// in `found`. New nodes come from `where`.
class builder {
public:
    location where;

    constexpr builder(program& in, block_id block, diagnostics& found)
        : program_(in), block_(block), found_(found) {}

    constexpr built_value operator()(value_id v) { return {this, v}; }
    constexpr core::program& target() { return program_; }
    constexpr block_id block() const { return block_; }
    constexpr diagnostics& found() { return found_; }
    /// From now on, new nodes go before node number `position` of `block`.
    constexpr void move_to(block_id block, std::size_t position = ~std::size_t{0}) {
        block_ = block;
        position_ = position;
    }

    /// Adds a node of `Op`: operands are built values, value ids, lists of them, `absent`, or
    /// numbers, which become constants of the first operand's dtype; attributes and `results(n)`
    /// may stand among them.
    ///
    /// Refused uses: N1, N2.
    template <class Op, class... Parts> constexpr built_value add(Parts const&... parts) {
        static_assert(check_call<Op, Parts...>());
        list<value_id> operands;
        int count = detail::usual_results(facts_of<Op>);
        dtype const usual = first_dtype(parts...);
        (take<Op>(operands, count, usual, parts), ...);
        auto const n = place(facts_of<Op>, static_cast<list<value_id>&&>(operands), count);
        (take_attribute(n, parts), ...);
        return finish(n);
    }
    /// Adds a node of an op that only the run knows; `attributes` has one entry per declared
    /// attribute, or none to leave all at their defaults.
    constexpr built_value add(op_facts const& op, list<value_id> operands,
                              list<attribute> attributes = {}, int results = -1) {
        auto const n = place(op, static_cast<list<value_id>&&>(operands),
                             results < 0 ? detail::usual_results(op) : results);
        if (!attributes.empty())
            program_[n].attributes = static_cast<list<attribute>&&>(attributes);
        return finish(n);
    }
    /// Adds a constant with the op that holds them at this level.
    constexpr built_value constant(op_facts const& op, tensor value) {
        auto const n = place(op, {}, 1);
        program_.set(n, "value", static_cast<tensor&&>(value));
        return finish(n);
    }

private:
    constexpr node_id place(op_facts const& op, list<value_id> operands, int results) {
        auto const n = program_.add_node(block_, op, static_cast<list<value_id>&&>(operands),
                                         results, position_);
        if (position_ != ~std::size_t{0}) ++position_;
        program_[n].where = where;
        return n;
    }
    constexpr built_value finish(node_id n) {
        infer(program_, n, found_);
        auto const& made = program_[n].results;
        return {this, made.empty() ? value_id::none : made[0]};
    }

    template <class Op, class Part>
    constexpr void take(list<value_id>& operands, int& count, dtype usual, Part const& part) {
        if constexpr (std::is_same_v<Part, results>)
            count = part.count;
        else if constexpr (std::is_same_v<Part, built_value>)
            operands.push_back(part.id);
        else if constexpr (std::is_same_v<Part, value_id>)
            operands.push_back(part);
        else if constexpr (std::is_same_v<Part, absent_operand>)
            operands.push_back(value_id::none);
        else if constexpr (std::is_same_v<Part, list<value_id>>)
            operands.append(part);
        else if constexpr (std::is_same_v<Part, list<built_value>>)
            for (auto const& v : part) operands.push_back(v.id);
        else if constexpr (std::is_arithmetic_v<Part>)
            operands.push_back(constant(*constant_beside<Op>, scalar_tensor(usual, part)).id);
    }
    template <class Number> static constexpr tensor scalar_tensor(dtype element, Number value) {
        using wide = std::conditional_t<std::is_floating_point_v<Number>, double, std::int64_t>;
        return tensor::from(element, {}, list<wide>{static_cast<wide>(value)});
    }
    template <class Part> constexpr void take_attribute(node_id, Part const&) {}
    template <fixed_string Name, class Value>
    constexpr void take_attribute(node_id n, named_value<Name, Value> const& given) {
        int const slot = program_[n].op->find_attribute(Name.view());
        auto const wanted = program_[n].op->attributes[slot].kind;
        program_[n].attributes[static_cast<std::size_t>(slot)] =
            detail::to_attribute(given.value, wanted);
    }
    template <class... Parts> constexpr dtype first_dtype(Parts const&... parts) const {
        dtype found = dtype::none;
        ((found = found != dtype::none ? found : dtype_of(parts)), ...);
        return found == dtype::none ? dtype::f32 : found;
    }
    template <class Part> constexpr dtype dtype_of(Part const& part) const {
        if constexpr (std::is_same_v<Part, built_value>) return program_[part.id].type.element;
        if constexpr (std::is_same_v<Part, value_id>)
            return part == value_id::none ? dtype::none : program_[part].type.element;
        return dtype::none;
    }

    core::program& program_;
    block_id block_;
    std::size_t position_ = ~std::size_t{0};
    diagnostics& found_;
};

constexpr core::type const& built_value::type() const { return in->target()[id].type; }
constexpr built_value built_value::result(int i) const {
    auto const& made = in->target()[in->target()[id].definer].results;
    return {in, made[static_cast<std::size_t>(i)]};
}

} // namespace tenon::core

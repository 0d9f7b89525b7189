// What an op's `infer` sees of a node and says of its results.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>

namespace tenon::core {

/// A view of one node for type inference. Operands come with types; an op states the types of its
/// results, demands what must hold between symbolic dimensions, or fails with a sentence.
/// Everything an op says is checked here once.
class inference {
public:
    constexpr inference(program& p, node_id n, diagnostics& found)
        : program_(p), node_(n), found_(found) {}

    constexpr int operands() const { return static_cast<int>(self().operands.size()); }
    constexpr int results() const { return static_cast<int>(self().results.size()); }
    constexpr bool has(int i) const {
        return i < operands() && self().operands[static_cast<std::size_t>(i)] != value_id::none;
    }
    constexpr type const& operand(int i) const {
        return program_[self().operands[static_cast<std::size_t>(i)]].type;
    }
    /// Dimension `d` of operand `i`; negative `d` counts from the end.
    constexpr dim const& dim_of(int i, int d) const {
        auto const& s = operand(i).shape;
        return s[static_cast<std::size_t>(d < 0 ? d + static_cast<int>(s.size()) : d)];
    }
    constexpr int rank(int i) const { return operand(i).rank(); }
    constexpr dtype element(int i) const { return operand(i).element; }
    template <fixed_string Name> constexpr attribute const& operator[](attribute_name<Name>) const {
        return program_.at(node_, Name.view());
    }
    constexpr attribute const& at(std::string_view name) const { return program_.at(node_, name); }
    /// Fills in an attribute, for defaults that depend on the operands (`kernel_shape` of a
    /// convolution).
    constexpr void set(std::string_view name, attribute a) {
        program_.set(node_, name, static_cast<attribute&&>(a));
    }
    /// The tensor behind operand `i` if a constant node defines it, else null.
    constexpr tensor const* constant(int i) const {
        if (!has(i)) return nullptr;
        auto const definer = program_[self().operands[static_cast<std::size_t>(i)]].definer;
        if (definer == node_id::none) return nullptr;
        auto const& a = program_.at(definer, "value");
        return program_[definer].op->form == op_form::constant && a.kind == attribute_kind::tensor
                   ? &a.tensor
                   : nullptr;
    }

    constexpr void result(int i, dtype element, list<dim> shape) {
        result(i, type::tensor(element, static_cast<list<dim>&&>(shape)));
    }
    constexpr void result(int i, type t) {
        if (i < results())
            program_[self().results[static_cast<std::size_t>(i)]].type = static_cast<type&&>(t);
    }
    constexpr type const& result_type(int i) const {
        return program_[self().results[static_cast<std::size_t>(i)]].type;
    }
    /// A symbol for a dimension that only the data decides.
    constexpr dim fresh_symbol() { return program_.fresh_symbol(); }

    constexpr bool failed() const { return failed_; }
    constexpr void fail(text what, text advice = {}) {
        failed_ = true;
        found_.add("V2", describe(program_, node_), static_cast<text&&>(what),
                   static_cast<text&&>(advice));
    }
    /// Two dimensions must be equal: an error if they cannot be, a check at run time if only the
    /// caller knows.
    constexpr void require_equal(dim const& a, dim const& b, std::string_view what) {
        if (dim const gap = a - b; gap.is_constant()) {
            if (gap.constant() != 0)
                fail(text(what) + " are " + to_string(a) + " and " + to_string(b) +
                     ", expected equal dimensions");
            return;
        }
        demand(constraint::relation::equal, a, b);
    }
    constexpr void require_at_least(dim const& a, dim const& b, std::string_view what) {
        if (dim const gap = a - b; gap.is_constant()) {
            if (gap.constant() < 0)
                fail(text(what) + " is " + to_string(a) + ", expected at least " + to_string(b));
            return;
        }
        demand(constraint::relation::at_least, a, b);
    }
    /// numpy's broadcasting of two dimensions.
    constexpr dim require_broadcastable(dim const& a, dim const& b) {
        if (a.is_constant() && b.is_constant() && a.constant() != b.constant() &&
            a.constant() != 1 && b.constant() != 1)
            fail(text("dimensions ") + to_string(a) + " and " + to_string(b) +
                 " cannot be broadcast, expected equal dimensions or a 1");
        else if (!(a == b) && !(a == dim(1)) && !(b == dim(1)))
            demand(constraint::relation::broadcastable, a, b);
        return broadcast(a, b);
    }
    /// numpy's broadcasting of two shapes.
    constexpr list<dim> broadcast_shapes(list<dim> const& a, list<dim> const& b) {
        auto const rank = a.size() < b.size() ? b.size() : a.size();
        list<dim> both(rank);
        for (std::size_t i = 0; i != rank; ++i) {
            dim x = 1, y = 1; // no `?:`: GCC 12 frees its operands twice in constant expressions
            if (i + a.size() >= rank) x = a[i + a.size() - rank];
            if (i + b.size() >= rank) y = b[i + b.size() - rank];
            both[i] = require_broadcastable(x, y);
        }
        return both;
    }
    /// An ONNX axis attribute made non-negative; fails if it is outside [-rank, rank).
    constexpr int axis(std::int64_t a, int rank) {
        if (a < -rank || a >= rank) {
            fail(text("axis is ") + to_string(a) + ", expected a value in [" +
                 to_string(std::int64_t{-rank}) + ", " + to_string(std::int64_t{rank} - 1) + "]");
            return 0;
        }
        return static_cast<int>(a < 0 ? a + rank : a);
    }

private:
    constexpr node const& self() const { return program_[node_]; }
    constexpr void demand(constraint::relation how, dim const& a, dim const& b) {
        constraint wanted{how, a, b, describe(program_, node_)};
        if (!program_.constraints.contains(wanted))
            program_.constraints.push_back(static_cast<constraint&&>(wanted));
    }

    program& program_;
    node_id node_;
    diagnostics& found_;
    bool failed_ = false;
};

} // namespace tenon::core

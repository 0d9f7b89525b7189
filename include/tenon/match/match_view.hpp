// What predicates and computed attributes see of a match, by the names that the pattern captures.
#pragma once

#include <tenon/match/matcher.hpp>

namespace tenon::match {

namespace detail {
template <class Scope> constexpr int find_capture(capture_kind kind, std::string_view name) {
    for (int i = 0; i != Scope::captured_count; ++i)
        if (Scope::captured[i].kind == kind && Scope::captured[i].name == name) return i;
    return -1;
}

/// The slot of a capture, by a name that is checked when the call is compiled; in rules that are
/// proven, by g++ when the proof calls. clang 19 would move the failure of a consteval constructor
/// up to where the rule takes the function's address, so that it gets an attribute instead.
template <class Scope, capture_kind Kind> struct capture_name {
    int slot = -1;
    char const* name = nullptr;
#ifdef __clang__
    // clang-format off
    constexpr capture_name(char const* n)
        __attribute__((diagnose_if(find_capture<Scope>(Kind, n) < 0, "[tenon/R1] the pattern does not bind it", "error")))
        : slot(find_capture<Scope>(Kind, n)), name(n) {}
    // clang-format on
#else
    consteval capture_name(char const* n) : slot(find_capture<Scope>(Kind, n)), name(n) {
        if (slot < 0 && !Scope::is_proven) throw "[tenon/R1] the pattern does not bind it";
    }
#endif
};
} // namespace detail

/// A captured value.
class captured {
public:
    constexpr captured(core::program const& p, core::value_id v, int root_rank)
        : program_(p), value_(v), root_rank_(root_rank) {}

    constexpr core::value_id id() const { return value_; }
    /// False for an optional operand that is absent.
    constexpr bool is_present() const { return value_ != core::value_id::none; }
    constexpr core::type const& type() const { return program_[value_].type; }
    constexpr core::dtype element() const { return type().element; }
    constexpr int rank() const { return type().rank(); }
    constexpr core::dim const& dim(int d) const {
        return type().shape[static_cast<std::size_t>(d < 0 ? d + rank() : d)];
    }
    /// The value as a constant, or null.
    constexpr core::tensor const* constant() const { return constant_behind(program_, value_); }
    constexpr bool is_constant() const { return constant() != nullptr; }
    /// Whether it has one element.
    constexpr bool is_scalar() const { return is_per_channel(-1); }
    /// Whether it varies along dimension `axis` of the matched root only, when broadcast to it.
    constexpr bool is_per_channel(int axis) const {
        if (!type().is_tensor() || rank() > root_rank_) return false;
        for (int d = 0; d != rank(); ++d)
            if (d + root_rank_ - rank() != axis && !(dim(d) == core::dim(1))) return false;
        return true;
    }

private:
    core::program const& program_;
    core::value_id value_;
    int root_rank_;
};

/// A captured node.
class captured_node {
public:
    constexpr captured_node(core::program const& p, core::node_id n) : program_(p), node_(n) {}

    constexpr core::node_id id() const { return node_; }
    template <core::fixed_string Name>
    constexpr core::attribute const& operator[](core::attribute_name<Name>) const {
        return program_.at(node_, Name.view());
    }
    constexpr core::attribute const& at(std::string_view name) const {
        return program_.at(node_, name);
    }
    constexpr core::value_id operand(int i) const {
        auto const& operands = program_[node_].operands;
        return i < static_cast<int>(operands.size()) ? operands[static_cast<std::size_t>(i)]
                                                     : core::value_id::none;
    }
    constexpr core::type const& type(int result = 0) const {
        return program_[program_[node_].results[static_cast<std::size_t>(result)]].type;
    }

private:
    core::program const& program_;
    core::node_id node_;
};

/// A match of the pattern `Scope`. Names that the pattern does not bind do not compile (R1).
template <class Scope> class match_view {
    template <capture_kind Kind> using name = detail::capture_name<Scope, Kind>;

public:
    constexpr explicit match_view(match_context const& of) : of_(of) {}

    /// A captured value.
    constexpr captured operator[](name<capture_kind::value> n) const {
        if (!is_bound(n)) return of_root();
        return {of_.program, of_.bound.slots[n.slot].value, root().type().rank()};
    }
    /// How many operands a `rest` capture stands for, and each of them.
    constexpr int count(name<capture_kind::values> n) const {
        return is_bound(n) ? of_.bound.slots[n.slot].count : 0;
    }
    constexpr captured at(name<capture_kind::values> n, int i) const {
        if (!is_bound(n)) return of_root();
        auto const& held = of_.bound.slots[n.slot];
        auto const v = of_.program[held.node].operands[static_cast<std::size_t>(held.index + i)];
        return {of_.program, v, root().type().rank()};
    }
    constexpr core::attribute const& attribute(name<capture_kind::attribute> n) const {
        if (!is_bound(n)) return root().at({});
        auto const& held = of_.bound.slots[n.slot];
        return of_.program[held.node].attributes[static_cast<std::size_t>(held.index)];
    }
    constexpr captured_node node(name<capture_kind::node> n) const {
        return {of_.program, is_bound(n) ? of_.bound.slots[n.slot].node : of_.root};
    }
    /// The node at the pattern's root.
    constexpr captured_node root() const { return {of_.program, of_.root}; }
    constexpr core::program const& program() const { return of_.program; }

private:
    /// A name that is not bound was reported, or is noted for the proof that asks.
    template <capture_kind Kind> constexpr bool is_bound(name<Kind> n) const {
        if (n.slot < 0 && of_.unbound != nullptr) *of_.unbound = n.name;
        return n.slot >= 0;
    }
    constexpr captured of_root() const {
        return {of_.program, of_.program[of_.root].results[0], root().type().rank()};
    }

    match_context const& of_;
};

} // namespace tenon::match

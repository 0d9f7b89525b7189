// Attributes of nodes in proofs: what ONNX means by a name decides on sensible values.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/graph/exact.hpp>

namespace tenon::graph {

/// Numbers that look random and are the same in every build.
class sample_random {
public:
    constexpr explicit sample_random(std::uint64_t seed) : seed_(seed), state_(seed * 977 + 1) {}
    constexpr std::uint64_t below(std::uint64_t limit) {
        state_ = detail::mix(state_, 0x2545f4914f6cdd1dull);
        return (state_ >> 24) % limit;
    }
    /// The first draw, and every fourth, is plain: one shape for all, attributes at their defaults.
    constexpr bool is_plain() const { return seed_ % 4 == 0; }

private:
    std::uint64_t seed_, state_;
};

/// Draws the attributes of one node whose operands are there.
class sample_attributes {
public:
    constexpr sample_attributes(core::program const& p, core::node_id n, sample_random& random)
        : program_(p), node_(n), random_(random), variant_(random.below(4)) {
        if (random_.is_plain()) variant_ = 0;
    }

    constexpr core::attribute operator()(core::attribute_facts const& wanted) {
        if (!wanted.required && (random_.is_plain() || random_.below(4) == 0))
            return wanted.initial();
        using enum core::attribute_kind;
        switch (wanted.kind) {
        case integer: return drawn_integer(wanted);
        case real: return static_cast<double>(1 + random_.below(12)) / 4;
        case text: return drawn_text(wanted);
        case integers: return drawn_integers(wanted.name);
        case dims: return drawn_dims(wanted.name);
        case dtype: return drawn_dtype();
        default: return wanted.initial();
        }
    }

private:
    constexpr core::type const* operand(int k) const {
        auto const& operands = program_[node_].operands;
        auto const i = static_cast<std::size_t>(k);
        if (i >= operands.size() || operands[i] == core::value_id::none) return nullptr;
        return &program_[operands[i]].type;
    }
    constexpr int rank() const { return operand(0) == nullptr ? 0 : operand(0)->rank(); }
    constexpr std::int64_t dim_of(int k, int d) const {
        auto const* const t = operand(k);
        return t == nullptr || d >= t->rank() ? 1
                                              : t->shape[static_cast<std::size_t>(d)].constant();
    }
    constexpr std::int64_t small(std::uint64_t limit) {
        return static_cast<std::int64_t>(random_.below(limit));
    }
    static constexpr bool ends_with(std::string_view text, std::string_view end) {
        return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
    }

    constexpr std::int64_t drawn_integer(core::attribute_facts const& wanted) {
        auto const name = wanted.name;
        if (ends_with(name, "axis"))
            return rank() == 0 ? 0 : small(static_cast<std::uint64_t>(rank())) - small(2) * rank();
        if (name == "group") return dim_of(1, 1) == 0 ? 1 : dim_of(0, 1) / dim_of(1, 1);
        if (name == "num_groups" || name == "blocksize" || name == "p") return 1 + small(2);
        if (name == "size") return 3;
        return small(2);
    }
    constexpr core::attribute drawn_text(core::attribute_facts const& wanted) {
        if (wanted.name == "direction") return variant_ % 2 == 0 ? "LEFT" : "RIGHT";
        if (wanted.name == "approximate") return variant_ % 2 == 0 ? "none" : "tanh";
        return wanted.initial();
    }
    constexpr list<std::int64_t> drawn_integers(std::string_view name) {
        list<std::int64_t> all;
        if (name == "perm") return drawn_permutation();
        if (name == "axes") {
            if (rank() != 0)
                all.push_back(small(static_cast<std::uint64_t>(rank())) - small(2) * rank());
            return all;
        }
        bool const windows = name == "strides" || name == "dilations" || name == "kernel_shape";
        if (windows && !(name == "kernel_shape" && operand(1) != nullptr))
            for (int d = 2; d < rank(); ++d)
                all.push_back(name == "kernel_shape" ? 2 : 1 + small(2));
        if (name == "steps")
            for (int d = 0; d != rank(); ++d) all.push_back(variant_ == 2 ? -1 : 1);
        return all;
    }
    constexpr list<std::int64_t> drawn_permutation() {
        list<std::int64_t> all;
        for (int d = 0; d != rank(); ++d) all.push_back(d);
        for (int d = variant_ == 0 ? 0 : rank(); d > 1; --d) {
            auto const other = static_cast<std::size_t>(small(static_cast<std::uint64_t>(d)));
            auto const held = all[static_cast<std::size_t>(d - 1)];
            all[static_cast<std::size_t>(d - 1)] = all[other];
            all[other] = held;
        }
        return all;
    }
    constexpr list<dim> drawn_dims(std::string_view name) {
        list<dim> all;
        if (name == "shape") return drawn_shape();
        if (name == "length") return list<dim>{dim(3)};
        if (name == "pads") {
            for (int d = 4; d < 2 * rank(); ++d) all.push_back(small(2));
            return all;
        }
        for (int d = 0; d != rank(); ++d) all.push_back(drawn_entry(name, d));
        return all;
    }
    constexpr std::int64_t drawn_entry(std::string_view name, int d) {
        auto const extent = dim_of(0, d);
        bool const part = variant_ == 1 && extent > 1;
        if (name == "starts") return variant_ == 2 ? extent - 1 : part ? 1 : 0;
        if (name == "sizes") return part ? extent - 1 : extent;
        if (name == "repeats") return variant_ == 0 ? 1 : 1 + small(2);
        if (name == "begins" || name == "ends")
            return variant_ == 0 || (variant_ < 3 && d < 2) ? 0 : small(2);
        return extent;
    }
    /// The operand's own shape; what a reshape could make of it.
    constexpr list<dim> drawn_shape() {
        list<dim> all;
        std::int64_t size = 1;
        for (int d = 0; d != rank(); ++d) {
            size *= dim_of(0, d);
            all.push_back(dim_of(0, variant_ == 1 ? rank() - 1 - d : d));
        }
        if (variant_ == 2) all.insert(0, dim(1));
        if (variant_ == 3) all = list<dim>{dim(size)};
        return all;
    }
    constexpr core::dtype drawn_dtype() {
        constexpr core::dtype all[]{dtype::f32, dtype::f64, dtype::i64, dtype::i32};
        if (variant_ == 0 && operand(0) != nullptr) return operand(0)->element;
        return all[random_.below(4)];
    }

    core::program const& program_;
    core::node_id node_;
    sample_random& random_;
    std::uint64_t variant_; ///< keeps attributes that belong together in step
};

} // namespace tenon::graph

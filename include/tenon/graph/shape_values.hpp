// The reading that computes shapes: an op's meaning over elements that may be symbolic.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/graph/shape_number.hpp>

namespace tenon::graph {

/// The elements of a small tensor of static shape; empty and not `present` for an absent operand.
struct shape_tensor {
    bool present = false;
    dtype element = dtype::none;
    few<std::int64_t> shape;
    list<shape_number> data;
};

/// What evaluating one node over symbolic elements works on. `results` is filled, one per result
/// type; their shapes are static.
struct shape_evaluation {
    core::node const* node = nullptr;
    list<shape_tensor> operands;
    list<core::type> result_types;
    list<shape_tensor> results;
    bool undecided = false; ///< an index or condition was symbolic
};

/// The reading. Elements and indices are `shape_number`s. Where an index or a condition that
/// decides what is read turns out to be symbolic, the element being computed becomes unknown.
class shape_values {
public:
    using scalar = shape_number;
    using index = shape_number;
    using indices = few<shape_number>;

    class operand {
    public:
        constexpr operand(shape_values const& m, shape_tensor const& held)
            : reading_(&m), held_(&held) {}
        constexpr bool present() const { return held_->present; }
        constexpr int rank() const { return held_->shape.size(); }
        constexpr index dim(int d) const { return index(held_->shape[d]); }
        constexpr core::dtype dtype() const { return held_->element; }
        constexpr scalar operator()(indices const& i) const {
            std::int64_t at = 0;
            if (!reading_->offset(held_->shape, i, at))
                return scalar::unknown(core::is_float(held_->element));
            return held_->data[static_cast<std::size_t>(at)];
        }

    private:
        shape_values const* reading_;
        shape_tensor const* held_;
    };

    constexpr explicit shape_values(shape_evaluation& e, int result = 0)
        : evaluation_(e), result_(result) {}

    constexpr int result() const { return result_; }
    constexpr int results() const { return static_cast<int>(evaluation_.result_types.size()); }
    constexpr core::dtype result_dtype() const { return result_type().element; }
    constexpr index result_dim(int d) const {
        auto const& shape = result_type().shape;
        return shape[static_cast<std::size_t>(d < 0 ? d + static_cast<int>(shape.size()) : d)];
    }
    constexpr scalar literal(auto value, core::dtype d) const {
        if (core::is_float(d)) return scalar::real(static_cast<double>(value));
        return scalar(static_cast<std::int64_t>(value));
    }
    constexpr scalar value(index const& i, core::dtype d) const { return i.cast(d); }
    constexpr index position(scalar const& s) const { return s.cast(core::dtype::i64); }
    constexpr index size(core::dim const& d) const { return index(d); }
    constexpr index position_in(scalar const& s, index const& extent) const {
        index const i = position(s);
        if (i.is_constant() && i.value().constant() < 0) return i + extent;
        return i;
    }
    constexpr scalar cast(scalar const& s, core::dtype to) const { return s.cast(to); }

    template <class F> constexpr scalar sum(indices const& extents, F f) const {
        return reduce(extents, [](auto const& a, auto const& b) { return a + b; }, f, 0);
    }
    template <class F> constexpr scalar product(indices const& extents, F f) const {
        return reduce(extents, [](auto const& a, auto const& b) { return a * b; }, f, 1);
    }
    template <class F>
    constexpr scalar largest(indices const& extents, scalar const& of_nothing, F f) const {
        return reduce(
            extents, [](auto const& a, auto const& b) { return core::max(a, b); }, f, of_nothing);
    }
    template <class F>
    constexpr scalar smallest(indices const& extents, scalar const& of_nothing, F f) const {
        return reduce(
            extents, [](auto const& a, auto const& b) { return core::min(a, b); }, f, of_nothing);
    }
    template <class F>
    constexpr few<scalar> fold(index const& extent, few<scalar> carried, F f) const {
        std::int64_t const count = decided(extent);
        for (std::int64_t k = 0; k < count; ++k) carried = f(index(k), carried);
        return carried;
    }
    constexpr bool certainly(scalar const& condition) const { return condition.truth(); }
    template <class F>
    constexpr scalar guarded(scalar const& condition, F f, scalar const& otherwise) const {
        if (!condition.is_constant()) return scalar::unknown(otherwise.is_floating());
        if (condition.truth()) return f();
        return otherwise;
    }
    constexpr scalar padded(operand const& x, indices const& i, scalar const& otherwise) const {
        for (int d = 0; d != i.size(); ++d) {
            scalar const inside = (i[d] >= 0) & (i[d] < x.dim(d));
            if (!inside.is_constant()) return scalar::unknown(otherwise.is_floating());
            if (!inside.truth()) return otherwise;
        }
        return x(i);
    }
    constexpr indices broadcast(indices const& i, operand const& x) const {
        indices result;
        for (int d = 0; d != x.rank(); ++d)
            if (x.dim(d).value() == core::dim(1))
                result.push(index(0));
            else
                result.push(i[d + i.size() - x.rank()]);
        return result;
    }

    // Stepwise meanings: as long as every condition is decided, else nothing is known.
    template <class F> constexpr void loop(index const& extent, F f) {
        std::int64_t const count = decided(extent);
        for (std::int64_t k = 0; k < count; ++k) f(index(k));
    }
    template <class F> constexpr void when(scalar const& condition, F f) {
        if (decided(condition) != 0) f();
    }
    template <class Test, class F> constexpr void loop_while(Test test, F f) {
        while (decided(test()) != 0 && --patience_ > 0) f();
        if (patience_ <= 0) evaluation_.undecided = true;
    }
    struct buffer {
        few<std::int64_t> extents;
        core::dtype type = core::dtype::none;
        std::size_t number = 0;
    };
    constexpr buffer make(core::dtype d, indices const& extents) {
        buffer made{{}, d, buffers_.size()};
        std::int64_t count = 1;
        for (auto const& e : extents) {
            made.extents.push(decided(e));
            count *= made.extents[-1];
        }
        if (count < 0 || count > patience_) {
            evaluation_.undecided = true;
            count = 0;
        }
        buffers_.push_back(list<scalar>(static_cast<std::size_t>(count), literal(0, d)));
        return made;
    }
    constexpr scalar read(buffer const& b, indices const& i) {
        std::int64_t at = 0;
        if (!offset(b.extents, i, at)) return scalar::unknown(core::is_float(b.type));
        return buffers_[b.number][static_cast<std::size_t>(at)];
    }
    constexpr void write(buffer const& b, indices const& i, scalar const& v) {
        std::int64_t at = 0;
        if (!offset(b.extents, i, at)) return;
        buffers_[b.number][static_cast<std::size_t>(at)] = v.cast(b.type);
    }
    constexpr void write_result(int r, indices const& i, scalar const& v) {
        auto& result = evaluation_.results[static_cast<std::size_t>(r)];
        std::int64_t at = 0;
        if (offset(result.shape, i, at)) result.data[static_cast<std::size_t>(at)] = v;
    }
    constexpr void size_result(int, int, scalar const&) { evaluation_.undecided = true; }

    /// Whether some index or condition was not decided since the last call.
    constexpr bool take_undecided() {
        bool const was = evaluation_.undecided;
        evaluation_.undecided = false;
        return was;
    }

    template <class F> static constexpr void each(few<std::int64_t> const& extents, F f) {
        few<std::int64_t> k(extents.size(), 0);
        for (auto e : extents)
            if (e <= 0) return;
        for (;;) {
            indices at;
            for (auto i : k) at.push(index(i));
            f(static_cast<indices const&>(at));
            int d = extents.size() - 1;
            for (; d >= 0 && ++k[d] == extents[d]; --d) k[d] = 0;
            if (d < 0) return;
        }
    }

private:
    static constexpr std::int64_t most_steps = 1 << 20;

    constexpr core::type const& result_type() const {
        return evaluation_.result_types[static_cast<std::size_t>(result_)];
    }
    constexpr std::int64_t decided(scalar const& s) const {
        if (!s.is_constant()) {
            evaluation_.undecided = true;
            return 0;
        }
        return s.cast(core::dtype::i64).value().constant();
    }
    constexpr bool offset(few<std::int64_t> const& extents, indices const& i,
                          std::int64_t& at) const {
        for (int d = 0; d != i.size(); ++d) {
            std::int64_t const k = i[d].is_constant() ? i[d].value().constant() : -1;
            if (k < 0 || k >= extents[d]) {
                evaluation_.undecided = true;
                return false;
            }
            at = at * extents[d] + k;
        }
        return true;
    }
    template <class Combine, class F>
    constexpr scalar reduce(indices const& extents, Combine combine, F f,
                            scalar const& of_nothing) const {
        few<std::int64_t> counts;
        for (auto const& e : extents) counts.push(decided(e));
        scalar total = of_nothing;
        bool first = true;
        each(counts, [&](indices const& k) {
            auto const x = f(k);
            if (first)
                total = x;
            else
                total = combine(total, x);
            first = false;
        });
        return total;
    }

    shape_evaluation& evaluation_;
    int result_;
    list<list<scalar>> buffers_;
    std::int64_t patience_ = most_steps;
};

} // namespace tenon::graph

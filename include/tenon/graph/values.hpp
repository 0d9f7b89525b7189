// The reading that computes: an op's meaning as numbers, element by element.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/few.hpp>
#include <tenon/core/program.hpp>
#include <tenon/graph/number.hpp>

namespace tenon::graph {

/// The tensor that a meaning reads: its elements widened to `T`, once.
template <class T> struct operand_values {
    bool present = false;
    dtype element = dtype::none;
    few<std::int64_t> shape;
    list<T> data;
};

/// What evaluating one node works on. Dimensions are numbers by now: `size_of` resolves attributes
/// that are symbolic.
struct evaluation {
    core::program const* program = nullptr;
    core::node const* node = nullptr;
    list<core::tensor const*> operands; ///< null where an optional operand is absent
    list<core::type> result_types;      ///< with constant shapes
    list<core::tensor> results;
    list<text> const* symbols = nullptr;
    list<std::int64_t> const* symbol_values = nullptr;
    core::diagnostics* found = nullptr;

    constexpr std::int64_t size_of(dim const& d) const {
        return d.evaluate([this](std::string_view name) {
            for (std::size_t i = 0; symbols != nullptr && i != symbols->size(); ++i)
                if ((*symbols)[i] == name) return (*symbol_values)[i];
            return std::int64_t{0};
        });
    }
    constexpr void fail(text what) {
        if (found != nullptr) found->add("E1", where(), static_cast<text&&>(what));
    }
    constexpr text where() const {
        text line("node");
        for (auto const& origin : node->where.origins) line += text(" \"") + origin + "\"";
        return line + " (" + node->op->name + ")";
    }
};

/// The reading. Elements are `number<T>`; indices are `number<std::int64_t>`.
template <class T> class values {
public:
    using scalar = number<T>;
    using index = number<std::int64_t>;
    using indices = few<index>;

    class operand {
    public:
        constexpr explicit operand(operand_values<T> const& held) : held_(&held) {}
        constexpr bool present() const { return held_->present; }
        constexpr int rank() const { return held_->shape.size(); }
        constexpr index dim(int d) const { return held_->shape[d]; }
        constexpr core::dtype dtype() const { return held_->element; }
        constexpr scalar operator()(indices const& i) const {
            std::int64_t at = 0;
            for (int d = 0; d != i.size(); ++d) at = at * held_->shape[d] + i[d].value;
            return held_->data[static_cast<std::size_t>(at)];
        }

    private:
        operand_values<T> const* held_;
    };

    constexpr explicit values(evaluation& e, int result = 0) : evaluation_(e), result_(result) {}

    constexpr int result() const { return result_; }
    constexpr int results() const { return static_cast<int>(evaluation_.result_types.size()); }
    constexpr core::dtype result_dtype() const {
        return evaluation_.result_types[static_cast<std::size_t>(result_)].element;
    }
    constexpr index result_dim(int d) const {
        auto const& shape = evaluation_.result_types[static_cast<std::size_t>(result_)].shape;
        return shape[static_cast<std::size_t>(d < 0 ? d + static_cast<int>(shape.size()) : d)]
            .constant();
    }
    constexpr scalar literal(auto value, core::dtype) const {
        return scalar(static_cast<T>(value));
    }
    constexpr scalar value(index i, core::dtype) const { return scalar(static_cast<T>(i.value)); }
    constexpr index position(scalar s) const { return index(static_cast<std::int64_t>(s.value)); }
    constexpr index size(core::dim const& d) const { return evaluation_.size_of(d); }
    /// An index that the data gives: negative ones count from the end, others outside fail.
    constexpr index position_in(scalar s, index extent) {
        std::int64_t i = static_cast<std::int64_t>(s.value);
        if (i < 0) i += extent.value;
        if (i >= 0 && i < extent.value) return i;
        evaluation_.fail(text("index ") + core::to_string(static_cast<std::int64_t>(s.value)) +
                         " is outside [-" + core::to_string(extent.value) + ", " +
                         core::to_string(extent.value) + ")");
        return 0;
    }
    constexpr scalar cast(scalar s, core::dtype to) const {
        if constexpr (arithmetic<T>::floating) {
            if (core::is_float(to)) return core::round_to(to, s.value);
            if (to == core::dtype::u64)
                return static_cast<T>(
                    static_cast<std::uint64_t>(core::integer_from_float(to, s.value)));
            return static_cast<T>(core::integer_from_float(to, s.value));
        } else {
            return core::is_float(to) ? s
                                      : scalar(static_cast<T>(core::wrap_integer(
                                            to, static_cast<std::int64_t>(s.value))));
        }
    }

    template <class F> constexpr scalar sum(indices const& extents, F f) const {
        scalar total(T(0));
        each(extents, [&](indices const& k) { total = total + f(k); });
        return total;
    }
    template <class F> constexpr scalar product(indices const& extents, F f) const {
        scalar total(T(1));
        each(extents, [&](indices const& k) { total = total * f(k); });
        return total;
    }
    /// The largest; of nothing, `of_nothing`.
    template <class F>
    constexpr scalar largest(indices const& extents, scalar of_nothing, F f) const {
        scalar best = of_nothing;
        bool first = true;
        each(extents, [&](indices const& k) {
            scalar const x = f(k);
            best = first ? x : core::max(best, x);
            first = false;
        });
        return best;
    }
    template <class F>
    constexpr scalar smallest(indices const& extents, scalar of_nothing, F f) const {
        scalar best = of_nothing;
        bool first = true;
        each(extents, [&](indices const& k) {
            scalar const x = f(k);
            best = first ? x : core::min(best, x);
            first = false;
        });
        return best;
    }
    /// A loop over [0, extent) in order that carries scalars: `f(k, carried) -> carried`.
    template <class F> constexpr few<scalar> fold(index extent, few<scalar> carried, F f) const {
        for (std::int64_t k = 0; k < extent.value; ++k) carried = f(index(k), carried);
        return carried;
    }
    /// Whether the condition is known to hold where the formula is written; then it need not be
    /// part of it.
    template <class Condition> constexpr bool certainly(Condition const& condition) const {
        return condition.truth();
    }
    /// `f()` where the condition holds; elements are read only then.
    template <class Condition, class F>
    constexpr scalar guarded(Condition const& condition, F f, scalar otherwise) const {
        return condition.truth() ? f() : otherwise;
    }
    constexpr scalar padded(operand const& x, indices const& i, scalar otherwise) const {
        for (int d = 0; d != i.size(); ++d)
            if (i[d].value < 0 || i[d].value >= x.dim(d).value) return otherwise;
        return x(i);
    }
    /// The index at which an operand that is broadcast to the result is read.
    constexpr indices broadcast(indices const& i, operand const& x) const {
        indices result;
        for (int d = 0; d != x.rank(); ++d)
            result.push(x.dim(d).value == 1 ? index(0) : i[d + i.size() - x.rank()]);
        return result;
    }
    // Stepwise meanings.
    template <class F> constexpr void loop(index extent, F f) {
        for (std::int64_t k = 0; k < extent.value; ++k) f(index(k));
    }
    template <class Condition, class F> constexpr void when(Condition const& condition, F f) {
        if (condition.truth()) f();
    }
    template <class Test, class F> constexpr void loop_while(Test test, F f) {
        while (test().truth()) f();
    }
    struct buffer {
        few<std::int64_t> extents;
        core::dtype type = core::dtype::none;
        std::size_t number = 0;
    };
    constexpr buffer make(core::dtype d, indices const& extents) {
        buffer made{{}, d, buffers_.size()};
        std::int64_t size = 1;
        for (auto const& e : extents) {
            made.extents.push(e.value);
            size *= e.value;
        }
        buffers_.push_back(list<T>(static_cast<std::size_t>(size), T(0)));
        return made;
    }
    constexpr scalar read(buffer const& b, indices const& i) {
        return buffers_[b.number][offset(b.extents, i)];
    }
    constexpr void write(buffer const& b, indices const& i, scalar v) {
        buffers_[b.number][offset(b.extents, i)] = cast(v, b.type).value;
    }
    /// Elements of a result may be written before its size is known.
    constexpr void write_result(int r, indices const& i, scalar v) {
        written_.push_back({r, {}, v.value});
        for (auto const& x : i) written_.back().at.push(x.value);
    }
    constexpr void size_result(int r, int dimension, scalar v) {
        evaluation_.result_types[static_cast<std::size_t>(r)]
            .shape[static_cast<std::size_t>(dimension)] =
            core::dim(static_cast<std::int64_t>(v.value));
    }

    struct written_element {
        int result = 0;
        few<std::int64_t> at;
        T value{};
    };
    constexpr list<written_element> const& written() const { return written_; }

    template <class F> static constexpr void each(indices const& extents, F f) {
        indices k(extents.size(), index(0));
        for (auto const& e : extents)
            if (e.value <= 0) return;
        for (;;) {
            f(static_cast<indices const&>(k));
            int d = extents.size() - 1;
            for (; d >= 0 && ++k[d].value == extents[d].value; --d) k[d].value = 0;
            if (d < 0) return;
        }
    }

private:
    static constexpr std::size_t offset(few<std::int64_t> const& extents, indices const& i) {
        std::int64_t at = 0;
        for (int d = 0; d != i.size(); ++d) at = at * extents[d] + i[d].value;
        return static_cast<std::size_t>(at);
    }

    evaluation& evaluation_;
    int result_;
    list<list<T>> buffers_;
    list<written_element> written_;
};

} // namespace tenon::graph

// Evaluating one op by its meaning.
#pragma once

#include <tenon/core/define_op.hpp>
#include <tenon/graph/attributes.hpp>
#include <tenon/graph/values.hpp>

#include <utility>

namespace tenon::graph {

/// The operands of a node as a meaning sees them: `in[k]`, `in.size()`.
template <class Reading, class Source> class operands_of {
public:
    constexpr operands_of(Source& s, int size) : source_(&s), size_(size) {}
    constexpr int size() const { return size_; }
    constexpr auto operator[](int k) const { return source_->operand(k); }

private:
    Source* source_;
    int size_;
};

namespace detail {

/// Element `i` of a tensor in the arithmetic that a meaning is read with.
template <class T> constexpr T element_of(core::tensor const& t, std::int64_t i) {
    if constexpr (arithmetic<T>::floating)
        return t.real(i);
    else if (core::is_float(t.element()))
        return static_cast<T>(t.integer(i));
    else
        return static_cast<T>(core::decode_integer(t.element(), t.word(i)));
}

template <class T> constexpr operand_values<T> load(core::tensor const* t) {
    operand_values<T> held;
    if (t == nullptr) return held;
    held.present = true;
    held.element = t->element();
    for (auto d : t->shape()) held.shape.push(d);
    auto const count = t->size();
    held.data.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i != count; ++i) held.data.push_back(element_of<T>(*t, i));
    return held;
}

template <class T> struct loaded_operands {
    list<operand_values<T>> held;
    operand_values<T> absent;
    constexpr explicit loaded_operands(evaluation const& e) {
        for (auto const* t : e.operands) held.push_back(load<T>(t));
    }
    constexpr auto operand(int k) const {
        return typename values<T>::operand(
            k < static_cast<int>(held.size()) ? held[static_cast<std::size_t>(k)] : absent);
    }
};

template <class T> constexpr core::tensor store(core::type const& t, list<T> const& elements) {
    list<std::int64_t> shape;
    for (auto const& d : t.shape) shape.push_back(d.constant());
    return core::tensor::from(t.element, static_cast<list<std::int64_t>&&>(shape), elements);
}

#ifdef TENON_PRECOMPILED
extern template operand_values<double> load<double>(core::tensor const*);
extern template operand_values<std::int64_t> load<std::int64_t>(core::tensor const*);
extern template operand_values<std::uint64_t> load<std::uint64_t>(core::tensor const*);
extern template core::tensor store<double>(core::type const&, list<double> const&);
extern template core::tensor store<std::int64_t>(core::type const&, list<std::int64_t> const&);
extern template core::tensor store<std::uint64_t>(core::type const&, list<std::uint64_t> const&);
#endif

constexpr few<number<std::int64_t>> indices_of(core::type const& t) {
    few<number<std::int64_t>> result;
    for (auto const& d : t.shape) result.push(number<std::int64_t>(d.constant()));
    return result;
}

/// The elements of operands that belong to each element of the result that they are broadcast to,
/// in order.
class broadcast_walk {
public:
    constexpr explicit broadcast_walk(few<number<std::int64_t>> const& extents)
        : extents_(extents), at_(extents.size(), 0) {}

    constexpr void add_operand(list<std::int64_t> const& shape) {
        few<std::int64_t> steps(extents_.size(), 0);
        std::int64_t step = 1;
        for (int d = 1; d <= static_cast<int>(shape.size()); ++d) {
            auto const extent = shape[shape.size() - static_cast<std::size_t>(d)];
            if (extent != 1) steps[extents_.size() - d] = step;
            step *= extent;
        }
        steps_.push_back(steps);
        places_.push_back(0);
    }
    constexpr std::int64_t operator[](std::size_t operand) const { return places_[operand]; }
    constexpr void next() {
        for (int d = extents_.size() - 1; d >= 0; --d) {
            auto const extent = extents_[d].value;
            bool const carries = ++at_[d] == extent;
            for (std::size_t k = 0; k != places_.size(); ++k)
                places_[k] += steps_[k][d] * (carries ? 1 - extent : 1);
            if (!carries) return;
            at_[d] = 0;
        }
    }

private:
    few<number<std::int64_t>> extents_;
    few<std::int64_t> at_;
    list<few<std::int64_t>> steps_; ///< per operand, to the next element along a dimension
    list<std::int64_t> places_;
};

template <class Op, class A, class... S>
constexpr auto apply_elementwise(A const& attributes, S const&... x) {
    if constexpr (requires { Op::attributes; })
        return Op::meaning(x..., attributes);
    else
        return Op::meaning(x...);
}

// Elements are read and written one by one: weights are large, and lists of doubles larger.
template <class Op, class T, std::size_t... K>
constexpr void evaluate_elementwise(evaluation& e, std::index_sequence<K...>) {
    values<T> m(e);
    attributes_of<Op, values<T>> const a(*e.node, m);
    auto const& type = e.result_types[0];
    broadcast_walk walk(indices_of(type));
    for (auto const* t : e.operands) walk.add_operand(t->shape());
    auto const count = type.elements().constant();
    list<unsigned char> bytes(static_cast<std::size_t>(core::bytes_of(type.element, count)));
    for (std::int64_t i = 0; i < count; ++i, walk.next()) {
        auto const made =
            apply_elementwise<Op>(a, number<T>(element_of<T>(*e.operands[K], walk[K]))...);
        core::tensor::write_word(bytes.data(), type.element, i,
                                 core::to_word(type.element, made.value));
    }
    list<std::int64_t> shape;
    for (auto const& d : type.shape) shape.push_back(d.constant());
    e.results.push_back(
        core::tensor(type.element, static_cast<list<std::int64_t>&&>(shape),
                     core::shared_bytes(static_cast<list<unsigned char>&&>(bytes))));
}

template <class Op, class T> constexpr void evaluate_indexed(evaluation& e) {
    loaded_operands<T> const in(e);
    for (int r = 0; r != static_cast<int>(e.result_types.size()); ++r) {
        values<T> m(e, r);
        operands_of<values<T>, loaded_operands<T> const> const operands(
            in, static_cast<int>(e.operands.size()));
        attributes_of<Op, values<T>> const a(*e.node, m);
        auto const& type = e.result_types[static_cast<std::size_t>(r)];
        list<T> out;
        values<T>::each(indices_of(type), [&](auto const& i) {
            out.push_back(Op::meaning(m, i, operands, a).value);
        });
        e.results.push_back(store(type, out));
    }
}

template <class Op, class T> constexpr void evaluate_stepwise(evaluation& e) {
    loaded_operands<T> const in(e);
    values<T> m(e);
    operands_of<values<T>, loaded_operands<T> const> const operands(
        in, static_cast<int>(e.operands.size()));
    attributes_of<Op, values<T>> const a(*e.node, m);
    Op::meaning(m, operands, a);
    list<list<T>> out(e.result_types.size());
    for (std::size_t r = 0; r != out.size(); ++r) {
        std::int64_t count = 1;
        for (auto const& d : e.result_types[r].shape) count *= d.constant();
        out[r].resize(static_cast<std::size_t>(count));
    }
    for (auto const& w : m.written()) {
        auto const& shape = e.result_types[static_cast<std::size_t>(w.result)].shape;
        std::int64_t at = 0;
        for (int d = 0; d != w.at.size(); ++d)
            at = at * shape[static_cast<std::size_t>(d)].constant() + w.at[d];
        out[static_cast<std::size_t>(w.result)][static_cast<std::size_t>(at)] = w.value;
    }
    for (std::size_t r = 0; r != out.size(); ++r)
        e.results.push_back(store(e.result_types[r], out[r]));
}

template <class Op, class T> constexpr void evaluate_as(evaluation& e) {
    if constexpr (Op::form == core::op_form::elementwise)
        evaluate_elementwise<Op, T>(
            e, std::make_index_sequence<static_cast<std::size_t>(Op::arity)>());
    else if constexpr (Op::form == core::op_form::indexed)
        evaluate_indexed<Op, T>(e);
    else
        evaluate_stepwise<Op, T>(e);
}

} // namespace detail

/// Computes all results of one node: in `double` if an operand or result is floating, else in
/// 64-bit integers. `e.operands` and `e.result_types` are given; `e.results` is filled.
template <class Op> constexpr void evaluate_op(evaluation& e) {
    bool real = false, wide_unsigned = false;
    auto const note = [&](dtype d) {
        real |= core::is_float(d);
        wide_unsigned |= d == dtype::u64;
    };
    for (auto const* t : e.operands)
        if (t != nullptr) note(t->element());
    for (auto const& t : e.result_types) note(t.element);
    if constexpr (core::detail::admits_integers<Op>()) {
        if (!real && wide_unsigned) return detail::evaluate_as<Op, std::uint64_t>(e);
        if (!real) return detail::evaluate_as<Op, std::int64_t>(e);
    }
    detail::evaluate_as<Op, double>(e);
}

} // namespace tenon::graph

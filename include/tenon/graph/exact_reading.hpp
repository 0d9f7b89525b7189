// The reading that proves: single elements of a program's values, computed where they are asked
// for.
#pragma once

#include <tenon/core/define_op.hpp>
#include <tenon/graph/attributes.hpp>
#include <tenon/graph/evaluate_op.hpp>
#include <tenon/graph/exact.hpp>

namespace tenon::graph {

class exact_values;

/// Result `result` of a node at one index.
using exact_function = exact (*)(exact_values&, core::node const&, int result,
                                 few<number<std::int64_t>> const& index);

struct exact_op {
    core::op_facts const* op = nullptr;
    exact_function at = nullptr;
};

/// The elements of a program of constant shapes, each computed when it is read first. Arguments are
/// random numbers; ops that are not in the table, or have no formula, are uninterpreted.
class exact_values {
public:
    using index = number<std::int64_t>;
    using indices = few<index>;

    constexpr exact_values(core::program const& p, exact_op const* ops, int count,
                           std::uint64_t seed)
        : program_(p), ops_(ops), count_(count), seed_(seed), held_(p.value_count()) {}

    constexpr core::program const& program() const { return program_; }
    /// How many elements were read; what a proof costs.
    constexpr int work() const { return work_; }
    /// An index outside of what it indexes: the operands were not meant so.
    constexpr void fail() { failed_ = true; }
    constexpr bool failed() const { return failed_; }

    constexpr exact at(core::value_id v, indices const& i) {
        ++work_;
        auto const& type = program_[v].type;
        std::size_t place = 0;
        for (int d = 0; d != i.size(); ++d) {
            auto const extent = type.shape[static_cast<std::size_t>(d)].constant();
            if (i[d].value < 0 || i[d].value >= extent) {
                fail();
                return exact::undefined(type.element);
            }
            place = place * static_cast<std::size_t>(extent) + static_cast<std::size_t>(i[d].value);
        }
        auto& held = held_[core::position(v)];
        if (held.size() <= place) held.resize(place + 1);
        if (held[place].type == dtype::none) {
            auto const made = compute(v, i, place); // may grow the list
            held_[core::position(v)][place] = made;
        }
        return held_[core::position(v)][place];
    }

private:
    constexpr exact compute(core::value_id v, indices const& i, std::size_t place) {
        auto const& value = program_[v];
        if (value.definer == core::node_id::none) return drawn(v, value.type.element, place);
        auto const& n = program_[value.definer];
        if (n.op->form == core::op_form::constant) {
            auto const& t = n.attributes[0].tensor;
            auto const k = static_cast<std::int64_t>(place);
            if (core::is_float(t.element())) return exact::of(t.real(k), t.element());
            return exact::of(t.integer(k), t.element());
        }
        for (int k = 0; k != count_; ++k)
            if (ops_[k].op == n.op && ops_[k].at != nullptr)
                return stored(ops_[k].at(*this, n, static_cast<int>(value.index), i),
                              value.type.element);
        return opaque(n, value.index, value.type.element, place);
    }
    /// A result as its dtype holds it.
    static constexpr exact stored(exact x, dtype to) {
        if (x.is_undefined()) return exact::undefined(to);
        if (x.type != to) x = x.cast(to);
        if (!core::is_float(to)) return exact::of(core::wrap_integer(to, x.integer()), to);
        return x;
    }
    /// Fractions that every floating dtype holds; small integers, since some are indices.
    constexpr exact drawn(core::value_id v, dtype d, std::size_t place) const {
        auto const random =
            detail::mix(detail::mix(seed_ + core::position(v) * 77 + 1, place + 1), 5) >> 20;
        if (d == dtype::boolean) return exact::of(static_cast<std::int64_t>(random % 2), d);
        if (core::is_unsigned(d)) return exact::of(static_cast<std::int64_t>(random % 4), d);
        if (!core::is_float(d)) return exact::of(static_cast<std::int64_t>(random % 19) - 9, d);
        auto const quarters = static_cast<std::int64_t>(random % 255) - 127;
        return exact::of(static_cast<double>(quarters == 0 ? 3 : quarters) / 16, d);
    }
    constexpr exact opaque(core::node const& n, std::uint32_t result, dtype d, std::size_t place) {
        auto hash = detail::mix(n.op->name.size() * 31 + result, place);
        for (char c : n.op->name) hash = detail::mix(hash, static_cast<unsigned char>(c));
        for (auto const& a : n.attributes) {
            hash = detail::mix(hash, static_cast<std::uint64_t>(a.integer));
            hash = detail::mix(hash, core::to_word(dtype::f64, a.real));
            for (auto i : a.integers) hash = detail::mix(hash, static_cast<std::uint64_t>(i));
            for (auto const& x : a.dims)
                hash = detail::mix(hash, static_cast<std::uint64_t>(x.constant()));
            for (char c : a.text.view()) hash = detail::mix(hash, static_cast<unsigned char>(c));
        }
        for (auto v : n.operands)
            if (v != core::value_id::none) hash = detail::mix(hash, all_of(v));
        auto const word = hash % detail::field;
        if (!core::is_float(d)) return exact::of(static_cast<std::int64_t>(word % 2), d);
        exact made = exact::of(static_cast<double>(word % 1021) / 16, d);
        made.word = word;
        return made;
    }
    constexpr std::uint64_t all_of(core::value_id v) {
        indices extents;
        for (auto const& d : program_[v].type.shape) extents.push(index(d.constant()));
        std::uint64_t hash = 1;
        values<double>::each(extents,
                             [&](indices const& i) { hash = detail::mix(hash, at(v, i).word); });
        return hash;
    }

    core::program const& program_;
    exact_op const* ops_;
    int count_;
    std::uint64_t seed_;
    list<list<exact>> held_; ///< per value, as far as it was read; dtype none where it was not
    int work_ = 0;
    bool failed_ = false;
};

/// What a meaning is given in a proof.
class exact_reading {
public:
    using scalar = exact;
    using index = exact_values::index;
    using indices = exact_values::indices;

    class operand {
    public:
        constexpr operand(exact_values& all, core::value_id v) : all_(&all), value_(v) {}
        constexpr bool present() const { return value_ != core::value_id::none; }
        constexpr int rank() const { return type().rank(); }
        constexpr index dim(int d) const {
            auto const& shape = type().shape;
            return shape[static_cast<std::size_t>(d < 0 ? d + rank() : d)].constant();
        }
        constexpr core::dtype dtype() const { return type().element; }
        constexpr exact operator()(indices const& i) const { return all_->at(value_, i); }

    private:
        constexpr core::type const& type() const { return all_->program()[value_].type; }
        exact_values* all_;
        core::value_id value_;
    };

    constexpr exact_reading(exact_values& all, core::node const& n, int result)
        : all_(all), node_(n), result_(result) {}

    constexpr operand operand(int k) const {
        auto const i = static_cast<std::size_t>(k);
        return {all_, i < node_.operands.size() ? node_.operands[i] : core::value_id::none};
    }
    constexpr int result() const { return result_; }
    constexpr int results() const { return static_cast<int>(node_.results.size()); }
    constexpr core::dtype result_dtype() const { return result_type().element; }
    constexpr index result_dim(int d) const {
        auto const& shape = result_type().shape;
        return shape[static_cast<std::size_t>(d < 0 ? d + static_cast<int>(shape.size()) : d)]
            .constant();
    }
    constexpr exact literal(auto value, core::dtype d) const {
        if constexpr (std::is_floating_point_v<decltype(value)>)
            return exact::of(static_cast<double>(value), d);
        else
            return exact::of(static_cast<std::int64_t>(value), d);
    }
    constexpr exact value(index i, core::dtype d) const { return exact::of(i.value, d); }
    constexpr index position(exact const& s) const { return s.integer(); }
    constexpr index size(core::dim const& d) const { return d.constant(); }
    constexpr index position_in(exact const& s, index extent) {
        auto const i = s.integer() < 0 ? s.integer() + extent.value : s.integer();
        if (i >= 0 && i < extent.value) return i;
        all_.fail();
        return 0;
    }
    constexpr exact cast(exact const& s, core::dtype to) const { return s.cast(to); }

    template <class F> constexpr exact sum(indices const& extents, F f) const {
        return reduced(scalar_op::add, extents, exact::of(std::int64_t{0}, dtype::none), f);
    }
    template <class F> constexpr exact product(indices const& extents, F f) const {
        return reduced(scalar_op::mul, extents, exact::of(std::int64_t{1}, dtype::none), f);
    }
    template <class F>
    constexpr exact largest(indices const& extents, exact const& of_nothing, F f) const {
        return reduced(scalar_op::max, extents, of_nothing, f);
    }
    template <class F>
    constexpr exact smallest(indices const& extents, exact const& of_nothing, F f) const {
        return reduced(scalar_op::min, extents, of_nothing, f);
    }
    template <class F> constexpr few<exact> fold(index extent, few<exact> carried, F f) const {
        for (std::int64_t k = 0; k < extent.value; ++k) carried = f(index(k), carried);
        return carried;
    }
    template <class Condition> constexpr bool certainly(Condition const& condition) const {
        return condition.truth();
    }
    template <class Condition, class F>
    constexpr exact guarded(Condition const& condition, F f, exact const& otherwise) const {
        return condition.truth() ? f() : otherwise;
    }
    constexpr exact padded(class operand const& x, indices const& i, exact const& otherwise) const {
        for (int d = 0; d != i.size(); ++d)
            if (i[d].value < 0 || i[d].value >= x.dim(d).value) return otherwise;
        return x(i);
    }
    constexpr indices broadcast(indices const& i, class operand const& x) const {
        indices result;
        for (int d = 0; d != x.rank(); ++d)
            result.push(x.dim(d).value == 1 ? index(0) : i[d + i.size() - x.rank()]);
        return result;
    }

private:
    constexpr core::type const& result_type() const {
        return all_.program()[node_.results[static_cast<std::size_t>(result_)]].type;
    }
    template <class F>
    constexpr exact reduced(scalar_op op, indices const& extents, exact const& of_nothing,
                            F f) const {
        exact total = of_nothing;
        if (total.type == dtype::none) total = exact::of(total.integer(), result_dtype());
        bool first = true;
        values<double>::each(extents, [&](indices const& k) {
            exact const x = f(k);
            total = first ? x : exact::binary(op, total, x);
            first = false;
        });
        return total;
    }

    exact_values& all_;
    core::node const& node_;
    int result_;
};

namespace detail {

template <class Op, std::size_t... K>
constexpr exact exact_elementwise(exact_reading& m, core::node const& n,
                                  exact_reading::indices const& i, std::index_sequence<K...>) {
    attributes_of<Op, exact_reading> const a(n, m);
    exact const x[]{
        m.operand(static_cast<int>(K))(m.broadcast(i, m.operand(static_cast<int>(K))))...};
    return apply_elementwise<Op>(a, x[K]...);
}
template <class Op>
constexpr exact exact_result(exact_values& all, core::node const& n, int result,
                             exact_reading::indices const& i) {
    exact_reading m(all, n, result);
    if constexpr (Op::form == core::op_form::elementwise) {
        return exact_elementwise<Op>(
            m, n, i, std::make_index_sequence<static_cast<std::size_t>(Op::arity)>());
    } else {
        attributes_of<Op, exact_reading> const a(n, m);
        operands_of<exact_reading, exact_reading> const in(m, static_cast<int>(n.operands.size()));
        return Op::meaning(m, i, in, a);
    }
}

} // namespace detail

/// How `Op` computes in a proof; stepwise ops are uninterpreted.
template <class Op> constexpr exact_op exact_op_for() {
    exact_op made{&core::facts_of<Op>, nullptr};
    if constexpr (Op::form == core::op_form::elementwise || Op::form == core::op_form::indexed)
        made.at = &detail::exact_result<Op>;
    return made;
}

} // namespace tenon::graph

// The reading that writes formulas: what meanings see when an op is lowered or analysed.
#pragma once

#include <tenon/graph/expression.hpp>

namespace tenon::graph {

/// Something that a stepwise meaning does, in order. Terms are pure; everything with an effect is a
/// step.
struct step {
    enum class kind : std::uint8_t {
        loop,         ///< `body` for `variable` in [0, extent)
        loop_while,   ///< `body` as long as `condition`, which `test` computes first, holds
        when,         ///< `body` if `condition` holds
        make,         ///< makes buffer `buffer` of `type` with `indices` as extents
        read,         ///< `value` (a slot) := buffer[indices]
        write,        ///< buffer[indices] := value
        write_result, ///< result `buffer`[indices] := value
        size_result,  ///< dimension `variable` of result `buffer` := value
    };
    kind what = kind::when;
    int variable = 0;
    int buffer = 0;
    dim extent{};
    core::dtype type = core::dtype::none;
    list<dim> indices{};
    term_id value = term_id::none;
    term_id condition = term_id::none;
    list<step> test{};
    list<step> body{};
};

/// What expressing one node works on: which result at which index, and how its operands are read.
struct expressing {
    expressions* pool = nullptr;
    core::program const* program = nullptr;
    core::node const* node = nullptr;
    int result = 0;
    few<symbolic_index> index;
    expression answer;
    list<step> steps; ///< for stepwise meanings, instead of `answer`
    int buffers = 0;  ///< how many buffers the steps make
    /// The element of operand `operand` at an index; set by whoever lowers or analyses.
    expression (*read)(void* context, int operand, few<symbolic_index> const& i) = nullptr;
    void* context = nullptr;

    constexpr core::type const& type_of(int operand) const {
        return (*program)[node->operands[static_cast<std::size_t>(operand)]].type;
    }
};

/// The reading. Elements are `expression`, indices `symbolic_index`.
class symbolic {
public:
    using scalar = expression;
    using index = symbolic_index;
    using indices = few<symbolic_index>;

    class operand {
    public:
        constexpr operand(expressing& e, int ordinal) : expressing_(&e), ordinal_(ordinal) {}
        constexpr bool present() const {
            auto const& all = expressing_->node->operands;
            return ordinal_ < static_cast<int>(all.size()) &&
                   all[static_cast<std::size_t>(ordinal_)] != core::value_id::none;
        }
        constexpr int rank() const { return expressing_->type_of(ordinal_).rank(); }
        constexpr index dim(int d) const {
            auto const& shape = expressing_->type_of(ordinal_).shape;
            return {
                *expressing_->pool,
                shape[static_cast<std::size_t>(d < 0 ? d + static_cast<int>(shape.size()) : d)]};
        }
        constexpr core::dtype dtype() const { return expressing_->type_of(ordinal_).element; }
        constexpr scalar operator()(indices const& i) const {
            return expressing_->read(expressing_->context, ordinal_, i);
        }

    private:
        expressing* expressing_;
        int ordinal_;
    };

    constexpr explicit symbolic(expressing& e) : expressing_(e), open_(&e.steps) {}

    constexpr int result() const { return expressing_.result; }
    constexpr int results() const { return static_cast<int>(expressing_.node->results.size()); }
    constexpr core::dtype result_dtype() const { return result_type().element; }
    constexpr index result_dim(int d) const {
        auto const& shape = result_type().shape;
        return {pool(),
                shape[static_cast<std::size_t>(d < 0 ? d + static_cast<int>(shape.size()) : d)]};
    }
    constexpr scalar literal(auto value, core::dtype d) const {
        return expression::literal(pool(), value, d);
    }
    constexpr scalar value(index const& i, core::dtype d) const { return cast(i.as_element(), d); }
    constexpr index position(scalar s) const { return index::of(s); }
    constexpr index size(core::dim const& d) const { return {pool(), d}; }
    constexpr index position_in(scalar s, index const& extent) const {
        if (s.is_literal() && extent.value.is_constant()) {
            auto const i = s.get().integer, n = extent.value.constant();
            if (i >= -n && i < n) return index(pool(), core::dim(i < 0 ? i + n : i));
        }
        if (s.get().what == term::kind::size) {
            auto const& i = s.get().dims[0];
            if (pool().not_negative(i) && pool().not_negative(extent.value - i - core::dim(1)))
                return {pool(), i};
        }
        scalar const wide = cast(s, core::dtype::i64);
        term t{.what = term::kind::checked,
               .type = core::dtype::i64,
               .dims = {extent.value},
               .operands = {wide.id}};
        if (pool().guard != term_id::none) t.operands.push_back(pool().guard);
        return index::of(scalar{&pool(), pool().add(static_cast<term&&>(t))});
    }
    constexpr scalar cast(scalar s, core::dtype to) const {
        if (s.dtype() == to) return s;
        if (s.is_literal()) return cast_literal(s, to);
        return {&pool(), pool().add({.what = term::kind::cast, .type = to, .operands = {s.id}})};
    }

    template <class F> constexpr scalar sum(indices const& extents, F f) const {
        return reduce(reduction::sum, extents, nullptr, f);
    }
    template <class F> constexpr scalar product(indices const& extents, F f) const {
        return reduce(reduction::product, extents, nullptr, f);
    }
    template <class F>
    constexpr scalar largest(indices const& extents, scalar of_nothing, F f) const {
        return reduce(reduction::largest, extents, &of_nothing, f);
    }
    template <class F>
    constexpr scalar smallest(indices const& extents, scalar of_nothing, F f) const {
        return reduce(reduction::smallest, extents, &of_nothing, f);
    }
    template <class F>
    constexpr few<scalar> fold(index const& extent, few<scalar> carried, F f) const {
        int const v = pool().add_variable(extent.value);
        term t{
            .what = term::kind::fold, .type = carried[0].dtype(), .operands = {}, .variables = {v}};
        few<scalar> inside;
        for (int i = 0; i != carried.size(); ++i) {
            t.operands.push_back(carried[i].id);
            inside.push({&pool(), pool().add({.what = term::kind::carried,
                                              .type = carried[i].dtype(),
                                              .integer = i,
                                              .variables = {v}})});
        }
        auto const next = f(index(pool(), expressions::symbol_of_variable(v)), inside);
        for (auto const& n : next) t.operands.push_back(n.id);
        auto const id = pool().add(static_cast<term&&>(t));
        few<scalar> results;
        for (int i = 0; i != carried.size(); ++i)
            results.push({&pool(), pool().add({.what = term::kind::result,
                                               .type = carried[i].dtype(),
                                               .integer = i,
                                               .operands = {id}})});
        return results;
    }
    constexpr bool certainly(scalar const& condition) const {
        return condition.is_literal() && condition.get().integer != 0;
    }
    template <class F> constexpr scalar guarded(scalar condition, F f, scalar otherwise) const {
        if (condition.is_literal()) {
            if (condition.get().integer != 0) return f();
            return otherwise;
        }
        auto const before = pool().guard;
        pool().guard =
            before == term_id::none ? condition.id : (condition & scalar{&pool(), before}).id;
        auto const yes = f();
        pool().guard = before;
        return scalar::choose(condition, yes, otherwise);
    }
    constexpr scalar padded(operand const& x, indices const& i, scalar otherwise) const {
        scalar inside = literal(true, core::dtype::boolean);
        for (int d = 0; d != i.size(); ++d) inside = inside & (i[d] >= 0) & (i[d] < x.dim(d));
        return guarded(inside, [&] { return x(i); }, otherwise);
    }
    constexpr indices broadcast(indices const& i, operand const& x) const {
        indices result;
        for (int d = 0; d != x.rank(); ++d) {
            int const of_result = d + i.size() - x.rank();
            if (x.dim(d).value == result_dim(of_result).value)
                result.push(i[of_result]);
            else
                result.push(core::select(x.dim(d) == 1, 0, i[of_result]));
        }
        return result;
    }

    // Stepwise meanings.
    template <class F> constexpr void loop(index const& extent, F f) {
        step s{.what = step::kind::loop};
        s.variable = pool().add_variable(extent.value);
        s.extent = extent.value;
        auto const v = s.variable;
        nested(static_cast<step&&>(s),
               [&] { f(index(pool(), expressions::symbol_of_variable(v))); });
    }
    template <class F> constexpr void when(scalar condition, F f) {
        step s{.what = step::kind::when};
        s.condition = condition.id;
        nested(static_cast<step&&>(s), f);
    }
    template <class Test, class F> constexpr void loop_while(Test test, F f) {
        step s{.what = step::kind::loop_while};
        auto* const around = open_;
        open_ = &s.test;
        s.condition = test().id;
        open_ = around;
        nested(static_cast<step&&>(s), f);
    }
    struct buffer {
        int number = 0;
        core::dtype type = core::dtype::none;
    };
    constexpr buffer make(core::dtype d, indices const& extents) {
        step s{.what = step::kind::make, .buffer = expressing_.buffers++, .type = d};
        for (auto const& e : extents) s.indices.push_back(e.value);
        buffer const made{s.buffer, d};
        open_->push_back(static_cast<step&&>(s));
        return made;
    }
    constexpr scalar read(buffer const& b, indices const& i) {
        step s{.what = step::kind::read, .buffer = b.number, .type = b.type};
        for (auto const& x : i) s.indices.push_back(x.value);
        s.value = pool().add({.what = term::kind::slot,
                              .type = b.type,
                              .integer = static_cast<std::int64_t>(pool().size())});
        scalar const got{&pool(), s.value};
        open_->push_back(static_cast<step&&>(s));
        return got;
    }
    constexpr void write(buffer const& b, indices const& i, scalar v) {
        step s{.what = step::kind::write, .buffer = b.number, .value = v.id};
        for (auto const& x : i) s.indices.push_back(x.value);
        open_->push_back(static_cast<step&&>(s));
    }
    constexpr void write_result(int result, indices const& i, scalar v) {
        step s{.what = step::kind::write_result, .buffer = result, .value = v.id};
        for (auto const& x : i) s.indices.push_back(x.value);
        open_->push_back(static_cast<step&&>(s));
    }
    constexpr void size_result(int result, int dimension, scalar v) {
        open_->push_back({.what = step::kind::size_result,
                          .variable = dimension,
                          .buffer = result,
                          .value = v.id});
    }

private:
    constexpr expressions& pool() const { return *expressing_.pool; }
    constexpr core::type const& result_type() const {
        return (*expressing_.program)[expressing_.node
                                          ->results[static_cast<std::size_t>(expressing_.result)]]
            .type;
    }
    constexpr scalar cast_literal(scalar s, core::dtype to) const {
        auto const& t = s.get();
        bool const real = core::is_float(t.type);
        if (!core::is_float(to))
            return literal(real ? core::integer_from_float(to, t.real)
                                : core::wrap_integer(to, t.integer),
                           to);
        if (real) return literal(core::round_to(to, t.real), to);
        if (t.type == core::dtype::u64)
            return literal(
                core::round_to(to, static_cast<double>(static_cast<std::uint64_t>(t.integer))), to);
        return literal(core::round_to(to, static_cast<double>(t.integer)), to);
    }
    template <class F>
    constexpr scalar reduce(reduction how, indices const& extents, scalar const* of_nothing,
                            F f) const {
        term t{.what = term::kind::reduce, .how = how};
        indices k;
        for (auto const& e : extents) {
            if (e.value == core::dim(1)) { // its only index is 0
                k.push(index(pool(), core::dim(0)));
                continue;
            }
            t.variables.push_back(pool().add_variable(e.value));
            k.push(index(pool(), expressions::symbol_of_variable(t.variables.back())));
        }
        auto const body = f(k);
        if (t.variables.empty()) return body;
        t.type = body.dtype();
        t.operands.push_back(body.id);
        if (of_nothing != nullptr) t.operands.push_back(of_nothing->id);
        return {&pool(), pool().add(static_cast<term&&>(t))};
    }
    template <class F> constexpr void nested(step s, F f) {
        auto* const around = open_;
        list<step> body;
        open_ = &body;
        f();
        open_ = around;
        s.body = static_cast<list<step>&&>(body);
        open_->push_back(static_cast<step&&>(s));
    }

    expressing& expressing_;
    list<step>* open_;
};

} // namespace tenon::graph

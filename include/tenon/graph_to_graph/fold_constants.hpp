// Computes nodes whose operands are constants.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/gathering.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph_to_graph/properties.hpp>
#include <tenon/match/matcher.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::graph_to_graph {

namespace detail {

/// The tensor with its axes in the order `perm`, byte by byte: weights are too many elements for a
/// walk by meaning.
constexpr core::tensor transposed(core::tensor const& t, core::list<std::int64_t> const& perm) {
    auto const rank = t.shape().size();
    auto const width = static_cast<std::size_t>(core::bits(t.element()) / 8);
    core::list<std::int64_t> strides(rank, 1), shape(rank), step(rank), at(rank);
    for (std::size_t d = rank; d-- > 1;) strides[d - 1] = strides[d] * t.shape()[d];
    for (std::size_t d = 0; d != rank; ++d) {
        auto const from = static_cast<std::size_t>(
            graph::detail::permuted(perm, static_cast<int>(d), static_cast<int>(rank)));
        shape[d] = t.shape()[from];
        step[d] = strides[from];
    }
    core::list<unsigned char> bytes(t.bytes().size());
    std::int64_t from = 0;
    for (std::size_t to = 0; to != bytes.size(); to += width) {
        for (std::size_t b = 0; b != width; ++b)
            bytes[to + b] = t.bytes().data()[static_cast<std::size_t>(from) * width + b];
        for (std::size_t d = rank; d-- != 0;) {
            from += step[d];
            if (++at[d] != shape[d]) break;
            from -= step[d] * shape[d];
            at[d] = 0;
        }
    }
    return core::tensor(t.element(), static_cast<core::list<std::int64_t>&&>(shape),
                        core::shared_bytes(static_cast<core::list<unsigned char>&&>(bytes)));
}

class constant_folder {
public:
    constexpr explicit constant_folder(core::program& p) : program_(p) {}

    constexpr void fold() {
        for (auto const& f : program_.functions)
            core::each_node(program_, f.body, [&](core::node_id n) {
                if (program_[n].op != nullptr && is_foldable(n)) fold(n);
            });
    }

private:
    /// A result may have this many bytes more than the operands together: a broadcast scalar is
    /// cheaper to compute than to store.
    static constexpr std::int64_t most_growth = 1 << 16;
    /// How many operand elements evaluation may read.
    static constexpr std::int64_t most_work = 1 << 27;

    constexpr bool is_foldable(core::node_id n) const {
        auto const& self = program_[n];
        if (self.op->readings == nullptr || !self.op->pure || self.results.size() != 1 ||
            !self.regions.empty() || !program_[self.results[0]].type.is_static() ||
            !program_[self.results[0]].type.is_row_major())
            return false;
        if (!core::any_fixed_size.has(program_[self.results[0]].type.element)) return false;
        for (auto v : self.operands) {
            if (v == core::value_id::none) continue;
            auto const* const t = match::constant_behind(program_, v);
            if (t == nullptr || !core::any_fixed_size.has(t->element())) return false;
        }
        for (auto const& a : self.attributes)
            for (auto const& d : a.dims)
                if (!d.is_constant()) return false;
        return is_affordable(self);
    }
    constexpr bool is_affordable(core::node const& self) const {
        auto const& type = program_[self.results[0]].type;
        std::int64_t bytes = 0, longest = 1;
        for (auto v : self.operands)
            if (auto const* const t = match::constant_behind(program_, v); t != nullptr) {
                bytes += core::bytes_of(t->element(), t->size());
                if (t->size() > longest) longest = t->size();
            }
        auto const size = type.elements().constant();
        if (core::bytes_of(type.element, size) > bytes + most_growth) return false;
        using movement = core::join<graph::movement_ops, graph::gathering_ops>;
        bool const reads_once =
            self.op->form == core::op_form::elementwise || movement::table.position(self.op) >= 0;
        return size <= most_work / (reads_once ? 1 : longest);
    }
    constexpr void fold(core::node_id n) {
        core::tensor value = computed(n);
        if (value.element() == core::dtype::none) return;
        program_.set_op(n, &core::facts_of<graph::constant>);
        auto& self = program_[n];
        self.operands.clear();
        self.attributes.clear();
        self.attributes.push_back(core::attribute(static_cast<core::tensor&&>(value)));
    }
    /// The result, or a tensor without a dtype if evaluation fails; the error is then the run's.
    constexpr core::tensor computed(core::node_id n) {
        auto const& self = program_[n];
        auto const& type = program_[self.results[0]].type;
        if (self.op == &core::facts_of<graph::reshape>) {
            core::list<std::int64_t> shape;
            for (auto const& d : type.shape) shape.push_back(d.constant());
            return operand(self, 0)->reshaped(static_cast<core::list<std::int64_t>&&>(shape));
        }
        if (self.op == &core::facts_of<graph::transpose> && core::bits(type.element) >= 8)
            return transposed(*operand(self, 0), self.attributes[0].integers);
        core::diagnostics found;
        graph::evaluation e{.program = &program_, .node = &self, .found = &found};
        for (std::size_t i = 0; i != self.operands.size(); ++i)
            e.operands.push_back(operand(self, i));
        e.result_types.push_back(type);
        self.op->readings->evaluate(e);
        if (!found.empty() || e.results.size() != 1) return {};
        return static_cast<core::tensor&&>(e.results[0]);
    }
    constexpr core::tensor const* operand(core::node const& n, std::size_t i) const {
        return match::constant_behind(program_, n.operands[i]);
    }

    core::program& program_;
};

void fold_constants_in_library(core::program& p);

} // namespace detail

/// Replaces pure nodes with constant operands by what they compute, by the reference evaluation of
/// their meaning, unless the result is much larger than the operands.
struct fold_constants : pass::step<pass::at_level<core::graph_level>> {
    static constexpr std::string_view name = "fold-constants";
    using needs = properties<types_known>;
    /// Evaluation has numbers for these; nodes with others are left alone.
    static constexpr core::dtype_set elements = core::any_fixed_size;
    static constexpr core::dtype_set refused_elements =
        core::detail::dtypes_where([](core::dtype d) { return !elements.has(d); });

    constexpr void operator()(core::program& p, context&) const {
        TENON_PRECOMPILED_CALL(detail::fold_constants_in_library(p),
                               detail::constant_folder(p).fold())
    }
};

} // namespace tenon::graph_to_graph

#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/in_place.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph_to_graph/choose_layout.hpp>
#include <tenon/graph_to_graph/fold_constants.hpp>

#include "access.hpp"
#include "straight_blocks.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace tenon::graph_to_graph {

using core::block_id;
using core::dim;
using core::node_id;
using core::value_id;

namespace {

core::list<std::int8_t> channels_last(int rank) {
    core::list<std::int8_t> order{0};
    for (int d = 2; d < rank; ++d) order.push_back(static_cast<std::int8_t>(d));
    order.push_back(1);
    return order;
}

/// How far beyond a dimension an index reaches at most, as a number; nothing if that is not known.
std::optional<std::int64_t> reach(graph::expressions const& pool, dim const& beyond) {
    for (std::int64_t most = 0; most <= 64; ++most)
        if (pool.not_negative(dim(most) - beyond)) return most;
    return {};
}

class layout {
public:
    layout(core::program& p, block_id b) : program_(p), block_(b) {}

    void run() {
        parent_.resize(program_.value_count());
        std::iota(parent_.begin(), parent_.end(), 0u);
        last_.assign(program_.value_count(), false);
        for (auto n : program_[block_].nodes) look_at(n);
        if (std::any_of(last_.begin(), last_.end(), [](bool b) { return b; })) change_orders();
        place_concats();
    }

private:
    void change_orders() {
        copy_inputs();
        for (std::size_t v = 0; v != parent_.size(); ++v)
            if (wants(static_cast<value_id>(v)) && may_change(static_cast<value_id>(v)))
                program_[static_cast<value_id>(v)].type.order =
                    channels_last(program_[static_cast<value_id>(v)].type.rank());
        set_halos();
        flatten_in_order();
        order_constants();
        copy_for_steps();
        copy_outputs();
    }
    std::uint32_t find(std::uint32_t v) {
        while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
        return v;
    }
    void join(value_id a, value_id b) {
        auto const x = find(static_cast<std::uint32_t>(a)), y = find(static_cast<std::uint32_t>(b));
        last_[y] = last_[x] || last_[y];
        parent_[x] = y;
    }
    bool wants(value_id v) {
        return program_[v].type.is_tensor() && program_[v].type.rank() >= 3 &&
               last_[find(static_cast<std::uint32_t>(v))];
    }
    bool may_change(value_id v) const {
        auto const definer = program_[v].definer;
        return definer != node_id::none && program_[definer].op != nullptr &&
               program_[definer].parent == block_ &&
               (program_[definer].op->form == core::op_form::indexed ||
                program_[definer].op->form == core::op_form::elementwise);
    }

    void look_at(node_id n) {
        auto const& node = program_[n];
        if (node.results.size() != 1) return;
        auto const result = node.results[0];
        int const rank = program_[result].type.rank();
        if (rank < 3) return;
        access const a(program_, n);
        if (a.kind == work::opaque) return;
        // Elements that only move, as in a reshape, may be reached by two variables as well, but
        // there is no sum over them that would gain from having them side by side.
        bool const sums = a.kind == work::contraction || a.kind == work::reduction;
        for (std::size_t o = 0; o != node.operands.size(); ++o) {
            auto const v = node.operands[o];
            bool const window = a.has_window(static_cast<int>(o));
            if (sums && window) last_[find(static_cast<std::uint32_t>(result))] = true;
            if (v == value_id::none || program_[v].type.rank() != rank || !may_change(v)) continue;
            if (window || a.keeps_dimensions(static_cast<int>(o))) join(v, result);
        }
    }

    bool is_contraction(node_id n) { return access(program_, n).kind == work::contraction; }

    /// The result, without a type yet, of a new node before `n`.
    value_id add_before(node_id n, core::op_facts const& op, core::list<value_id> operands) {
        auto& order = program_[block_].nodes;
        std::size_t at = 0;
        while (order[at] != n) ++at;
        auto const made = program_.add_node(block_, op, std::move(operands), 1, at);
        program_[made].where = program_[n].where;
        auto const result = program_[made].results[0];
        parent_.push_back(static_cast<std::uint32_t>(result));
        last_.push_back(false);
        return result;
    }
    value_id copy_before(node_id n, value_id v) {
        auto const copy = add_before(n, core::facts_of<graph::identity>, {v});
        program_[copy].type = program_[v].type;
        last_[core::position(copy)] = true;
        return copy;
    }
    /// Convolutions read inputs and constants through copies in their own layout.
    void copy_inputs() {
        auto const nodes = program_[block_].nodes;
        for (auto n : nodes) {
            if (program_[n].results.size() != 1 || !wants(program_[n].results[0])) continue;
            access const a(program_, n);
            for (std::size_t o = 0; o != program_[n].operands.size(); ++o) {
                auto const v = program_[n].operands[o];
                if (v == value_id::none || may_change(v) || !a.has_window(static_cast<int>(o)))
                    continue;
                if (a.kind != work::contraction && a.kind != work::reduction) continue;
                auto const copy = copy_before(n, v);
                program_[n].operands[o] = copy;
            }
        }
    }
    void set_halos() {
        for (auto n : program_[block_].nodes) {
            if (program_[n].results.size() != 1 || !wants(program_[n].results[0])) continue;
            access const a(program_, n);
            if (a.kind != work::contraction && a.kind != work::reduction) continue;
            for (auto const& r : a.reads)
                if (r.guarded)
                    widen(a, r, program_[n].operands[static_cast<std::size_t>(r.operand)]);
        }
    }
    void widen(access const& a, read_of_operand const& r, value_id v) {
        if (!may_change(v)) return;
        auto& type = program_[v].type;
        core::list<core::halo_width> halo = type.halo;
        if (halo.empty()) halo.resize(static_cast<std::size_t>(type.rank()));
        for (std::size_t d = 0; d != r.index.size(); ++d) {
            auto const before = reach(a.pool, dim(0) - r.index[d]);
            auto const after = reach(a.pool, r.index[d] - type.shape[d] + dim(1));
            if (!before || !after) return;
            halo[d].before = std::max(halo[d].before, *before);
            halo[d].after = std::max(halo[d].after, *after);
        }
        bool const any = std::any_of(halo.begin(), halo.end(),
                                     [](auto const& h) { return h.before != 0 || h.after != 0; });
        if (any) type.halo = halo;
    }
    // A product of a flattened value with weights need not read it row-major: the weights' rows get
    // the order in which the value lies, and flattening it moves nothing.

    void flatten_in_order() {
        auto uses = program_.count_uses();
        auto const nodes = program_[block_].nodes;
        for (auto n : nodes)
            if (flattens(n))
                if (auto const products = products_with_weights(n);
                    products.size() == uses[core::position(program_[n].results[0])])
                    reorder(n, products, uses);
    }
    /// Whether the node makes one dimension of all but the first of a value in an order of its own.
    bool flattens(node_id n) const {
        auto const& node = program_[n];
        if (node.op != &core::facts_of<graph::reshape>) return false;
        auto const& from = program_[node.operands[0]].type;
        auto const& to = program_[node.results[0]].type;
        return !from.order.empty() && core::bits(from.element) >= 8 && to.rank() == 2 &&
               to.shape[0] == from.shape[0] && to.shape[1].is_constant() &&
               std::all_of(from.shape.begin() + 1, from.shape.end(),
                           [](dim const& d) { return d.is_constant(); });
    }
    std::vector<node_id> products_with_weights(node_id flat) const {
        std::vector<node_id> found;
        for (auto n : program_[block_].nodes) {
            auto const& node = program_[n];
            if (node.op == &core::facts_of<graph::mat_mul> &&
                node.operands[0] == program_[flat].results[0] &&
                program_[node.operands[1]].type.rank() == 2 &&
                match::constant_behind(program_, node.operands[1]) != nullptr)
                found.push_back(n);
        }
        return found;
    }
    void reorder(node_id flat, std::vector<node_id> const& products,
                 core::list<std::uint32_t>& uses) {
        auto const v = program_[flat].operands[0];
        auto const from = program_[v].type;
        core::list<std::int64_t> perm;
        core::list<dim> shape;
        for (auto d : from.order) {
            perm.push_back(d);
            shape.push_back(from.shape[static_cast<std::size_t>(d)]);
        }
        auto const turned = add_before(flat, core::facts_of<graph::transpose>, {v});
        program_.set(program_[turned].definer, "perm", perm);
        program_[turned].type = core::type::tensor(from.element, shape);
        program_[flat].operands[0] = turned;
        for (auto n : products) {
            auto const old = program_[n].operands[1];
            auto const made = add_before(n, core::facts_of<graph::constant>, {});
            program_.set(program_[made].definer, "value",
                         rows_in_order(*match::constant_behind(program_, old), from));
            program_[program_[made].definer].where = program_[program_[old].definer].where;
            program_[made].type = program_[old].type;
            program_[n].operands[1] = made;
            if (--uses[core::position(old)] == 0) program_.erase(program_[old].definer);
        }
    }
    /// The rows of a matrix, which are the elements of `lies` but for its first dimension, in the
    /// order in which those lie.
    static core::tensor rows_in_order(core::tensor const& matrix, core::type const& lies) {
        core::list<std::int64_t> shape, perm;
        for (std::size_t d = 1; d != lies.shape.size(); ++d) {
            shape.push_back(lies.shape[d].constant());
            perm.push_back(lies.order[d] - 1);
        }
        perm.push_back(static_cast<std::int64_t>(shape.size()));
        shape.push_back(matrix.shape()[1]);
        return detail::transposed(matrix.reshaped(shape), perm).reshaped(matrix.shape());
    }

    /// The weights of a depthwise window lie with the channels innermost, as what they are
    /// multiplied with does.
    void order_constants() {
        for (auto n : program_[block_].nodes) {
            if (program_[n].results.size() != 1 || !wants(program_[n].results[0])) continue;
            access const a(program_, n);
            if (a.kind != work::reduction || a.result.size() < 3) continue;
            for (auto const& r : a.reads) {
                auto const v = program_[n].operands[static_cast<std::size_t>(r.operand)];
                auto const definer = program_[v].definer;
                if (definer == node_id::none ||
                    program_[definer].op->form != core::op_form::constant)
                    continue;
                for (std::size_t d = 0; d + 1 < r.index.size(); ++d)
                    if (!r.index[d].is_constant() && r.index[d] == a.result[1].value)
                        move_inside(program_[v].type, d);
            }
        }
    }
    static void move_inside(core::type& t, std::size_t d) {
        t.order.clear();
        for (std::size_t i = 0; i != t.shape.size(); ++i)
            if (i != d) t.order.push_back(static_cast<std::int8_t>(i));
        t.order.push_back(static_cast<std::int8_t>(d));
    }
    /// Steps walk along the last dimension: they read row-major copies.
    void copy_for_steps() {
        auto const nodes = program_[block_].nodes;
        for (auto n : nodes)
            for (std::size_t o = 0; o != program_[n].operands.size(); ++o) {
                auto const v = program_[n].operands[o];
                if (program_[n].op->form != core::op_form::stepwise || v == value_id::none ||
                    program_[v].type.is_row_major())
                    continue;
                auto const copy = add_before(n, core::facts_of<graph::identity>, {v});
                program_[copy].type =
                    core::type::tensor(program_[v].type.element, program_[v].type.shape);
                program_[n].operands[o] = copy;
            }
    }
    void copy_outputs() {
        auto& yields = program_[block_].yields;
        for (std::size_t i = 0; i != yields.size(); ++i) {
            auto const v = yields[i];
            if (program_[v].type.is_row_major()) continue;
            auto const made = program_.add_node(block_, core::facts_of<graph::identity>, {v}, 1);
            program_[made].where = program_[program_[v].definer].where;
            auto const copy = program_[made].results[0];
            program_[copy].type =
                core::type::tensor(program_[v].type.element, program_[v].type.shape);
            program_[copy].name = program_[v].name;
            program_[block_].yields[i] = copy;
        }
    }

    // Concatenations whose operands are written where they belong.

    /// Whether a kernel makes `v`, for one user, in the order that the whole has.
    bool can_be_part(value_id v, core::type const& whole,
                     core::list<std::uint32_t> const& uses) const {
        return may_change(v) && uses[core::position(v)] == 1 && program_[v].type.halo.empty() &&
               program_[v].type.order == whole.order &&
               program_[program_[v].definer].results.size() == 1 &&
               !is_view(program_, program_[v].definer);
    }
    void place_concats() {
        auto const uses = program_.count_uses();
        auto const nodes = program_[block_].nodes; // the last first: a part may be whole itself
        for (std::size_t i = nodes.size(); i-- != 0;)
            if (program_[nodes[i]].op == &core::facts_of<graph::concat>)
                place_parts(nodes[i], uses);
    }
    void place_parts(node_id n, core::list<std::uint32_t> const& uses) {
        auto const& whole = program_[program_[n].results[0]].type;
        int const axis = graph::joined_axis(program_, n);
        auto const along = static_cast<std::size_t>(axis);
        for (auto o : program_[n].operands)
            if (!program_[o].type.shape[along].is_constant() || !can_be_part(o, whole, uses))
                return;
        std::int64_t begin = 0;
        for (auto o : program_[n].operands) {
            auto& part = program_[o].type;
            part = graph::type_inside(part, whole, axis, begin);
            begin += part.shape[along].constant();
        }
    }

    core::program& program_;
    block_id block_;
    std::vector<std::uint32_t> parent_;
    std::vector<bool> last_; ///< of the representative: some member is read through a window
};

} // namespace

void choose_layout(core::program& p) {
    for (auto const& function : p.functions)
        each_straight_block(p, function.body, [&](block_id b) { layout(p, b).run(); });
}

} // namespace tenon::graph_to_graph

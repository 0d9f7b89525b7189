// Kernels: a formula and the loops around it, as loop IR.
#pragma once

#include <tenon/loop/ops.hpp>

#include "formula.hpp"

#include <string>

namespace tenon::graph_to_loop {

/// Writes terms as nodes into nested blocks. A term goes to the outermost block in which every
/// variable it depends on is bound, once; so what does not change in a loop is computed before it.
class emitter {
public:
    emitter(core::program& out, formula& f, core::block_id root)
        : out_(out), formula_(f), free_(f.pool) {
        scopes_.push_back({root, {}, open_end, {}});
    }

    /// The buffer that holds a value of the source program; added as an argument when first asked
    /// for.
    core::value_id buffer(core::value_id source);
    /// Buffers in the order of the kernel's arguments, as values of the source program.
    std::vector<core::value_id> const& buffers() const { return buffers_; }

    /// Opens a region of `n` in the innermost block that binds `variables`; closed by `close`.
    core::block_id open(core::node_id n, std::vector<int> variables);
    void close();
    core::block_id innermost() const { return scopes_.back().block; }
    /// Opens a parallel `for` over a variable in the innermost block.
    void open_for(int variable);

    core::value_id emit(graph::term_id t);
    void define(graph::term_id t, core::value_id v) {
        scopes_.back().known[static_cast<std::uint32_t>(t)] = v;
    }
    void store(core::value_id value, core::value_id buffer, core::list<core::dim> const& at);
    /// Index dims with `#t` turned into operands; the operands are appended.
    core::list<core::dim> index(core::list<core::dim> const& at,
                                core::list<core::value_id>& operands);
    /// Makes the value of a read step known where it is read.
    void define_slot(graph::term_id slot, core::value_id v);
    /// Adds a node at the end of the innermost block.
    core::node_id add(core::op_facts const& op, core::list<core::value_id> operands, int results);
    core::location where;

private:
    static constexpr std::size_t open_end = ~std::size_t{0};
    struct scope {
        core::block_id block;
        std::vector<int> variables;
        std::size_t child; ///< the position of the node whose region is open in this block
        std::unordered_map<std::uint32_t, core::value_id> known;
    };

    std::size_t home(graph::term_id t);
    core::node_id add_in(std::size_t scope, core::op_facts const& op,
                         core::list<core::value_id> operands, int results);
    core::value_id build(graph::term_id t, std::size_t scope);
    core::value_id build_reduce(graph::term_id t, std::size_t scope);
    core::value_id build_fold(graph::term_id t, std::size_t scope);
    core::value_id build_load(graph::term_id t, std::size_t scope);
    core::value_id scalar(core::node_id n, core::dtype type);
    bool unrolls(graph::term_id t, std::size_t scope);

    core::program& out_;
    formula& formula_;
    free_variables free_;
    std::vector<scope> scopes_;
    std::vector<core::value_id> buffers_;
    std::unordered_map<std::uint32_t, core::value_id> argument_of_;
};

/// Writes the steps of a stepwise node.
void build_steps(core::program& out, emitter& e, formula& f, core::node_id n,
                 core::diagnostics& found);

/// What a kernel computes: results of one group.
struct kernel_request {
    std::string name;
    std::vector<core::value_id> results;
    std::vector<bool> inside;
    core::location where;
};

/// Adds a function of kind `kernel` to `out`; gives the source values whose buffers it takes, in
/// order.
std::vector<core::value_id> build_kernel(core::program const& source, core::program& out,
                                         kernel_request const& wanted, core::diagnostics& found);

} // namespace tenon::graph_to_loop

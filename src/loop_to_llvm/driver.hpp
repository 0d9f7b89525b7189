// The functions of a module: one per kernel, and per entry the driver that calls them.
#pragma once

#include <tenon/loop/ops.hpp>
#include <tenon/loop_to_llvm/emit.hpp>

#include "entry.hpp"
#include "kernel_key.hpp"
#include "writer.hpp"

namespace tenon::loop_to_llvm {

/// The constants of a module, each placed once.
class weight_table {
public:
    explicit weight_table(std::vector<weight_bytes>& pieces) : pieces_(pieces) {}
    /// As it is, or with its dimensions in the type's order.
    std::uint64_t plain(core::tensor const& t, core::type const& type);
    /// A right operand of a contraction in panels.
    std::uint64_t packed(core::program const& p, core::node_id contract, core::tensor const& t,
                         machine const& m);
    std::uint64_t size() const { return size_; }

private:
    std::uint64_t add(std::string key, weight_bytes piece);

    std::vector<weight_bytes>& pieces_;
    std::map<std::string, std::uint64_t> known_;
    std::uint64_t size_ = 0;
};

/// The contraction of `kernel` whose b is argument `argument` and nothing else, or none.
core::node_id contraction_of(core::program const& p, core::function const& kernel,
                             std::size_t argument);

class arena_offsets;

class driver {
public:
    driver(core::program const& p, llvm::Module& module, machine const& m, weight_table& weights);

    /// The code of entry `f`; `symbols` in the order of its tables.
    entry_code write(core::function const& f,
                     std::vector<runtime::symbol_description> const& symbols);

    /// The ONNX nodes that each kernel computes.
    std::map<std::string, std::string> const& nodes_of_kernels() const { return nodes_of_; }

private:
    struct kernel {
        llvm::Function* run = nullptr; ///< (call, symbols, buffers..., first, last, worker)
        llvm::Function* count =
            nullptr; ///< (call, symbols, buffers...) -> how many parts; null: runs as one
        std::int64_t grain = 1;
        llvm::Function* part = nullptr; ///< `run` as a tenon_body, once it is asked for
    };
    kernel& kernel_of(core::node_id call);
    void write_kernel(core::function const& k, std::vector<bool> const& is_weight, kernel& made);
    /// The contraction of a node, its b in panels if that is a weight of this kernel's.
    contraction describe(core::function const& k, std::vector<bool> const& is_weight, writer& w,
                         core::node_id n) const;
    /// Code for the tasks [first, last) of a contraction, or for all without `first`.
    void write_contraction(contraction c, builder& b, llvm::Value* call, llvm::Value* first,
                           llvm::Value* last);
    /// `f` with the memory that each thread has for itself, which it takes as arguments of its own
    /// behind those that there are `before` of, first, last and worker: apart from them, so that it
    /// is known that they do not overlap.
    llvm::Function* with_locals(llvm::Function* f, std::vector<core::value_id> const& locals,
                                std::size_t before);
    llvm::Function* body_of(kernel& k, std::size_t buffers);
    environment environment_of(llvm::Function* f, core::function const* k, builder& b);
    void load_symbols(environment& e, builder& b, llvm::Value* symbols);
    bool is_weights(core::value_id v) const { return loop_to_llvm::is_weights(program_, v); }
    llvm::Value* weights_at(std::uint64_t offset, builder& b);
    llvm::Value* pointer_of(core::value_id v, writer& w, builder& b);
    /// Whether a contraction's weights are. Not those that come from memory, lie in rows as they
    /// are and do not fill one panel, if masks are cheap: its empty columns would come with them.
    /// In a cache, rows that start anywhere cost more than empty columns.
    bool is_better_in_panels(core::node_id contract) const;
    /// A weight that a contraction alone reads, in this kernel, lies in panels, if it is better so.
    llvm::Value* pointer_of_operand(core::node_id call, std::size_t operand, writer& w, builder& b);
    void clear_halo(core::type const& t, llvm::Value* at, writer& w, builder& b, int position);
    // The nodes of an entry.
    llvm::Value* pointer_of_result(core::node_id n, writer& w, builder& b);
    void write_nodes(core::block_id block, writer& w, builder& b);
    void write_node(core::node_id n, writer& w, builder& b);
    void write_call(core::node_id n, writer& w, builder& b);
    void write_if(core::node_id n, writer& w, builder& b);
    void write_while(core::node_id n, writer& w, builder& b);
    llvm::Value* status(writer& w, builder& b);

    core::program const& program_;
    llvm::Module& module_;
    machine machine_;
    weight_table& weights_;
    contractions contractions_;
    bool weights_are_large_ = false;
    std::vector<runtime::symbol_description> const* symbols_ = nullptr;
    // Of the entry that is being written.
    llvm::Value* symbol_array_ = nullptr;
    arena_offsets* offsets_ = nullptr;
    llvm::Value* frame_ = nullptr; ///< where parallel kernels find what they are given
    struct named_kernel {
        std::string name; ///< of the first kernel with this code
        kernel code;
    };
    std::map<std::string, named_kernel> kernels_; ///< of the entry that is being written, by code
    std::map<std::string, std::string> nodes_of_;
    std::int64_t worker_bytes_ = 0; ///< what the entry's kernels want for each thread
};

} // namespace tenon::loop_to_llvm

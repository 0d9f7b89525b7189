// Loop IR as LLVM IR: the nodes of a block, with what is known of values and variables at that
// place.
#pragma once

#include <tenon/core/program.hpp>

#include "contraction.hpp"
#include "numbers.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

namespace tenon::loop_to_llvm {

/// Where a load or store goes, looked at once however often its code is written.
struct access_path {
    core::dim place;        ///< in elements from the buffer's start
    bool is_linear = false; ///< in the column, with this factor
    core::dim factor;
};
using access_paths = std::unordered_map<std::uint32_t, access_path>;

/// What names stand for while code is written.
struct environment {
    std::map<std::string, llvm::Value*, std::less<>> symbols; ///< of the program, i64
    std::unordered_map<int, llvm::Value*> variables;          ///< loop variables by number, i64
    std::unordered_map<std::uint32_t, llvm::Value*>
        values;                  ///< scalars in registers; buffers as pointers
    llvm::Value* call = nullptr; ///< the tenon_call
    int column = -1; ///< the variable that runs along vector lanes; -1: everything is single
    unsigned lanes = 1;
    llvm::Value* mask = nullptr; ///< lanes that count; null: all
    std::shared_ptr<access_paths> paths = std::make_shared<access_paths>(); ///< by node
    std::function<void(class writer&, core::node_id)> contract; ///< writes all of a `loop.contract`
};

/// The extents of a contraction's reduction as its code steps through a b in panels: dimensions
/// that continue each other in a are one.
std::vector<core::dim> reduce_extents(core::program const& p, core::node_id contract);

class writer {
public:
    writer(core::program const& p, builder& b, contractions& contracts, environment e)
        : program_(p), b_(b), contractions_(contracts), environment_(std::move(e)) {}

    void write_block(core::block_id b);
    void write(core::node_id n);
    /// Prefetches what a load or store will access.
    void touch(core::node_id n);
    /// Gives scratch back that was allocated since there were `first` blocks; `write_block` does it
    /// for its own nodes.
    void release_scratch(std::size_t first = 0);
    environment& known() { return environment_; }

    /// An index or size as an i64, or as a vector of them where it differs between lanes in no
    /// simple way. `integers` are what `$v0`, `$v1`, ... stand for.
    llvm::Value* number(core::dim const& d, std::vector<llvm::Value*> const& integers = {});
    /// Calls `body(i, carried)` for i in [first, last); gives the last carried values.
    values loop(llvm::Value* first, llvm::Value* last, values carried,
                std::function<values(llvm::Value*, values const&)> const& body);

    /// The iterations [first, last) of a parallel loop, for many of its variable's values at once
    /// where LLVM would take them one by one: where each of them loops over a sum of its own.
    void iterate(core::node_id loop, llvm::Value* first, llvm::Value* last);

    /// The contraction that a `loop.contract` node asks for. `packed_weights`: its b lies in
    /// panels.
    contraction describe(core::node_id contract, bool packed_weights);

private:
    llvm::Value* value(core::value_id v) const {
        return environment_.values.at(static_cast<std::uint32_t>(v));
    }
    void define(core::node_id n, llvm::Value* v);
    core::type const& type_of(core::value_id v) const { return program_[v].type; }
    std::vector<llvm::Value*> integers_of(core::node const& n, std::size_t first,
                                          std::size_t last) const;

    void write_for(core::node_id n);
    bool sums_in_lanes(core::node_id loop);
    void iterate_in_lanes(core::node_id loop, llvm::Value* first, llvm::Value* last, unsigned lanes,
                          bool masked);
    void write_reduce(core::node_id n);
    /// An addition, of floats in any order.
    llvm::Value* sum(core::dtype d, llvm::Value* total, llvm::Value* more);
    void write_if(core::node_id n);
    void write_while(core::node_id n);
    void write_check(core::node_id n);
    void write_load(core::node_id n);
    void write_store(core::node_id n);
    void write_scratch(core::node_id n);
    void write_literal(core::node_id n);

    struct place_in_memory {
        llvm::Value* pointer; ///< of the first lane, or of every lane
        bool is_vector;       ///< one element per lane
        bool contiguous;      ///< the lanes are neighbours
    };
    place_in_memory locate(core::node_id n, core::value_id buffer,
                           std::vector<llvm::Value*> const& integers);
    access_path const& path_of(core::node_id n, core::value_id buffer);
    /// As `number`, but one per lane where the column takes part.
    llvm::Value* number_of_lanes(core::dim const& d, std::vector<llvm::Value*> const& integers);
    llvm::Value* guarded(llvm::Value* condition, llvm::Type* type,
                         std::function<llvm::Value*()> const& yes);
    llvm::Value* all_lanes();
    llvm::Function* support(std::string_view name, llvm::Type* result,
                            std::vector<llvm::Type*> parameters);

    core::program const& program_;
    builder& b_;
    contractions& contractions_;
    environment environment_;
    std::vector<std::pair<llvm::Value*, llvm::Value*>>
        scratch_; ///< allocated blocks and their sizes
};

} // namespace tenon::loop_to_llvm

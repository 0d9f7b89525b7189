// From loops to LLVM IR: kernels, the drivers that call them, and what an artifact says about
// itself.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>
#include <tenon/core/target.hpp>
#include <tenon/runtime/description.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace tenon::loop_to_llvm {

struct emit_options {
    target machine;
    std::string name = "model";   ///< of the model, for its metadata
    std::string prefix = "tenon"; ///< of the exported symbols
    std::string model_hash;
    int threads = 0; ///< default number of threads; 0: as many as the process may use
};

/// Bytes of the artifact's read-only data: those of a constant as they are, or a layout that `fill`
/// makes.
struct weight_bytes {
    core::tensor source;
    std::size_t size = 0;
    std::function<void(std::byte*)> fill;
};

/// An LLVM module, and what belongs into the same library beside its code.
class emitted {
public:
    emitted();
    emitted(emitted&&) noexcept;
    emitted& operator=(emitted&&) noexcept;
    ~emitted();

    llvm::Module& module();
    std::string text() const; ///< the module as LLVM IR

    static constexpr char weights_symbol[] = "tenon_weights";
    static constexpr std::size_t weights_align = 64;
    std::vector<weight_bytes> weights; ///< in order, each aligned to `weights_align`
    std::vector<std::string> exports;
    runtime::module_description description;

private:
    friend emitted emit(core::program const&, emit_options const&, core::diagnostics&);
    friend emitted emit_support(target const&);
    struct state;
    std::unique_ptr<state> state_;
};

/// Writes a loop-level program, with a memory plan, as LLVM IR that calls the fixed part. What code
/// cannot be written for is reported with code L2.
emitted emit(core::program const& loops, emit_options const& options, core::diagnostics& found);

/// The fixed part of every library for a machine, a module of its own: models do not differ in it.
emitted emit_support(target const& machine);

} // namespace tenon::loop_to_llvm

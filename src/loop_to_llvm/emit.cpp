#include <tenon/core/config.hpp>
#include <tenon/loop_to_llvm/emit.hpp>

#include "debug_lines.hpp"
#include "describe_function.hpp"
#include "driver.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace tenon::loop_to_llvm {

struct emitted::state {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
};

emitted::emitted() : state_(std::make_unique<state>()) {}
emitted::emitted(emitted&&) noexcept = default;
emitted& emitted::operator=(emitted&&) noexcept = default;
emitted::~emitted() = default;
llvm::Module& emitted::module() { return *state_->module; }

std::string emitted::text() const {
    std::string out;
    llvm::raw_string_ostream stream(out);
    state_->module->print(stream, nullptr);
    return out;
}

namespace {

/// Reports values of dtypes that no code can be written for.
void check_dtypes(core::program const& p, core::diagnostics& found) {
    llvm::LLVMContext context;
    std::vector<bool> said(static_cast<std::size_t>(core::dtype_count));
    for (std::size_t i = 0; i != p.value_count(); ++i) {
        auto const& v = p[static_cast<core::value_id>(i)];
        auto const d = v.type.element;
        if (v.type.what == core::type::kind::none || register_type(context, d) != nullptr) continue;
        if (said[static_cast<std::size_t>(d)]) continue;
        said[static_cast<std::size_t>(d)] = true;
        found.add("L2", v.name.empty() ? core::text() : core::text("value \"") + v.name + "\"",
                  core::text("its dtype ") + core::name(d) + " is not supported in compiled code",
                  "evaluate the model with `tenonc run --reference`");
    }
}

} // namespace

emitted emit(core::program const& loops, emit_options const& options, core::diagnostics& found) {
    emitted made;
    check_dtypes(loops, found);
    if (!found.empty()) return made;
    made.state_->module = std::make_unique<llvm::Module>(options.name, made.state_->context);
    auto& module = *made.state_->module;
    set_target(module, options.machine);
    made.description = {options.name,
                        options.prefix,
                        std::string("tenon ") + core::version,
                        std::string(options.machine.triple.view()),
                        std::string(options.machine.cpu.view()),
                        std::string(options.machine.features.view()),
                        options.model_hash,
                        1,
                        options.threads,
                        0,
                        {}};
    weight_table weights(made.weights);
    std::vector<entry_code> code;
    driver writer(loops, module, describe(options.machine), weights);
    for (auto const& f : loops.functions) {
        if (f.kind == "kernel") continue;
        made.description.functions.push_back(
            describe_function(loops, f, output_place::arguments, found));
        if (!found.empty()) return made;
        code.push_back(writer.write(f, made.description.functions.back().symbols));
    }
    made.description.weight_bytes = static_cast<std::int64_t>(weights.size());
    made.exports = exported_symbols(made.description);
    emit_entries(module, made.description, code);
    add_debug_lines(module, options.name, writer.nodes_of_kernels());
    return made;
}

emitted emit_support(target const& machine) {
    emitted made;
    made.state_->module = std::make_unique<llvm::Module>("support", made.state_->context);
    set_target(*made.state_->module, machine);
    link_support(*made.state_->module, support_scope::library);
    return made;
}

} // namespace tenon::loop_to_llvm

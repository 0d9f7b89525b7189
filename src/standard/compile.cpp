// Libraries: emitted, made machine code, linked.
#include <tenon/llvm_to_so/link.hpp>
#include <tenon/loop_to_llvm/emit.hpp>
#include <tenon/standard/compile.hpp>

#include "llvm_to_so/to_object.hpp"

namespace tenon::standard {
namespace {

void refuse_if_any(core::diagnostics const& found) {
    if (!found.empty()) throw core::refused(found);
}

/// What the code generator put beside its code, as the linker takes it.
llvm_to_so::section weights_of(loop_to_llvm::emitted& code) {
    llvm_to_so::section section;
    section.name = ".tenon.weights";
    section.symbol = loop_to_llvm::emitted::weights_symbol;
    for (auto& each : code.weights) {
        llvm_to_so::piece piece;
        piece.align = loop_to_llvm::emitted::weights_align;
        piece.size = each.size;
        if (each.fill)
            piece.fill = each.fill;
        else
            piece.bytes = {reinterpret_cast<std::byte const*>(each.source.bytes().data()),
                           each.size};
        section.add(std::move(piece));
    }
    return section;
}

} // namespace

struct library::parts {
    loop_to_llvm::emitted code;
    tenon::target machine;
};

library::library(std::unique_ptr<parts> p) : parts_(std::move(p)) {}
library::library(library&&) noexcept = default;
library& library::operator=(library&&) noexcept = default;
library::~library() = default;

void library::save(std::string const& path) {
    llvm_to_so::link_job job;
    job.objects.push_back(llvm_to_so::to_object(parts_->code.module(), parts_->machine));
    if (!parts_->code.weights.empty()) job.sections.push_back(weights_of(parts_->code));
    job.exports = parts_->code.exports;
    llvm_to_so::link(path, job);
}

std::string library::llvm() const { return parts_->code.text(); }
std::string library::assembly() {
    return llvm_to_so::to_assembly(parts_->code.module(), parts_->machine);
}
std::string library::object() {
    auto const bytes = llvm_to_so::to_object(parts_->code.module(), parts_->machine);
    return {bytes.begin(), bytes.end()};
}
runtime::module_description const& library::description() const { return parts_->code.description; }

library emit(core::program const& loops, compile_options const& options) {
    core::diagnostics found;
    auto code = loop_to_llvm::emit(
        loops, {options.machine, options.name, options.prefix, options.model_hash, options.threads},
        found);
    refuse_if_any(found);
    return library(
        std::make_unique<library::parts>(library::parts{std::move(code), options.machine}));
}

library compile(core::program graph, compile_options const& options) {
    pass::observer_list nobody;
    return emit(to_loops(std::move(graph), options, nobody), options);
}

} // namespace tenon::standard

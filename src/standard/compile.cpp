// Libraries: emitted, made machine code, linked.
#include <tenon/llvm_to_so/link.hpp>
#include <tenon/loop_to_llvm/emit.hpp>
#include <tenon/standard/compile.hpp>

#include "llvm_to_so/to_object.hpp"

#include <future>
#include <map>
#include <mutex>
#include <utility>

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

/// The fixed part as machine code, made once per process and machine.
llvm_to_so::object const& support_for(tenon::target const& machine) {
    static std::mutex one_at_a_time;
    static std::map<core::text, llvm_to_so::object> known;
    std::lock_guard const lock(one_at_a_time);
    auto const key = machine.triple + "\n" + machine.cpu + "\n" + machine.features;
    if (auto const found = known.find(key); found != known.end()) return found->second;
    auto code = loop_to_llvm::emit_support(machine);
    return known[key] = llvm_to_so::to_object(code.module(), machine);
}

} // namespace

struct library::parts {
    loop_to_llvm::emitted code;
    tenon::target machine;
};

library::library(library&& other) noexcept : parts_(std::exchange(other.parts_, nullptr)) {}
library& library::operator=(library&& other) noexcept {
    std::swap(parts_, other.parts_);
    return *this;
}
library::~library() { delete parts_; }

void library::save(std::string_view path) {
    llvm_to_so::link_job job;
    auto support = std::async([&] { return support_for(parts_->machine); });
    job.objects = llvm_to_so::to_objects(parts_->code.module(), parts_->machine);
    job.objects.push_back(support.get());
    if (!parts_->code.weights.empty()) job.sections.push_back(weights_of(parts_->code));
    job.exports = parts_->code.exports;
    llvm_to_so::link(std::string(path), job);
}

core::text library::llvm() const { return parts_->code.text(); }
core::text library::assembly() {
    return llvm_to_so::to_assembly(parts_->code.module(), parts_->machine);
}
core::text library::object() {
    auto const bytes = llvm_to_so::to_object(parts_->code.module(), parts_->machine);
    return std::string_view(bytes.data(), bytes.size());
}
runtime::module_description const& library::description() const { return parts_->code.description; }

library emit(core::program const& loops, compile_options const& options) {
    core::diagnostics found;
    auto code = loop_to_llvm::emit(loops,
                                   {options.machine, std::string(options.name.view()),
                                    std::string(options.prefix.view()),
                                    std::string(options.model_hash.view()), options.threads},
                                   found);
    refuse_if_any(found);
    return library(new library::parts{std::move(code), options.machine});
}

library compile(core::program graph, compile_options const& options) {
    pass::observer_list nobody;
    return emit(to_loops(std::move(graph), options, nobody), options);
}

} // namespace tenon::standard

#include "cut.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <algorithm>

namespace tenon::llvm_to_so {
namespace {

// A part costs about as much as so many instructions, for what all parts repeat.
constexpr std::size_t worth_a_part = 4000;
constexpr std::size_t most_parts = 8;

} // namespace

std::vector<part> cut(llvm::Module const& module) {
    struct sized {
        llvm::Function const* function;
        std::size_t instructions;
    };
    std::vector<sized> functions;
    std::size_t all = 0;
    for (auto const& f : module) {
        if (f.isDeclaration()) continue;
        functions.push_back({&f, f.getInstructionCount()});
        all += functions.back().instructions;
    }
    std::stable_sort(functions.begin(), functions.end(),
                     [](auto const& a, auto const& b) { return a.instructions > b.instructions; });
    auto const count = std::clamp<std::size_t>(all / worth_a_part, 1, most_parts);
    std::vector<part> parts(count);
    std::vector<std::size_t> load(count);
    for (auto const& [function, instructions] : functions) {
        auto const least = std::min_element(load.begin(), load.end()) - load.begin();
        auto const at = static_cast<std::size_t>(least);
        parts[at].insert(function->getName().str());
        load[at] += instructions;
    }
    return parts;
}

void publish(llvm::Module& module) {
    auto const show = [](llvm::GlobalValue& value) {
        if (!value.hasLocalLinkage() || value.isDeclaration()) return;
        value.setLinkage(llvm::GlobalValue::ExternalLinkage);
        value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    };
    for (auto& function : module) show(function);
    for (auto& variable : module.globals())
        if (!variable.isConstant()) show(variable);
}

void keep(llvm::Module& module, part const& mine, bool is_first) {
    for (auto& function : module)
        if (!function.isDeclaration() && !mine.contains(function.getName().str()))
            function.deleteBody();
    llvm::cantFail(module.materializeAll());
    if (is_first) return;
    for (auto& variable : llvm::make_early_inc_range(module.globals())) {
        if (variable.hasAppendingLinkage()) {
            variable.eraseFromParent();
        } else if (!variable.isDeclaration() && !variable.hasLocalLinkage()) {
            variable.setInitializer(nullptr);
            variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
        }
    }
}

} // namespace tenon::llvm_to_so

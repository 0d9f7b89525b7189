// Brings support.ll into a module.
#include "entry.hpp"
#include "loop_to_llvm/support_ll.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Triple.h>

#include <stdexcept>

namespace tenon::loop_to_llvm {
namespace {

// What a thread that waits should do, where the target has an instruction for it.
void emit_pause(llvm::Module& module, llvm::IRBuilder<>& at) {
    llvm::Triple const triple(module.getTargetTriple());
    auto* const none = at.getVoidTy();
    if (triple.isX86())
        at.CreateCall(module.getOrInsertFunction("llvm.x86.sse2.pause", none));
    else if (triple.isAArch64())
        at.CreateCall(module.getOrInsertFunction("llvm.aarch64.hint", none, at.getInt32Ty()),
                      at.getInt32(1)); // yield
}

void fill_relax(llvm::Module& support) {
    auto* const relax = support.getFunction("tenon_relax");
    relax->deleteBody();
    relax->removeFnAttr(llvm::Attribute::NoInline);
    llvm::IRBuilder<> at(llvm::BasicBlock::Create(support.getContext(), "", relax));
    emit_pause(support, at);
    at.CreateRetVoid();
}

void hide(llvm::GlobalValue& value, support_scope scope) {
    if (scope == support_scope::library)
        value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    else
        value.setLinkage(llvm::GlobalValue::InternalLinkage);
}

std::vector<std::string> defined_functions(llvm::Module const& module) {
    std::vector<std::string> names;
    for (auto const& function : module)
        if (!function.isDeclaration() && !function.hasLocalLinkage())
            names.push_back(function.getName().str());
    return names;
}

} // namespace

void link_support(llvm::Module& module, support_scope scope) {
    llvm::SMDiagnostic why;
    auto support = llvm::parseAssemblyString(llvm::StringRef(support_ll.data(), support_ll.size()),
                                             why, module.getContext());
    if (!support) throw std::logic_error("support.ll: " + why.getMessage().str());
    support->setTargetTriple(module.getTargetTriple());
    support->setDataLayout(module.getDataLayout());
    fill_relax(*support);
    auto const names = defined_functions(*support);
    if (llvm::Linker::linkModules(module, std::move(support)))
        throw std::logic_error("support.ll cannot be linked to the model's code");
    for (auto const& name : names) hide(*module.getFunction(name), scope);
}

} // namespace tenon::loop_to_llvm

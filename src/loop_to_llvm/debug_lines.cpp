#include "debug_lines.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

namespace tenon::loop_to_llvm {

namespace {

/// The nodes behind a function: its name up to a dot is a kernel's.
std::string const* find_nodes(std::map<std::string, std::string> const& nodes_of,
                              llvm::StringRef function) {
    auto const found = nodes_of.find(function.split('.').first.str());
    return found == nodes_of.end() ? nullptr : &found->second;
}

} // namespace

void add_debug_lines(llvm::Module& module, std::string const& model,
                     std::map<std::string, std::string> const& nodes_of) {
    auto& context = module.getContext();
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    module.addModuleFlag(llvm::Module::Max, "Dwarf Version", 4);
    llvm::DIBuilder build(module);
    auto* const unit_file = build.createFile(model, "");
    build.createCompileUnit(llvm::dwarf::DW_LANG_C99, unit_file, "tenon", true, "", 0);
    auto* const type = build.createSubroutineType(build.getOrCreateTypeArray({}));
    for (auto& function : module) {
        if (function.isDeclaration() || function.getSubprogram() != nullptr) continue;
        auto const* nodes = find_nodes(nodes_of, function.getName());
        auto* const file = nodes == nullptr ? unit_file : build.createFile(*nodes, model);
        auto* const subprogram = build.createFunction(
            file, nodes == nullptr ? function.getName() : llvm::StringRef(*nodes),
            function.getName(), file, 1, type, 1, llvm::DINode::FlagZero,
            llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized);
        function.setSubprogram(subprogram);
        auto* const line = llvm::DILocation::get(context, 1, 1, subprogram);
        for (auto& block : function)
            for (auto& instruction : block) instruction.setDebugLoc(line);
    }
    build.finalize();
}

} // namespace tenon::loop_to_llvm

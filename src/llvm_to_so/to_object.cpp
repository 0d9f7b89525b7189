// Light optimisation and code generation: kernels arrive tiled, unrolled and vectorised.
#include "to_object.hpp"

#include "cut.hpp"
#include "on_threads.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>

#include <mutex>

namespace tenon::llvm_to_so {
namespace {

void initialize() {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeAllTargetInfos();
        llvm::InitializeAllTargets();
        llvm::InitializeAllTargetMCs();
        llvm::InitializeAllAsmPrinters();
    });
}

std::unique_ptr<llvm::TargetMachine> target_machine(target const& t) {
    initialize();
    std::string why;
    auto const* found = llvm::TargetRegistry::lookupTarget(t.triple.view(), why);
    if (!found)
        throw error("[tenon/L1] target \"" + std::string(t.triple.view()) +
                    "\" is not known: " + why);
    llvm::TargetOptions options;
    options.FunctionSections = options.DataSections =
        true; // what nothing calls is left out by the link
    options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
    options.UseInitArray = true; // loaders no longer run what is in .dtors
    return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
        t.triple.view(), t.cpu.view(), t.features.view(), options, llvm::Reloc::PIC_, std::nullopt,
        llvm::CodeGenOptLevel::Default));
}

// LLVM's tuning of many CPUs prefers half of the width that they have.
void prefer_widest_vectors(llvm::Module& module, llvm::TargetMachine const& machine) {
    if (!machine.getTargetTriple().isX86()) return;
    auto const& info = *machine.getMCSubtargetInfo();
    char const* const bits = info.checkFeatures("+avx512vl") ? "512"
                             : info.checkFeatures("+avx")    ? "256"
                                                             : "128";
    for (auto& function : module)
        if (!function.isDeclaration()) function.addFnAttr("prefer-vector-width", bits);
}

llvm::FunctionPassManager simplification() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(
        llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true));
    return passes;
}

llvm::FunctionPassManager vectorization() {
    llvm::LoopPassManager loops;
    loops.addPass(llvm::LoopRotatePass());
    loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), true));
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::IndVarSimplifyPass()));
    passes.addPass(llvm::LoopVectorizePass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::SLPVectorizerPass());
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(
        llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true));
    return passes;
}

llvm::FunctionPassManager clean_up() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopStrengthReducePass()));
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    return passes;
}

struct analyses {
    llvm::LoopAnalysisManager loop;
    llvm::FunctionAnalysisManager function;
    llvm::CGSCCAnalysisManager component;
    llvm::ModuleAnalysisManager module;

    explicit analyses(llvm::PassBuilder& builder) {
        builder.registerModuleAnalyses(module);
        builder.registerCGSCCAnalyses(component);
        builder.registerFunctionAnalyses(function);
        builder.registerLoopAnalyses(loop);
        builder.crossRegisterProxies(loop, function, component, module);
    }
};

/// What is written to be part of its callers becomes part of them, and goes.
void join(llvm::Module& module, analyses& known) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass());
    passes.addPass(llvm::GlobalDCEPass());
    passes.run(module, known.module);
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
    prefer_widest_vectors(module, machine);
    llvm::PassBuilder builder(&machine);
    analyses known(builder);
    join(module, known);
    auto simplify = simplification(), vectorize = vectorization(), finish = clean_up();
    for (auto& function : module) {
        if (function.isDeclaration()) continue;
        simplify.run(function, known.function);
        if (function.hasFnAttribute(vectorize_attribute)) vectorize.run(function, known.function);
        finish.run(function, known.function);
    }
}

void check(llvm::Module const& module) {
    std::string why;
    llvm::raw_string_ostream text(why);
    if (llvm::verifyModule(module, &text))
        throw error("[tenon/L3] the code generated for \"" + module.getModuleIdentifier() +
                    "\" is not valid, which is a defect of Tenon; please report it: " + why);
}

/// A valid module for this target, and the machine that it is for.
std::unique_ptr<llvm::TargetMachine> prepare(llvm::Module& module, target const& t) {
    auto machine = target_machine(t);
    module.setTargetTriple(t.triple.view());
    module.setDataLayout(machine->createDataLayout());
    check(module);
    return machine;
}

template <class Stream>
void emit(llvm::Module& module, target const& t, llvm::CodeGenFileType kind, Stream& out) {
    auto const machine = prepare(module, t);
    optimize(module, *machine);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, out, nullptr, kind))
        throw error("[tenon/L1] target \"" + std::string(t.triple.view()) +
                    "\" cannot emit this kind of file");
    passes.run(module);
}

} // namespace

void optimize(llvm::Module& module, target const& t) {
    auto const machine = prepare(module, t);
    optimize(module, *machine);
}

object to_object(llvm::Module& module, target const& t) {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream out(bytes);
    emit(module, t, llvm::CodeGenFileType::ObjectFile, out);
    return {bytes.begin(), bytes.end()};
}

namespace {

object part_to_object(llvm::StringRef bitcode, part const& mine, bool is_first, target const& t) {
    llvm::LLVMContext context;
    auto module = llvm::cantFail(llvm::getLazyBitcodeModule({bitcode, "part"}, context));
    keep(*module, mine, is_first);
    return to_object(*module, t);
}

} // namespace

std::vector<object> to_objects(llvm::Module& module, target const& t) {
    {
        auto const machine = prepare(module, t);
        llvm::PassBuilder builder(machine.get());
        analyses known(builder);
        join(module, known);
    }
    auto const parts = cut(module);
    if (parts.size() == 1) return {to_object(module, t)};
    publish(module);
    llvm::SmallVector<char, 0> bitcode;
    llvm::raw_svector_ostream out(bitcode);
    llvm::WriteBitcodeToFile(module, out);
    std::vector<object> objects(parts.size());
    on_threads(parts.size(), parts.size(),
               [&](std::size_t i) { objects[i] = part_to_object(out.str(), parts[i], i == 0, t); });
    return objects;
}

std::string to_assembly(llvm::Module& module, target const& t) {
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream out(text);
    emit(module, t, llvm::CodeGenFileType::AssemblyFile, out);
    return text.str().str();
}

} // namespace tenon::llvm_to_so

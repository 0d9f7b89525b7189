// Finds targets and their features through LLVM.
#include "target.hpp"

#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace tenon {
namespace {

[[noreturn]] void refuse(core::text const& why) {
    throw std::invalid_argument("[tenon/L1] " + std::string(why.view()));
}

llvm::Target const& find_target(std::string_view triple) {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeAllTargetInfos();
        llvm::InitializeAllTargets();
        llvm::InitializeAllTargetMCs();
    });
    std::string why;
    if (auto const* found = llvm::TargetRegistry::lookupTarget(triple, why)) return *found;
    refuse(core::text("target \"") + triple +
           "\" is not known; expected an LLVM triple such as \"x86_64-unknown-linux-gnu\" or "
           "\"aarch64-unknown-linux-gnu\"");
}

std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target const& t) {
    return std::unique_ptr<llvm::MCSubtargetInfo>(find_target(t.triple).createMCSubtargetInfo(
        t.triple.view(), t.cpu.view(), t.features.view()));
}

std::string join(std::vector<std::string> features) {
    std::sort(features.begin(), features.end());
    std::string all;
    for (auto const& feature : features) all += (all.empty() ? "" : ",") + feature;
    return all;
}

// The highest x86-64 level whose every feature is there, so that the name assumes nothing.
std::string level_of(llvm::StringMap<bool> const& has) {
    auto const all = [&](std::initializer_list<char const*> names) {
        return std::all_of(names.begin(), names.end(), [&](auto name) { return has.lookup(name); });
    };
    if (!all({"cx16", "sahf", "popcnt", "sse4.1", "sse4.2", "ssse3"})) return "x86-64";
    if (!all({"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}))
        return "x86-64-v2";
    if (!all({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"})) return "x86-64-v3";
    return "x86-64-v4";
}

std::size_t cache_bytes(int level) {
    auto const size = sysconf(level);
    return size > 0 ? static_cast<std::size_t>(size) : 0;
}

bool is_hosts_architecture(core::text const& triple) {
    llvm::Triple const host(llvm::sys::getDefaultTargetTriple());
    return llvm::Triple(triple.view()).getArch() == host.getArch();
}

void check(target const& t) {
    auto const info = subtarget({t.triple, "", "", 0, 0});
    if (!t.cpu.empty() && !info->isCPUStringValid(t.cpu.view()))
        refuse(core::text("CPU \"") + t.cpu + "\" is not known for target \"" + t.triple +
               "\"; expected a name that LLVM knows, or \"native\"");
    auto const known = info->getAllProcessorFeatures();
    llvm::SubtargetFeatures const asked(t.features.view());
    for (auto const& feature : asked.getFeatures()) {
        auto const name = llvm::SubtargetFeatures::StripFlag(feature);
        if (!llvm::SubtargetFeatures::hasFlag(feature) ||
            std::none_of(known.begin(), known.end(), [&](auto const& k) { return name == k.Key; }))
            refuse(core::text("CPU feature \"") + feature + "\" is not known for target \"" +
                   t.triple + "\"; expected \"+name\" or \"-name\" as LLVM spells it");
    }
}

} // namespace

target target::host() {
    target t;
    t.triple = llvm::sys::getDefaultTargetTriple();
    auto const has = llvm::sys::getHostCPUFeatures();
    auto const known = subtarget(t)->getAllProcessorFeatures();
    std::vector<std::string> features;
    for (auto const& feature : known) {
        auto const found = has.find(feature.Key);
        if (found != has.end())
            features.push_back((found->second ? "+" : "-") + std::string(feature.Key));
    }
    t.features = join(std::move(features));
    bool const x86 = llvm::Triple(t.triple.view()).getArch() == llvm::Triple::x86_64;
    t.cpu = x86 ? level_of(has) : std::string("generic");
    t.l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE);
    t.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE);
    return t;
}

target target::parse(std::string_view triple, std::string_view cpu, std::string_view features) {
    target t;
    t.triple = triple.empty() ? llvm::sys::getDefaultTargetTriple()
                              : llvm::Triple::normalize(llvm::StringRef(triple));
    find_target(t.triple);
    bool const native = cpu == "native" || (cpu.empty() && triple.empty());
    if (native && !is_hosts_architecture(t.triple))
        refuse(core::text("CPU \"native\" is not of target \"") + t.triple +
               "\"; expected the name of a CPU of that target");
    if (native) {
        auto const triple_ = t.triple;
        t = host();
        t.triple = triple_;
    } else {
        bool const x86 = llvm::Triple(t.triple.view()).getArch() == llvm::Triple::x86_64;
        t.cpu = cpu.empty() ? (x86 ? "x86-64" : "generic") : std::string(cpu);
    }
    if (!features.empty()) t.features += (t.features.empty() ? "" : ",") + std::string(features);
    check(t);
    return t;
}

namespace loop_to_llvm {
namespace {

void describe_x86(machine& m, llvm::MCSubtargetInfo const& info) {
    bool const avx512 = info.checkFeatures("+avx512f") && info.checkFeatures("+avx512vl") &&
                        info.checkFeatures("+avx512bw") && info.checkFeatures("+avx512dq");
    bool const avx = info.checkFeatures("+avx2");
    m.vector_bits = avx512 ? 512 : avx ? 256 : 128;
    m.vector_registers = avx512 ? 32 : 16;
    m.masks = avx512;
    m.fma = info.checkFeatures("+fma") || avx512;
    m.half_conversion = info.checkFeatures("+f16c") || avx512;
    bool const dot = info.checkFeatures(avx512 ? "+avx512vnni" : "+avxvnni");
    m.byte_group = dot && avx ? 4 : 2;
    m.l1_bytes = avx512 ? 48 << 10 : 32 << 10;
    m.l2_bytes = avx512 ? 1 << 20 : 256 << 10;
}

} // namespace

machine describe(target const& t) {
    machine m;
    llvm::Triple const triple(t.triple.view());
    auto const info = subtarget(t);
    if (triple.isX86()) describe_x86(m, *info);
    if (triple.isAArch64()) {
        m.vector_registers = 32;
        m.fma = m.half_conversion = true;
    }
    if (t.l1_bytes) m.l1_bytes = t.l1_bytes;
    if (t.l2_bytes) m.l2_bytes = t.l2_bytes;
    return m;
}

void set_target(llvm::Module& module, target const& t) {
    std::unique_ptr<llvm::TargetMachine> const machine(
        find_target(t.triple).createTargetMachine(t.triple.view(), t.cpu.view(), t.features.view(),
                                                  llvm::TargetOptions(), llvm::Reloc::PIC_));
    module.setTargetTriple(t.triple.view());
    module.setDataLayout(machine->createDataLayout());
}

} // namespace loop_to_llvm
} // namespace tenon

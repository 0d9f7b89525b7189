// Speed of generated contractions, each beside the machine's peak at that moment: neighbours on a
// shared machine halve it now and then, so a sample counts only if the peak around it is what it
// should be.
#include "loop_to_llvm/contraction.hpp"

#include "llvm_to_so/to_object.hpp"
#include "loop_to_llvm/pack.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

using namespace tenon;
using namespace tenon::loop_to_llvm;
using core::dtype;

namespace {

constexpr double steady = 0.93; // the peaks before and after a sample that counts

using clock_type = std::chrono::steady_clock;
double seconds(clock_type::duration d) { return std::chrono::duration<double>(d).count(); }

// Pixels of an image with a border; a matrix product is a convolution of one row of pixels.
struct layer {
    char const* name;
    std::int64_t high, wide, channels, kernel, stride, filters;
    bool rows_known = true;
    std::int64_t taps() const { return kernel * kernel * channels; }
    std::int64_t input_wide() const { return (wide - 1) * stride + kernel; }
    std::int64_t input_high() const { return (high - 1) * stride + kernel; }
    double flops() const { return 2.0 * double(high * wide * taps() * filters); }
};

constexpr layer layers[]{
    {"matrix 128x768x768", 1, 128, 768, 1, 1, 768},
    {"matrix 128x768x3072", 1, 128, 768, 1, 1, 3072},
    {"matrix 128x3072x768", 1, 128, 3072, 1, 1, 768},
    {"matrix 128x1536x768", 1, 128, 1536, 1, 1, 768},
    {"matrix 128x384x1536", 1, 128, 384, 1, 1, 1536},
    {"matrix 128x384x1536, rows unknown", 1, 128, 384, 1, 1, 1536, false},
    {"matrix 1024x1024x1024", 1, 1024, 1024, 1, 1, 1024},
    {"matrix 7x768x768", 1, 7, 768, 1, 1, 768},
    {"matrix 16x384x384", 1, 16, 384, 1, 1, 384},
    {"matrix 1x512x1000", 1, 1, 512, 1, 1, 1000},
    {"matrix 1x2048x1000", 1, 1, 2048, 1, 1, 1000},
    {"conv 3x3 64 56x56", 56, 56, 64, 3, 1, 64},
    {"conv 3x3 128 28x28", 28, 28, 128, 3, 1, 128},
    {"conv 3x3 256 14x14", 14, 14, 256, 3, 1, 256},
    {"conv 3x3 512 7x7", 7, 7, 512, 3, 1, 512},
    {"conv 3x3/2 128 28x28", 28, 28, 128, 3, 2, 128},
    {"conv 1x1 256>64 56x56", 1, 3136, 256, 1, 1, 64},
    {"conv 1x1 64>256 56x56", 1, 3136, 64, 1, 1, 256},
    {"conv 1x1 1024>256 14x14", 1, 196, 1024, 1, 1, 256},
    {"conv 1x1 2048>512 7x7", 1, 49, 2048, 1, 1, 512},
    {"conv 7x7/2 3>64 112x112", 112, 112, 3, 7, 2, 64},
    {"conv 1x1 24>144 56x56", 1, 3136, 24, 1, 1, 144},
    {"conv 1x1 144>24 56x56", 1, 3136, 144, 1, 1, 24},
};

values numbers(builder& b, std::initializer_list<std::int64_t> all) {
    values result;
    for (auto n : all) result.push_back(b.getInt64(static_cast<std::uint64_t>(n)));
    return result;
}

epilogue plain_store(llvm::Value* to, layer const& l) {
    epilogue e;
    e.captured = {to};
    auto const columns = static_cast<std::uint64_t>(l.filters),
               wide = static_cast<std::uint64_t>(l.wide);
    e.store = [=](builder& in, auto captured, place const& at, llvm::Value* sum, auto) {
        auto* const pixel = in.CreateAdd(in.CreateMul(at.row[0], in.getInt64(wide)), at.row[1]);
        auto* const offset = in.CreateAdd(in.CreateMul(pixel, in.getInt64(columns)), at.column);
        auto* const address = in.CreateGEP(in.getFloatTy(), captured[0], offset);
        if (at.mask)
            in.CreateMaskedStore(sum, address, llvm::Align(4), at.mask);
        else
            in.CreateAlignedStore(sum, address, llvm::Align(4));
    };
    return e;
}

contraction describe_layer(builder& b, llvm::Function& f, layer const& l) {
    contraction c;
    c.row = numbers(b, {l.high, l.wide});
    if (!l.rows_known) c.row[1] = f.getArg(3);
    c.reduce = numbers(b, {l.kernel, l.kernel * l.channels});
    c.column = b.getInt64(static_cast<std::uint64_t>(l.filters));
    c.a.base = f.getArg(0);
    c.a.row = numbers(b, {l.stride * l.input_wide() * l.channels, l.stride * l.channels});
    c.a.reduce = numbers(b, {l.input_wide() * l.channels, 1});
    c.b.base = f.getArg(1);
    c.b.packed = true;
    c.after = plain_store(f.getArg(2), l);
    return c;
}

// Independent multiply-adds and nothing else: probe(rounds).
void add_probe(llvm::Module& module, machine const& m) {
    builder b(module.getContext());
    auto* const vector = llvm::FixedVectorType::get(b.getFloatTy(), m.lanes(32));
    auto* const f = llvm::Function::Create(
        llvm::FunctionType::get(b.getFloatTy(), {b.getInt64Ty(), b.getFloatTy()}, false),
        llvm::Function::ExternalLinkage, "probe", module);
    auto* const entry = llvm::BasicBlock::Create(module.getContext(), "entry", f);
    auto* const loop = llvm::BasicBlock::Create(module.getContext(), "loop", f);
    auto* const done = llvm::BasicBlock::Create(module.getContext(), "done", f);
    b.SetInsertPoint(entry);
    auto* const x = b.CreateVectorSplat(m.lanes(32), f->getArg(1));
    b.CreateBr(loop);
    b.SetInsertPoint(loop);
    auto* const i = b.CreatePHI(b.getInt64Ty(), 2);
    std::vector<llvm::PHINode*> sums(12);
    for (auto& s : sums) s = b.CreatePHI(vector, 2);
    values next;
    for (auto* s : sums)
        next.push_back(b.CreateIntrinsic(llvm::Intrinsic::fmuladd, {vector}, {s, x, x}));
    auto* const following = b.CreateAdd(i, b.getInt64(1));
    b.CreateCondBr(b.CreateICmpULT(following, f->getArg(0)), loop, done);
    i->addIncoming(b.getInt64(0), entry);
    i->addIncoming(following, loop);
    for (std::size_t s = 0; s < sums.size(); ++s) {
        sums[s]->addIncoming(x, entry);
        sums[s]->addIncoming(next[s], loop);
    }
    b.SetInsertPoint(done);
    auto* total = next[0];
    for (std::size_t s = 1; s < next.size(); ++s) total = b.CreateFAdd(total, next[s]);
    b.CreateRet(b.CreateExtractElement(total, std::uint64_t(0)));
}

void add_layer(llvm::Module& module, contractions& all, layer const& l, std::size_t index) {
    builder b(module.getContext());
    auto* const pointer = b.getPtrTy();
    auto* const f = llvm::Function::Create(
        llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer, b.getInt64Ty()}, false),
        llvm::Function::ExternalLinkage, "layer" + std::to_string(index), module);
    b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", f));
    auto const c = describe_layer(b, *f, l);
    all.emit(b, c, b.getInt64(0), all.tasks(b, c));
    b.CreateRetVoid();
}

void* load(llvm::Module& module, target const& t, std::vector<std::string> const& names) {
    auto path = (std::filesystem::temp_directory_path() / "tenon-bench-XXXXXX").string();
    ::close(::mkstemp(path.data()));
    llvm_to_so::link(path, {{llvm_to_so::to_object(module, t)}, {}, names});
    auto* const library = ::dlopen(path.c_str(), RTLD_NOW);
    std::filesystem::remove(path);
    if (!library) throw std::runtime_error(::dlerror());
    return library;
}

struct buffer {
    explicit buffer(std::int64_t count)
        : data(static_cast<float*>(
              std::aligned_alloc(64, (static_cast<std::size_t>(count) * 4 + 127) / 64 * 64))) {
        for (std::int64_t i = 0; i < count; ++i) data[i] = float(i % 17) * 0.125f - 1;
    }
    ~buffer() { std::free(data); }
    buffer(buffer const&) = delete;
    buffer& operator=(buffer const&) = delete;
    float* data;
};

class probe {
public:
    probe(void* library, machine const& m)
        : f_(reinterpret_cast<float (*)(std::int64_t, float)>(::dlsym(library, "probe"))),
          flops_(24.0 * m.lanes(32)) {}
    double operator()() const {
        auto const start = clock_type::now();
        sink_ = f_(rounds, 0.5f);
        return flops_ * rounds / seconds(clock_type::now() - start);
    }

private:
    static constexpr std::int64_t rounds = 15000;
    float (*f_)(std::int64_t, float);
    double flops_;
    static inline volatile float sink_;
};

double median(std::vector<double>& all) {
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

void measure(layer const& l, std::size_t index, void* library, probe const& peak_now) {
    auto const f = reinterpret_cast<void (*)(float*, float*, float*, std::int64_t)>(
        ::dlsym(library, ("layer" + std::to_string(index)).c_str()));
    buffer const a(l.input_high() * l.input_wide() * l.channels + 64),
        c(l.high * l.wide * l.filters);
    buffer const b((l.filters + 63) * l.taps());
    auto const once = [&] { f(a.data, b.data, c.data, l.wide); };
    auto const start = clock_type::now();
    once();
    auto const repeat = std::max(1, static_cast<int>(3e-4 / seconds(clock_type::now() - start)));
    std::vector<double> speeds, shares;
    int tried = 0;
    for (; tried < 2000 && speeds.size() < 60; ++tried) {
        auto const before = peak_now();
        auto const begin = clock_type::now();
        for (int i = 0; i < repeat; ++i) once();
        auto const speed = l.flops() * repeat / seconds(clock_type::now() - begin);
        auto const after = peak_now();
        if (std::min(before, after) < steady * std::max(before, after)) continue;
        speeds.push_back(speed * 1e-9);
        shares.push_back(speed / std::max(before, after) * 100);
    }
    if (speeds.size() < 10) return void(std::printf("%-36s inconclusive\n", l.name));
    auto const middle = median(speeds), share = median(shares);
    std::printf(
        "%-36s %7.1f GFLOP/s, best %6.1f; %5.1f %% of peak, best %5.1f (%zu of %d samples)\n",
        l.name, middle, speeds.back(), share, shares.back(), speeds.size(), tried);
}

} // namespace

// bench_contraction [FEATURES]: on top of the host's, as LLVM spells them (-avx512f)
int main(int, char** arguments) {
    auto const t = arguments[1] ? target::parse("", "", arguments[1]) : target::host();
    auto const m = describe(t);
    llvm::LLVMContext context;
    llvm::Module module("bench", context);
    set_target(module, t);
    contractions all(module, m);
    std::vector<std::string> names{"probe"};
    add_probe(module, m);
    for (std::size_t i = 0; i < std::size(layers); ++i) {
        add_layer(module, all, layers[i], i);
        names.push_back("layer" + std::to_string(i));
    }
    auto const start = clock_type::now();
    auto* const library = load(module, t, names);
    std::printf("%zu functions compiled in %.2f s\n", module.size(),
                seconds(clock_type::now() - start));
    probe const peak_now(library, m);
    for (std::size_t i = 0; i < std::size(layers); ++i) measure(layers[i], i, library, peak_now);
}

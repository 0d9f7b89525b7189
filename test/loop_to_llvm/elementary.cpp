// How far the elementary functions are from the truth, on every 61st float.
#include "loop_to_llvm/elementary.hpp"

#include <tenon/core/target.hpp>
#include <tenon/llvm_to_so/link.hpp>

#include "llvm_to_so/to_object.hpp"
#include "loop_to_llvm/target.hpp"

#include <doctest/doctest.h>
#include <llvm/IR/Module.h>

#include <bit>
#include <cmath>
#include <dlfcn.h>
#include <filesystem>
#include <limits>
#include <unistd.h>
#include <vector>

using namespace tenon;
using function = void (*)(float const*, float*, std::int64_t);

namespace {

constexpr unsigned lanes = 8;

/// y[i] = f(x[i]) for i < n, a multiple of `lanes`.
void write(llvm::Module& module, char const* name,
           llvm::Value* (*f)(llvm::IRBuilder<>&, llvm::Value*)) {
    auto& context = module.getContext();
    auto* const pointer = llvm::PointerType::getUnqual(context);
    auto* const i64 = llvm::Type::getInt64Ty(context);
    auto* const made = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, i64}, false),
        llvm::GlobalValue::ExternalLinkage, name, module);
    auto* const before = llvm::BasicBlock::Create(context, "", made);
    auto* const loop = llvm::BasicBlock::Create(context, "loop", made);
    auto* const after = llvm::BasicBlock::Create(context, "after", made);
    llvm::IRBuilder<> b(before);
    llvm::FastMathFlags flags; // as kernels have them
    flags.setAllowContract();
    b.setFastMathFlags(flags);
    b.CreateBr(loop);
    b.SetInsertPoint(loop);
    auto* const i = b.CreatePHI(i64, 2);
    auto* const many = llvm::FixedVectorType::get(b.getFloatTy(), lanes);
    auto* const x =
        b.CreateAlignedLoad(many, b.CreateGEP(b.getFloatTy(), made->getArg(0), i), llvm::Align(4));
    b.CreateAlignedStore(f(b, x), b.CreateGEP(b.getFloatTy(), made->getArg(1), i), llvm::Align(4));
    auto* const next = b.CreateAdd(i, b.getInt64(lanes));
    i->addIncoming(b.getInt64(0), before);
    i->addIncoming(next, loop);
    b.CreateCondBr(b.CreateICmpSLT(next, made->getArg(2)), loop, after);
    b.SetInsertPoint(after);
    b.CreateRetVoid();
}

constexpr float divisors[] = {6, 3, -10, 255, 0.75f};

template <std::size_t Number> llvm::Value* divided(llvm::IRBuilder<>& b, llvm::Value* x) {
    auto* const quotient =
        loop_to_llvm::divide_f32(b, x, llvm::ConstantFP::get(x->getType(), divisors[Number]));
    REQUIRE(quotient != nullptr);
    return quotient;
}

bool has_fma() { return loop_to_llvm::describe(target::host()).fma; }

class library {
public:
    library()
        : path_(std::filesystem::temp_directory_path() /
                ("tenon_elementary_" + std::to_string(getpid()) + ".so")) {
        llvm::LLVMContext context;
        llvm::Module module("elementary", context);
        write(module, "exp_", loop_to_llvm::exp_f32);
        write(module, "log_", loop_to_llvm::log_f32);
        write(module, "tanh_", loop_to_llvm::tanh_f32);
        write(module, "erf_", loop_to_llvm::erf_f32);
        llvm_to_so::link_job job;
        job.exports = {"exp_", "log_", "tanh_", "erf_"};
        if (has_fma()) {
            write(module, "by_0", divided<0>);
            write(module, "by_1", divided<1>);
            write(module, "by_2", divided<2>);
            write(module, "by_3", divided<3>);
            write(module, "by_4", divided<4>);
            job.exports.insert(job.exports.end(), {"by_0", "by_1", "by_2", "by_3", "by_4"});
        }
        job.objects.push_back(llvm_to_so::to_object(module, target::host()));
        llvm_to_so::link(path_, job);
        handle_ = dlopen(path_.c_str(), RTLD_NOW);
        REQUIRE(handle_ != nullptr);
    }
    ~library() {
        dlclose(handle_);
        std::filesystem::remove(path_);
    }
    function operator[](char const* name) const {
        return reinterpret_cast<function>(dlsym(handle_, name));
    }

private:
    std::filesystem::path path_;
    void* handle_ = nullptr;
};

/// How many floats become another one than by a division, or where the quotient is tiny, one that
/// is no neighbour of that either.
int wrong_quotients(function f, float by) {
    std::vector<float> x, y;
    int wrong = 0;
    for (std::uint64_t word = 0; word < (1ull << 32);) {
        x.clear();
        for (; x.size() != 1 << 16; word += 251)
            x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
        y.assign(x.size(), 7.0f);
        f(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
        for (std::size_t i = 0; i != x.size(); ++i) {
            float const right = x[i] / by;
            bool const is_tiny = right != 0 && std::fabs(right) < 0x1p-110f;
            bool const same = std::isnan(right) ? std::isnan(y[i])
                                                : std::bit_cast<std::uint32_t>(y[i]) ==
                                                      std::bit_cast<std::uint32_t>(right);
            bool const near =
                y[i] >= std::nextafter(right, -1.0f) && y[i] <= std::nextafter(right, 1.0f);
            wrong += is_tiny ? !near : !same;
        }
    }
    return wrong;
}

/// The error in units of the last place of the true result.
double error_in_ulp(float got, double truth) {
    auto const rounded = static_cast<float>(truth);
    if (std::isnan(truth) || std::isinf(rounded))
        return std::isnan(truth)
                   ? !std::isnan(got)
                   : got != rounded && std::isfinite(got) && std::fabs(got) < 3.4028e38f;
    int exponent = 0;
    std::frexp(truth, &exponent);
    double const ulp = std::ldexp(1.0, std::max(exponent, -125) - 24);
    return std::fabs(static_cast<double>(got) - truth) / ulp;
}

double worst(function f, double (*truth)(double)) {
    std::vector<float> x, y;
    double most = 0;
    for (std::uint64_t word = 0; word < (1ull << 32);) {
        x.clear();
        for (; x.size() != 1 << 16; word += 61)
            x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
        y.assign(x.size(), 7.0f);
        f(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
        for (std::size_t i = 0; i != x.size(); ++i) {
            auto const off = error_in_ulp(y[i], truth(static_cast<double>(x[i])));
            if (!(off <= most)) most = off;
        }
    }
    return most;
}

} // namespace

TEST_CASE("elementary functions keep the bounds that their header gives") {
    library const compiled;
    CHECK(worst(compiled["exp_"], std::exp) <= 1.5);
    CHECK(worst(compiled["log_"], std::log) <= 1.5);
    CHECK(worst(compiled["tanh_"], std::tanh) <= 3);
    CHECK(worst(compiled["erf_"], std::erf) <= 3);
}

TEST_CASE("elementary functions of what is not finite, and of zeros") {
    library const compiled;
    float const inf = std::numeric_limits<float>::infinity(),
                nan = std::numeric_limits<float>::quiet_NaN();
    float const x[lanes]{inf, -inf, nan, 0.0f, -0.0f, -1.0f, 1e-45f, 3.4e38f};
    float y[lanes];
    compiled["exp_"](x, y, lanes);
    CHECK(y[0] == inf);
    CHECK(y[1] == 0);
    CHECK(std::isnan(y[2]));
    CHECK(y[3] == 1);
    CHECK(y[7] == inf);
    compiled["log_"](x, y, lanes);
    CHECK(y[0] == inf);
    CHECK(std::isnan(y[1]));
    CHECK(std::isnan(y[2]));
    CHECK(y[3] == -inf);
    CHECK(y[4] == -inf);
    CHECK(std::isnan(y[5]));
    for (auto const* name : {"tanh_", "erf_"}) {
        compiled[name](x, y, lanes);
        CHECK(y[0] == 1);
        CHECK(y[1] == -1);
        CHECK(std::isnan(y[2]));
        CHECK((y[3] == 0 && !std::signbit(y[3])));
        CHECK((y[4] == 0 && std::signbit(y[4])));
    }
}

TEST_CASE("divided by a constant") {
    if (!has_fma()) return;
    library const compiled;
    for (std::size_t i = 0; i != std::size(divisors); ++i) {
        CAPTURE(divisors[i]);
        auto const name = "by_" + std::to_string(i);
        CHECK(wrong_quotients(compiled[name.c_str()], divisors[i]) == 0);
    }
}

TEST_CASE("divisors that a reciprocal does not serve") {
    llvm::LLVMContext context;
    llvm::Module module("division", context);
    auto* const type = llvm::Type::getFloatTy(context);
    auto* const f = llvm::Function::Create(llvm::FunctionType::get(type, {type, type}, false),
                                           llvm::GlobalValue::ExternalLinkage, "f", module);
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", f));
    for (float by : {0.0f, 4.0f, 0.1f, 1e30f, std::numeric_limits<float>::infinity(),
                     std::numeric_limits<float>::quiet_NaN()})
        CHECK(loop_to_llvm::divide_f32(b, f->getArg(0), llvm::ConstantFP::get(type, by)) ==
              nullptr);
    CHECK(loop_to_llvm::divide_f32(b, f->getArg(0), f->getArg(1)) == nullptr);
}

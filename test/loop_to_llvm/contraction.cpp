#include "loop_to_llvm/contraction.hpp"

#include "llvm_to_so/to_object.hpp"
#include "loop_to_llvm/pack.hpp"

#include <doctest/doctest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <unistd.h>

using namespace tenon;
using namespace tenon::loop_to_llvm;
using core::dtype;

namespace {

// A number of the problem, which the generated code may or may not know.
struct number {
    std::int64_t value;
    bool is_known = true;
    number(std::int64_t v) : value(v) {}
    number(std::int64_t v, bool k) : value(v), is_known(k) {}
};
number unknown(std::int64_t v) { return {v, false}; }
using numbers = std::vector<number>;

struct problem {
    numbers batch, row, reduce;
    number column = 1;
    numbers a_batch, a_row, a_reduce;
    numbers b_batch, b_reduce;
    number b_column = 1;
    numbers c_batch, c_row;
    dtype a = dtype::f32, b = dtype::f32, sum = dtype::f32;
    enum { in_place, packed_before, packed_at_run_time } way = packed_before;
    bool is_long = false;
    bool is_bytes = false;
    target machine_ = target::host();
    unsigned byte_group = 0; // if not 0: instead of the machine's own

    machine describe_machine() const {
        auto m = describe(machine_);
        if (byte_group != 0) m.byte_group = byte_group;
        return m;
    }
};

// C = A[m, k] * B[k, n], all dense.
problem matrices(number m, number n, number k) {
    problem p;
    p.row = {m};
    p.reduce = {k};
    p.column = n;
    p.a_row = {k};
    p.a_reduce = {1};
    p.b_reduce = {n};
    p.c_row = {n};
    return p;
}

std::int64_t reach(numbers const& extents, numbers const& strides) {
    std::int64_t last = 0;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        if (extents[i].value == 0) return 0;
        last += (extents[i].value - 1) * strides[i].value;
    }
    return last;
}

numbers join(numbers x, numbers const& y, numbers const& z = {}) {
    x.insert(x.end(), y.begin(), y.end());
    x.insert(x.end(), z.begin(), z.end());
    return x;
}

// Calls f(indices) for each point of the space.
void each(numbers const& extents, std::function<void(std::vector<std::int64_t> const&)> const& f) {
    std::vector<std::int64_t> at(extents.size());
    for (auto const& e : extents)
        if (e.value == 0) return;
    for (;;) {
        f(at);
        std::size_t d = at.size();
        while (d > 0 && ++at[d - 1] == extents[d - 1].value) at[--d] = 0;
        if (d == 0) return;
    }
}

std::int64_t dot(std::vector<std::int64_t> const& at, std::size_t first, numbers const& strides) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < strides.size(); ++i) sum += at[first + i] * strides[i].value;
    return sum;
}

// Elements as they are stored, with the value that each stands for.
struct memory {
    std::vector<std::byte> bytes;
    std::vector<double> value;
    std::byte* at = nullptr; // 64-byte aligned

    memory(dtype t, std::int64_t count, unsigned seed) {
        auto const size = static_cast<std::size_t>(core::bits(t)) / 8;
        bytes.resize(static_cast<std::size_t>(count) * size + 128);
        auto const address = reinterpret_cast<std::uintptr_t>(bytes.data());
        at = bytes.data() + (64 - address % 64) % 64;
        for (std::int64_t i = 0; i < count; ++i) {
            seed = seed * 1664525u + 1013904223u;
            int const n = static_cast<int>(seed >> 24) - (core::is_unsigned(t) ? 0 : 128);
            value.push_back(core::is_float(t) ? n / 64.0 : n);
            write(t, at + static_cast<std::size_t>(i) * size, value.back());
        }
    }

    static void write(dtype t, std::byte* to, double v) {
        auto const put = [&](auto x) { std::memcpy(to, &x, sizeof x); };
        switch (t) {
        case dtype::f64: return put(v);
        case dtype::f32: return put(static_cast<float>(v));
        case dtype::f16: return put(static_cast<_Float16>(static_cast<float>(v)));
        case dtype::bf16: {
            auto const wide = static_cast<float>(v);
            std::uint32_t as_bits;
            std::memcpy(&as_bits, &wide, 4);
            return put(static_cast<std::uint16_t>(as_bits >> 16));
        }
        case dtype::i8: return put(static_cast<std::int8_t>(v));
        case dtype::u8: return put(static_cast<std::uint8_t>(v));
        case dtype::i16: return put(static_cast<std::int16_t>(v));
        case dtype::i32: return put(static_cast<std::int32_t>(v));
        case dtype::i64: return put(static_cast<std::int64_t>(v));
        default: FAIL("no such storage in these tests");
        }
    }
};

double read(dtype t, std::byte const* from) {
    auto const get = [&](auto x) {
        std::memcpy(&x, from, sizeof x);
        return static_cast<double>(x);
    };
    switch (t) {
    case dtype::f64: return get(double());
    case dtype::f32: return get(float());
    case dtype::i64: return get(std::int64_t());
    default: return get(std::int32_t());
    }
}

llvm::Type* type_of(llvm::LLVMContext& context, dtype t) {
    if (t == dtype::f32) return llvm::Type::getFloatTy(context);
    if (t == dtype::f64) return llvm::Type::getDoubleTy(context);
    return llvm::Type::getIntNTy(context, static_cast<unsigned>(core::bits(t)));
}

// The problem as code: prepare(a, b, packed, c, bias, numbers, first, last) and run(...) with the
// same parameters, and how many tasks each has.
class generated {
public:
    explicit generated(problem const& p) : p_(p), module_("test", context_), b_(context_) {
        set_target(module_, p.machine_);
        contractions all(module_, p.describe_machine());
        define("tasks", [&](contraction& c) { return all.tasks(b_, c); });
        define("run", [&](contraction& c) {
            if (p_.way == problem::packed_at_run_time) c.b = all.packed(b_, c, argument(2));
            all.emit(b_, c, argument(6), argument(7));
            return b_.getInt64(0);
        });
        if (p.way != problem::packed_at_run_time) return;
        define("packed", [&](contraction& c) { return all.packed_elements(b_, c); });
        define("pack_tasks", [&](contraction& c) { return all.pack_tasks(b_, c); });
        define("prepare", [&](contraction& c) {
            all.emit_pack(b_, c, argument(2), argument(6), argument(7));
            return b_.getInt64(0);
        });
    }

    llvm::Module& module() { return module_; }
    std::vector<std::int64_t> const& dynamic() const { return dynamic_; }

private:
    llvm::Value* argument(unsigned i) { return function_->getArg(i); }

    void define(char const* name, std::function<llvm::Value*(contraction&)> const& body) {
        auto* const pointer = b_.getPtrTy();
        auto* const type = llvm::FunctionType::get(b_.getInt64Ty(),
                                                   {pointer, pointer, pointer, pointer, pointer,
                                                    pointer, b_.getInt64Ty(), b_.getInt64Ty()},
                                                   false);
        function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
        b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", function_));
        dynamic_.clear();
        auto c = describe_contraction();
        b_.CreateRet(body(c));
    }

    llvm::Value* value_of(number const& n) {
        if (n.is_known) return b_.getInt64(static_cast<std::uint64_t>(n.value));
        auto* const at = b_.CreateConstGEP1_64(b_.getInt64Ty(), argument(5), dynamic_.size());
        dynamic_.push_back(n.value);
        return b_.CreateLoad(b_.getInt64Ty(), at);
    }
    values values_of(numbers const& all) {
        values result;
        for (auto const& n : all) result.push_back(value_of(n));
        return result;
    }

    contraction describe_contraction() {
        contraction c;
        c.batch = values_of(p_.batch);
        c.row = values_of(p_.row);
        c.reduce = values_of(p_.reduce);
        c.column = value_of(p_.column);
        c.a = {argument(0), p_.a, values_of(p_.a_batch), values_of(p_.a_row),
               values_of(p_.a_reduce)};
        c.b = {argument(1),           p_.b,
               values_of(p_.b_batch), values_of(p_.b_reduce),
               value_of(p_.b_column), p_.way == problem::packed_before};
        c.sum = p_.sum;
        c.is_bytes = p_.is_bytes;
        c.after = add_bias();
        return c;
    }

    // c[...] = sum + bias[column], and of bytes 3 (sum of a) - 5 (sum of b) more
    epilogue add_bias() {
        epilogue e;
        auto const strides = values_of(join(p_.c_batch, p_.c_row));
        e.captured = {argument(3), argument(4)};
        e.captured.insert(e.captured.end(), strides.begin(), strides.end());
        e.is_long = p_.is_long;
        e.key = "bias";
        e.a_sum = e.b_sum = p_.is_bytes;
        auto* const scalar = type_of(context_, p_.sum);
        auto const size = llvm::Align(static_cast<unsigned>(core::bits(p_.sum)) / 8);
        e.of_column = [=, this](builder& b, auto captured, place const& at) -> values {
            auto* const from = b.CreateGEP(scalar, captured[1], at.column);
            auto* const type = llvm::FixedVectorType::get(scalar, lanes());
            llvm::Value* loaded =
                at.mask ? static_cast<llvm::Value*>(b.CreateMaskedLoad(type, from, size, at.mask))
                        : b.CreateAlignedLoad(type, from, size);
            if (at.b_sum) loaded = b.CreateSub(loaded, b.CreateMul(at.b_sum, number_like(at, 5)));
            return {loaded};
        };
        e.store = [=](builder& b, auto captured, place const& at, llvm::Value* sum,
                      auto of_column) {
            values indices = at.batch;
            indices.insert(indices.end(), at.row.begin(), at.row.end());
            if (at.a_sum) sum = b.CreateAdd(sum, b.CreateMul(at.a_sum, number_like(at, 3)));
            llvm::Value* offset = at.column;
            for (std::size_t i = 0; i < indices.size(); ++i)
                offset = b.CreateAdd(offset, b.CreateMul(indices[i], captured[2 + i]));
            auto* const result = scalar->isFloatingPointTy() ? b.CreateFAdd(sum, of_column[0])
                                                             : b.CreateAdd(sum, of_column[0]);
            auto* const to = b.CreateGEP(scalar, captured[0], offset);
            if (at.mask)
                b.CreateMaskedStore(result, to, size, at.mask);
            else
                b.CreateAlignedStore(result, to, size);
        };
        return e;
    }

    static llvm::Value* number_like(place const& at, std::uint64_t n) {
        return llvm::ConstantInt::get(at.b_sum->getType(), n);
    }

    unsigned lanes() const {
        return describe(p_.machine_).lanes(static_cast<unsigned>(core::bits(p_.sum)));
    }

    problem p_;
    llvm::LLVMContext context_;
    llvm::Module module_;
    builder b_;
    llvm::Function* function_ = nullptr;
    std::vector<std::int64_t> dynamic_;
};

using entry = std::int64_t (*)(void const* a, void const* b, void const* packed, void* c,
                               void const* bias, void const* numbers, std::int64_t first,
                               std::int64_t last);

class loaded {
public:
    loaded(llvm::Module& module, target const& t, bool packs) {
        auto path = (std::filesystem::temp_directory_path() / "tenon-contraction-XXXXXX").string();
        ::close(::mkstemp(path.data()));
        llvm_to_so::link_job job{{llvm_to_so::to_object(module, t)}, {}, {"tasks", "run"}};
        if (packs) job.exports.insert(job.exports.end(), {"packed", "pack_tasks", "prepare"});
        llvm_to_so::link(path, job);
        library_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        std::filesystem::remove(path);
        REQUIRE_MESSAGE(library_, ::dlerror());
    }
    ~loaded() { ::dlclose(library_); }
    loaded(loaded const&) = delete;
    loaded& operator=(loaded const&) = delete;
    entry operator[](char const* name) const {
        return reinterpret_cast<entry>(::dlsym(library_, name));
    }

private:
    void* library_;
};

memory pack_before(problem const& p, memory const& b, unsigned panel) {
    auto const group = p.describe_machine().byte_group;

    std::vector<std::int64_t> extents, strides;
    for (auto const& n : p.reduce) extents.push_back(n.value);
    for (auto const& n : p.b_reduce) strides.push_back(n.value);
    auto const size = static_cast<std::size_t>(core::bits(p.b)) / 8;
    strided_matrix const m{b.at, size, extents, strides, p.column.value, p.b_column.value};
    if (p.is_bytes) {
        byte_panels const as{panel, group, extents.empty() ? 1 : extents.back(),
                             core::is_signed(p.b)};
        memory packed(p.b, static_cast<std::int64_t>(packed_bytes(m, as)), 7);
        pack(packed.at, m, as);
        return packed;
    }
    auto const bytes = packed_bytes(m, panel);
    memory packed(p.b, static_cast<std::int64_t>(bytes / size), 7);
    pack(packed.at, m, panel);
    return packed;
}

void check(problem const& p) {
    generated code(p);
    bool const packs = p.way == problem::packed_at_run_time;
    loaded const library(code.module(), p.machine_, packs);
    memory const a(
        p.a, reach(join(p.batch, p.row, p.reduce), join(p.a_batch, p.a_row, p.a_reduce)) + 1, 1);
    memory const b(
        p.b,
        reach(join(p.batch, p.reduce, {p.column}), join(p.b_batch, p.b_reduce, {p.b_column})) + 1,
        2);
    memory const bias(p.sum, p.column.value, 3);
    auto const outputs = reach(join(p.batch, p.row, {p.column}), join(p.c_batch, p.c_row, {1})) + 1;
    memory c(p.sum, outputs, 4);
    auto expected = c.value;
    auto const size = static_cast<std::size_t>(core::bits(p.sum)) / 8;

    llvm::LLVMContext context;
    auto const constant = [&](number n) -> llvm::Value* {
        return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context),
                                      static_cast<std::uint64_t>(n.value));
    };
    values row;
    for (auto const& extent : p.row) row.push_back(extent.is_known ? constant(extent) : nullptr);
    auto const panel = panel_width(describe(p.machine_), p.sum, constant(p.column), row);
    memory packed =
        p.way == problem::packed_before ? pack_before(p, b, panel) : memory(dtype::i8, 0, 0);
    auto const* operand = p.way == problem::packed_before ? packed.at : b.at;
    auto const call = [&](char const* name, std::int64_t first = 0, std::int64_t last = 0) {
        return library[name](a.at, operand, packed.at, c.at, bias.at, code.dynamic().data(), first,
                             last);
    };
    auto const in_parts = [&](char const* work, std::int64_t tasks) {
        for (std::int64_t first = 0, part = 1; first < tasks; first += part, part = part % 5 + 1)
            call(work, first, std::min(tasks, first + part));
    };
    if (packs) {
        packed = memory(p.b, call("packed"), 9);
        in_parts("prepare", call("pack_tasks"));
    }
    auto const tasks = call("tasks");
    in_parts("run", tasks);
    auto const result = c.bytes;
    call("run", 0, tasks);
    CHECK(c.bytes == result); // however the work is spread

    double const more_a = p.is_bytes && core::is_signed(p.a) ? 128 : 0,
                 less_b = p.is_bytes && !core::is_signed(p.b) ? 128 : 0;
    auto const outer = p.batch.size() + p.row.size();
    each(join(p.batch, p.row, {p.column}), [&](auto const& at) {
        double sum = bias.value[static_cast<std::size_t>(at.back())];
        each(p.reduce, [&](auto const& k) {
            auto const i =
                dot(at, 0, p.a_batch) + dot(at, p.batch.size(), p.a_row) + dot(k, 0, p.a_reduce);
            auto const j =
                dot(at, 0, p.b_batch) + dot(k, 0, p.b_reduce) + at.back() * p.b_column.value;
            auto const x = a.value[static_cast<std::size_t>(i)] + more_a,
                       y = b.value[static_cast<std::size_t>(j)] - less_b;
            sum += x * y + (p.is_bytes ? 3 * x - 5 * y : 0);
        });
        auto const to = dot(at, 0, p.c_batch) + dot(at, p.batch.size(), p.c_row) + at[outer];
        expected[static_cast<std::size_t>(to)] = sum;
    });
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        auto const got = read(p.sum, c.at + i * size);
        worst = std::isnan(got)
                    ? INFINITY
                    : std::max(worst, std::abs(got - expected[i]) / (1 + std::abs(expected[i])));
    }
    CHECK(worst <= (p.sum == dtype::f32 ? 1e-5 : 0));
}

// Pixels [h, w] of an image with a border of `halo`, `channels` innermost.
problem convolution(number batch, number h, number w, std::int64_t kernel, std::int64_t stride,
                    std::int64_t channels, std::int64_t filters) {
    problem p;
    auto const high = (h.value - 1) * stride + kernel, wide = (w.value - 1) * stride + kernel;
    p.row = {batch, h, w};
    p.reduce = {kernel, kernel * channels};
    p.column = filters;
    p.a_row = {number(high * wide * channels, h.is_known && w.is_known),
               number(stride * wide * channels, w.is_known), stride * channels};
    p.a_reduce = {number(wide * channels, w.is_known), 1};
    p.b_reduce = {kernel * channels * filters, filters};
    // The result has a border, too.
    p.c_row = {number((h.value + 2) * (w.value + 2) * filters, h.is_known && w.is_known),
               number((w.value + 2) * filters, w.is_known), filters};
    return p;
}

} // namespace

TEST_CASE("matrices of every kind of shape") {
    for (std::int64_t m : {1, 2, 7, 15, 29, 128})
        for (std::int64_t n : {1, 16, 17, 32, 100})
            for (std::int64_t k : {0, 1, 3, 9, 10, 64}) {
                if ((m * 31 + n * 7 + k) % 4 != 0 && m > 2 && n > 1 && k > 1) continue;
                CAPTURE(m);
                CAPTURE(n);
                CAPTURE(k);
                check(matrices(m, n, k));
            }
}

TEST_CASE("few rows take wide panels, which are prefetched as they are read") {
    for (std::int64_t m = 1; m <= 8; ++m)
        for (std::int64_t n : {48, 63, 64, 65, 130, 208}) {
            CAPTURE(m);
            CAPTURE(n);
            auto p = matrices(m, n, 16 + m);
            check(p);
            p.machine_.l2_bytes = 4 << 10;
            check(p);
            p.a = p.b = dtype::f16;
            check(p);
            p.way = problem::packed_at_run_time;
            p.a = p.b = dtype::f32;
            check(p);
        }
}

TEST_CASE("numbers that only the caller knows") {
    for (std::int64_t m : {1, 5, 14, 31}) {
        CAPTURE(m);
        check(matrices(unknown(m), 48, 20));
        for (auto way : {problem::in_place, problem::packed_at_run_time}) {
            auto p = matrices(unknown(m), unknown(33 + m), unknown(m * 3 - 3));
            p.way = way;
            check(p);
        }
    }
    auto empty = matrices(unknown(0), 40, 8);
    check(empty);
}

TEST_CASE("a right operand that lies as it is") {
    for (std::int64_t n : {1, 20, 32, 47, 64}) {
        CAPTURE(n);
        auto p = matrices(17, n, 13);
        p.way = problem::in_place;
        check(p);
    }
}

TEST_CASE("a right operand by its rows is packed on the way") {
    for (std::int64_t k : {1, 16, 21, 40}) {
        CAPTURE(k);
        auto p = matrices(17, 37, k);
        p.b_column = k;
        p.b_reduce = {1};
        check(p);
        p.way = problem::packed_at_run_time;
        check(p);
        p.b_column = unknown(k);
        p.reduce = {unknown(k)};
        p.a_row = {unknown(k)};
        check(p);
    }
}

TEST_CASE("attention: heads interleaved, lengths unknown") {
    std::int64_t const heads = 3, size = 8, length = 21, batch = 2;
    problem scores; // Q[batch, length, heads, size] * K[batch, length, heads, size]
    scores.batch = {unknown(batch), heads};
    scores.row = {unknown(length)};
    scores.reduce = {size};
    scores.column = unknown(length);
    scores.a_batch = scores.b_batch = {unknown(length * heads * size), size};
    scores.a_row = {heads * size};
    scores.a_reduce = scores.b_reduce = {1};
    scores.b_column = heads * size;
    scores.c_batch = {unknown(heads * length * length), unknown(length * length)};
    scores.c_row = {unknown(length)};
    scores.way = problem::packed_at_run_time;
    check(scores);

    problem mixed; // P[batch, heads, length, length] * V[batch, length, heads, size]
    mixed.batch = {unknown(batch), heads};
    mixed.row = {unknown(length)};
    mixed.reduce = {unknown(length)};
    mixed.column = size;
    mixed.a_batch = {unknown(heads * length * length), unknown(length * length)};
    mixed.a_row = {unknown(length)};
    mixed.a_reduce = {1};
    mixed.b_batch = {unknown(length * heads * size), size};
    mixed.b_reduce = {heads * size};
    mixed.c_batch = {unknown(length * heads * size), size};
    mixed.c_row = {heads * size};
    mixed.way = problem::in_place;
    check(mixed);
}

TEST_CASE("convolutions over images with a border") {
    for (std::int64_t side : {1, 3, 5, 7, 14, 15, 28}) {
        CAPTURE(side);
        check(convolution(2, side, side, 3, 1, 5, 40));
    }
    check(convolution(1, 9, 11, 1, 2, 16, 24));
    check(convolution(1, 8, 8, 7, 2, 3, 64));
    check(convolution(unknown(3), 7, 7, 3, 1, 4, 32));
    check(convolution(unknown(2), unknown(9), 14, 3, 1, 4, 16));
    check(convolution(unknown(2), unknown(6), unknown(19), 3, 1, 4, 20));
}

TEST_CASE("every kind of element") {
    for (auto sum : {dtype::f64, dtype::i32, dtype::i64, dtype::f32}) {
        auto p = matrices(9, 21, 10);
        p.a = p.b = p.sum = sum;
        for (auto way : {problem::packed_before, problem::in_place, problem::packed_at_run_time}) {
            p.way = way;
            check(p);
        }
    }
    struct {
        dtype a, b, sum;
    } const mixtures[]{{dtype::i8, dtype::i8, dtype::i32},     {dtype::u8, dtype::i8, dtype::i32},
                       {dtype::u8, dtype::u8, dtype::i32},     {dtype::f16, dtype::f16, dtype::f32},
                       {dtype::bf16, dtype::bf16, dtype::f32}, {dtype::f32, dtype::f16, dtype::f32},
                       {dtype::i16, dtype::u8, dtype::i64}};
    for (auto const& mixture : mixtures)
        for (auto way : {problem::packed_before, problem::in_place, problem::packed_at_run_time}) {
            CAPTURE(core::name(mixture.a));
            CAPTURE(way);
            auto p = matrices(9, 21, 10);
            p.a = mixture.a;
            p.b = mixture.b;
            p.sum = mixture.sum;
            p.way = way;
            check(p);
        }
}

namespace {

void check_bytes(problem p) {
    p.is_bytes = true;
    p.sum = dtype::i32;
    std::vector<std::pair<target, unsigned>> machines{{target::host(), 0}, {target::host(), 1}};
    if (describe(target::host()).vector_bits >= 256)
        for (char const* cpu : {"x86-64", "x86-64-v3"})
            machines.emplace_back(target::parse(target::host().triple, cpu), 0);
    for (auto const& [machine_, group] : machines)
        for (auto [a, b] : {std::pair(dtype::u8, dtype::i8),
                            {dtype::i8, dtype::u8},
                            {dtype::u8, dtype::u8},
                            {dtype::i8, dtype::i8}}) {
            CAPTURE(machine_.cpu);
            CAPTURE(group);
            CAPTURE(core::name(a));
            CAPTURE(core::name(b));
            p.machine_ = machine_;
            p.byte_group = group;
            p.a = a;
            p.b = b;
            p.way = a == b ? problem::packed_before : problem::packed_at_run_time;
            check(p);
        }
}

} // namespace

TEST_CASE("bytes are summed exactly on every machine") {
    check_bytes(matrices(3, 37, 18));
    check_bytes(matrices(15, 16, 64));
    check_bytes(matrices(1, 3, 1));
    check_bytes(matrices(unknown(5), 20, 7));
    auto long_one = matrices(7, 33, 9);
    long_one.is_long = true;
    check_bytes(long_one);
}

TEST_CASE("bytes of images, of several dimensions to sum over, and none") {
    check_bytes(convolution(1, 5, 5, 3, 1, 3, 20));
    check_bytes(convolution(unknown(2), 3, unknown(4), 3, 2, 4, 17));
    auto gaps = matrices(3, 20, 1);
    gaps.reduce = {2, 3, 5};
    gaps.a_row = {100};
    gaps.a_reduce = {40, 12, 2};
    gaps.b_reduce = {300, 100, 20};
    check_bytes(gaps);
    auto none = matrices(3, 20, 1);
    none.reduce = none.a_reduce = none.b_reduce = {};
    none.a_row = {1};
    check_bytes(none);
    check_bytes(matrices(3, 20, 0));
}

TEST_CASE("bytes whose number only the caller knows") {
    auto p = matrices(6, unknown(35), unknown(11));
    p.is_bytes = true;
    p.sum = dtype::i32;
    p.a = dtype::u8;
    p.b = dtype::i8;
    p.way = problem::packed_at_run_time;
    check(p);
    p.b_column = unknown(11); // by its rows
    p.b_reduce = {1};
    check(p);
}

TEST_CASE("a long epilogue loops over the rows") {
    auto p = matrices(23, 40, 16);
    p.is_long = true;
    check(p);
    auto c = convolution(2, 7, 7, 3, 1, 4, 24);
    c.is_long = true;
    check(c);
}

TEST_CASE("no rows, no reduction, and several of both") {
    auto p = matrices(1, 40, 16);
    p.row = p.a_row = p.c_row = {};
    check(p);
    auto none = matrices(3, 20, 1);
    none.reduce = none.a_reduce = none.b_reduce = {};
    none.a_row = {1};
    check(none);
    auto q = matrices(6, 20, 1); // reduce over [2, 3, 5] with gaps
    q.reduce = {2, 3, 5};
    q.a_row = {100};
    q.a_reduce = {40, 12, 2};
    q.b_reduce = {300, 100, 20};
    check(q);
    q.way = problem::in_place;
    check(q);
    q.reduce = {unknown(2), 3, unknown(5)};
    check(q);
}

TEST_CASE("small caches: many blocks, and panels are prefetched") {
    auto p = matrices(150, 100, 64);
    p.machine_.l2_bytes = 16 << 10;
    check(p);
    auto c = convolution(1, 20, 20, 3, 1, 16, 70);
    c.machine_.l2_bytes = 16 << 10;
    check(c);
}

TEST_CASE("small caches: long reductions are cut") {
    auto const check_in_parts = [](problem p) {
        p.machine_.l1_bytes = 4 << 10;
        p.machine_.l2_bytes = 32 << 10;
        check(p);
    };
    for (std::int64_t k : {90, 96, 100, 200}) {
        CAPTURE(k);
        check_in_parts(matrices(61, 100, k));
        check_in_parts(matrices(unknown(33), 96, k));
    }
    for (auto [type, sum] : {std::pair{dtype::f16, dtype::f32}, std::pair{dtype::f64, dtype::f64},
                             std::pair{dtype::i8, dtype::i32}}) {
        CAPTURE(core::name(type));
        auto p = matrices(40, 200, 150);
        p.a = p.b = type;
        p.sum = sum;
        check_in_parts(p);
    }
    auto pixels = convolution(2, 5, 7, 1, 1, 120, 72);
    check_in_parts(pixels);
    pixels.is_long = true;
    check_in_parts(pixels);
    for (std::int64_t channels : {5, 8, 40}) { // parts are steps of the windows
        CAPTURE(channels);
        check_in_parts(convolution(2, 5, 7, 3, 1, channels, 72));
        check_in_parts(convolution(unknown(2), 9, 9, 3, 2, channels, 40));
    }
    auto at_run_time = matrices(40, 100, 120);
    at_run_time.way = problem::packed_at_run_time;
    check_in_parts(at_run_time);
}

TEST_CASE("other vector widths") {
    for (char const* cpu : {"x86-64", "x86-64-v2", "x86-64-v3"}) {
        if (describe(target::host()).vector_bits < 256) break;
        CAPTURE(cpu);
        auto const machine_ = target::parse(target::host().triple, cpu);
        std::vector<problem> all{matrices(13, 37, 18),
                                 matrices(unknown(20), unknown(11), unknown(7)),
                                 convolution(1, 7, 7, 3, 1, 4, 20),
                                 matrices(5, 19, 6),
                                 matrices(5, 19, 6),
                                 matrices(2, 70, 20)};
        all[1].way = problem::in_place;
        all[3].a = all[3].b = dtype::f16;
        all[4].a = all[4].b = dtype::i8;
        all[4].sum = dtype::i32;
        for (auto& p : all) {
            p.machine_ = machine_;
            check(p);
        }
    }
}

namespace {

std::size_t spills(problem const& p) {
    generated code(p);
    auto const assembly = llvm_to_so::to_assembly(code.module(), p.machine_);
    std::size_t count = 0;
    for (char const* kind : {"64-byte Spill", "32-byte Spill", "16-byte Spill"})
        for (auto at = assembly.find(kind); at != std::string::npos;
             at = assembly.find(kind, at + 1))
            ++count;
    return count;
}

} // namespace

TEST_CASE("the accumulators stay in registers") {
    for (auto const& machine_ :
         {target::parse("x86_64-linux-gnu", "x86-64-v4"),
          target::parse("x86_64-linux-gnu", "x86-64-v3"), target::parse("aarch64-linux-gnu")}) {
        CAPTURE(machine_.cpu);
        std::vector<problem> all{matrices(14 * 3, 96, 64),
                                 matrices(unknown(100), 96, 768),
                                 convolution(1, 14, 14, 3, 1, 32, 96),
                                 convolution(1, 7, 7, 3, 1, 32, 96),
                                 convolution(1, 12, 12, 3, 2, 32, 96),
                                 matrices(unknown(9), 64, unknown(9))};
        all[5].way = problem::in_place;
        all.push_back(all[5]);
        all[6].b_reduce = {768};
        for (auto& p : all) {
            p.machine_ = machine_;
            CHECK(spills(p) == 0);
        }
    }
}

TEST_CASE("the accumulators of bytes stay in registers") {
    for (auto const& machine_ : {target::parse("x86_64-linux-gnu", "x86-64-v4", "+avx512vnni"),
                                 target::parse("x86_64-linux-gnu", "x86-64-v4"),
                                 target::parse("x86_64-linux-gnu", "x86-64-v3")}) {
        CAPTURE(machine_.cpu);
        CAPTURE(machine_.features);
        for (auto p : {matrices(14 * 3, 96, 64), matrices(unknown(100), 96, 768),
                       convolution(1, 14, 14, 3, 1, 32, 96)})
            for (auto a : {dtype::u8, dtype::i8}) {
                p.machine_ = machine_;
                p.is_bytes = true;
                p.a = a;
                p.b = dtype::i8;
                p.sum = dtype::i32;
                CHECK(spills(p) == 0);
            }
    }
}

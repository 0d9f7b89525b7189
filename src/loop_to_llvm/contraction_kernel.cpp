// Accumulators in registers over the whole reduction; A is broadcast, B comes in vectors.
#include "contraction_kernel.hpp"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tenon::loop_to_llvm::detail {

std::optional<std::int64_t> known(llvm::Value* v) {
    if (auto const* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(v))
        return constant->getSExtValue();
    return std::nullopt;
}

unsigned bytes(dtype t) { return static_cast<unsigned>(core::facts(t).bits) / 8; }

llvm::Type* type_of(llvm::LLVMContext& context, dtype t) {
    switch (t) {
    case dtype::f64: return llvm::Type::getDoubleTy(context);
    case dtype::f32: return llvm::Type::getFloatTy(context);
    case dtype::f16: return llvm::Type::getHalfTy(context);
    default: return llvm::Type::getIntNTy(context, bytes(t) * 8);
    }
}

llvm::Value* step(builder& b, llvm::Value* base, llvm::Value* count, dtype t) {
    if (known(count) == 0) return base;
    auto* const size = llvm::ConstantInt::get(count->getType(), bytes(t));
    return b.CreateGEP(b.getInt8Ty(), base, b.CreateNSWMul(count, size));
}

namespace {

using core::is_float;
using core::is_signed;

llvm::Type* like(llvm::Value* v, llvm::Type* scalar) {
    auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(v->getType());
    return vector ? llvm::FixedVectorType::get(scalar, vector->getNumElements()) : scalar;
}

llvm::Value* bf16_to_f32(builder& b, llvm::Value* v) {
    auto* const wide = b.CreateZExt(v, like(v, b.getInt32Ty()));
    return b.CreateBitCast(b.CreateShl(wide, 16), like(v, b.getFloatTy()));
}

// Without the instruction for it, `fpext` is a call into a library that the artifact lacks. The
// exponent is corrected by a multiplication, which gets subnormal numbers right too.
llvm::Value* f16_bits_to_f32(builder& b, llvm::Value* v) {
    auto* const i32 = like(v, b.getInt32Ty());
    auto* const f32 = like(v, b.getFloatTy());
    auto const number = [&](std::uint64_t n) { return llvm::ConstantInt::get(i32, n); };
    auto* const half = b.CreateBitCast(v, like(v, b.getInt16Ty()));
    auto* const wide = b.CreateZExt(half, i32);
    auto* const shifted = b.CreateShl(b.CreateAnd(wide, number(0x7fff)), 13);
    auto* const scaled =
        b.CreateFMul(b.CreateBitCast(shifted, f32), llvm::ConstantFP::get(f32, 0x1p112));
    auto* const special = b.CreateICmpUGE(shifted, number(0x0f800000));
    auto* const magnitude = b.CreateSelect(special, b.CreateOr(shifted, number(0x7f800000)),
                                           b.CreateBitCast(scaled, i32));
    auto* const sign = b.CreateShl(b.CreateAnd(wide, number(0x8000)), 16);
    return b.CreateBitCast(b.CreateOr(magnitude, sign), f32);
}

} // namespace

llvm::Value* widen(builder& b, llvm::Value* v, dtype from, dtype sum, machine const& m) {
    if (from == sum) return v;
    auto* const wanted = like(v, type_of(b.getContext(), sum));
    if (!is_float(from)) {
        if (is_float(sum))
            return is_signed(from) ? b.CreateSIToFP(v, wanted) : b.CreateUIToFP(v, wanted);
        return is_signed(from) ? b.CreateSExtOrTrunc(v, wanted) : b.CreateZExtOrTrunc(v, wanted);
    }
    if (from == dtype::bf16) v = bf16_to_f32(b, v);
    if (from == dtype::f16)
        v = m.half_conversion ? b.CreateFPExt(v, like(v, b.getFloatTy())) : f16_bits_to_f32(b, v);
    return b.CreateFPCast(v, wanted);
}

llvm::Value* product(builder& b, values const& all) {
    llvm::Value* result = b.getInt64(1);
    for (auto* v : all) {
        if (known(v) == 0) return v;
        result = known(result) == 1 ? v : b.CreateMul(result, v);
    }
    return result;
}

namespace {

// The sign bits of bytes, which are flipped to count them 128 more.
std::uint64_t sign_bits(unsigned group) { return 0x80808080u >> (8 * (4 - group)); }

llvm::Value* rounded_up(builder& b, llvm::Value* n, std::uint64_t to) {
    auto* const by = b.getInt64(to);
    return b.CreateMul(b.CreateUDiv(b.CreateAdd(n, b.getInt64(to - 1)), by), by);
}

} // namespace

llvm::Value* panel_elements(builder& b, machine const& m, contraction const& c) {
    auto* const panel = b.getInt64(panel_width(m, c.sum, c.column, c.row));
    if (!c.is_bytes) return b.CreateMul(product(b, c.reduce), panel);
    auto outer = c.reduce;
    llvm::Value* inner = b.getInt64(1);
    if (!outer.empty()) {
        inner = outer.back();
        outer.pop_back();
    }
    auto* const positions = b.CreateMul(product(b, outer), rounded_up(b, inner, group_of(m, c)));
    return rounded_up(b, b.CreateMul(panel, b.CreateAdd(positions, b.getInt64(4))), 64);
}

unsigned group_of(machine const& m, contraction const& c) { return c.is_bytes ? m.byte_group : 1; }

unsigned most_rows(machine const& m, contraction const& c, unsigned panel) {
    unsigned const vectors = panel / m.lanes(bytes(c.sum) * 8);
    unsigned others = vectors + 1; // the broadcast
    if (c.is_bytes) {
        if (is_signed(c.a.type)) ++others; // the bits to flip
        if (c.after.a_sum) ++others;       // ones
        if (m.byte_group != 4) ++others;   // products on their way to a sum
    }
    // Beyond 14 rows A no longer streams.
    return std::clamp((m.vector_registers - others) / (vectors + c.after.a_sum), 1u, 14u);
}

values counted_loop(builder& b, llvm::Value* count, values start,
                    std::function<values(llvm::Value* index, values const&)> const& body) {
    auto* const zero = llvm::ConstantInt::get(count->getType(), 0);
    auto const times = known(count);
    if (times && *times <= 0) return start;
    if (times == 1) return body(zero, start);
    auto& context = b.getContext();
    auto* const function = b.GetInsertBlock()->getParent();
    auto* const before = b.GetInsertBlock();
    auto* const loop = llvm::BasicBlock::Create(context, "loop", function);
    auto* const done = llvm::BasicBlock::Create(context, "done", function);
    if (times)
        b.CreateBr(loop);
    else
        b.CreateCondBr(b.CreateICmpSGT(count, zero), loop, done);
    b.SetInsertPoint(loop);
    auto* const index = b.CreatePHI(count->getType(), 2);
    std::vector<llvm::PHINode*> carried;
    for (auto* v : start) {
        carried.push_back(b.CreatePHI(v->getType(), 2));
        carried.back()->addIncoming(v, before);
    }
    values const next = body(index, values(carried.begin(), carried.end()));
    auto* const one = llvm::ConstantInt::get(count->getType(), 1);
    auto* const following = b.CreateNUWAdd(index, one);
    auto* const end = b.GetInsertBlock();
    b.CreateCondBr(b.CreateICmpULT(following, count), loop, done);
    index->addIncoming(zero, before);
    index->addIncoming(following, end);
    for (std::size_t i = 0; i < carried.size(); ++i) carried[i]->addIncoming(next[i], end);
    b.SetInsertPoint(done);
    values result;
    for (std::size_t i = 0; i < start.size(); ++i) {
        auto* const out = b.CreatePHI(start[i]->getType(), 2);
        out->addIncoming(next[i], end);
        if (!times) out->addIncoming(start[i], before);
        result.push_back(out);
    }
    return result;
}

namespace {

// A dimension of the reduction, with the strides that A and B have along it.
struct reduce_step {
    llvm::Value *extent, *a, *b;
};

std::vector<reduce_step> as_written(builder& b, contraction const& c, unsigned panel,
                                    unsigned group) {
    std::vector<reduce_step> all;
    for (std::size_t i = 0; i < c.reduce.size(); ++i)
        all.push_back({c.reduce[i], c.a.reduce[i], c.b.packed ? nullptr : c.b.reduce[i]});
    llvm::Value* stride = b.getInt64(panel);
    for (auto at = all.rbegin(); c.b.packed && at != all.rend(); ++at) {
        at->b = stride;
        bool const innermost = at == all.rbegin();
        stride = b.CreateMul(stride, innermost && group > 1 ? rounded_up(b, at->extent, group)
                                                            : at->extent);
    }
    return all;
}

// Dimensions that continue each other in both operands are one. The innermost is kept where it goes
// in groups.
std::vector<reduce_step> merged(builder& b, std::vector<reduce_step> const& all, unsigned group) {
    std::vector<reduce_step> result;
    for (auto const& inner : all) {
        auto const extent = known(inner.extent), a = known(inner.a), bs = known(inner.b);
        bool const joins = !result.empty() && extent && a && bs && known(result.back().extent) &&
                           known(result.back().a) == *extent * *a &&
                           known(result.back().b) == *extent * *bs;
        if (joins)
            result.back() = {b.CreateMul(result.back().extent, inner.extent), inner.a, inner.b};
        else if (extent != 1 || (group > 1 && &inner == &all.back()))
            result.push_back(inner);
    }
    if (result.empty()) result.push_back({b.getInt64(1), b.getInt64(0), b.getInt64(0)});
    return result;
}

// The values outside that a kernel needs: those that are not constants become parameters.
values outside_numbers(contraction const& c) {
    values all;
    auto const add = [&](values const& some) { all.insert(all.end(), some.begin(), some.end()); };
    add(c.reduce);
    add(c.a.reduce);
    add(c.a.row);
    if (!c.b.packed) add(c.b.reduce);
    std::erase_if(all, [](llvm::Value* v) { return known(v).has_value(); });
    values unique;
    for (auto* v : all)
        if (std::find(unique.begin(), unique.end(), v) == unique.end()) unique.push_back(v);
    return unique;
}

std::string text(llvm::Value* v, values const& parameters) {
    if (auto const n = known(v)) return std::to_string(*n);
    auto const at = std::find(parameters.begin(), parameters.end(), v) - parameters.begin();
    return "?" + std::to_string(at);
}

std::string text(values const& all, values const& parameters) {
    std::string result;
    for (auto* v : all) result += text(v, parameters) + ",";
    return result;
}

// Where strides are known every row is a displacement from one pointer. Otherwise a pointer serves
// three rows, two of them by an index register: one per row would not fit. The pointers are
// parameters because LLVM's loop strength reduction would compute one from the other inside the
// loop.
constexpr unsigned rows_per_base = 3;

unsigned row_bases(contraction const& c, tile_shape const& t) {
    bool const displaced = c.row.empty() || known(c.a.row[t.split]);
    return displaced ? 1 : (t.steps + rows_per_base - 1) / rows_per_base;
}

bool has_sums(tile_shape const& t) { return t.resumes || t.pauses; }

class kernel {
public:
    kernel(llvm::Module&, machine const&, contraction const&, tile_shape const&);
    llvm::Function* make();

private:
    void name_parameters();
    void come_inside(values&) const;
    llvm::Value* row_address(values const& bases, unsigned row);
    values masks();
    values load_b(llvm::Value* at);
    void touch_ahead(llvm::Value* at, std::int64_t position);
    llvm::Value* ones();
    llvm::Value* some_bytes(llvm::Value* at, llvm::Value* stride, llvm::Value* there);
    llvm::Value* spread_bytes(llvm::Value* group, bool flips);
    llvm::Value* load_a(llvm::Value* at, llvm::Value* there);
    llvm::Value* multiply_add(llvm::Value* x, llvm::Value* y, llvm::Value* sum);
    llvm::Value* multiply_add_bytes(llvm::Value* x, llvm::Value* y, llvm::Value* sum);
    void one_step(values& state, std::int64_t position, unsigned set, llvm::Value* there = nullptr);
    void prefetch(values& state);
    void straight(values& state, std::int64_t count);
    void advance(values& state, reduce_step const&, llvm::Value* count);
    bool adds_apart() const { return c_.is_bytes && group_ != 4; }
    std::int64_t unrolled(reduce_step const&, std::int64_t extent) const;
    values whole_groups(reduce_step const&, llvm::Value* groups, values state);
    values innermost(reduce_step const&, values state);
    values reduce(std::size_t level, values state);
    llvm::Value* sum_in_memory(unsigned number);
    void resume(values::iterator first);
    values sums();
    place place_of(llvm::Value* row, unsigned vector);
    void touch_results();
    void store_all(values const&);
    void store_in_a_loop(values const&);

    llvm::Module& module_;
    machine const& m_;
    contraction c_; // its numbers become the parameters
    tile_shape const& t_;
    builder b_;
    llvm::Function* f_ = nullptr;
    values outside_;
    std::map<llvm::Value*, llvm::Value*> inside_;
    llvm::Value *panel_, *next_ = nullptr, *sums_at_ = nullptr, *count_ = nullptr, *column_;
    values rows_, batch_, row_, captured_, masks_;
    std::vector<reduce_step> steps_;
    unsigned lanes_, vectors_, sets_;
    unsigned group_; // positions of the reduction that a step takes
    unsigned width_; // sums of a row: by vector of columns, and of A alone if they are wanted
    unsigned bases_; // pointers into A among the carried values, which come first
    llvm::FixedVectorType* vector_;
};

kernel::kernel(llvm::Module& module, machine const& m, contraction const& c, tile_shape const& t)
    : module_(module), m_(m), c_(c), t_(t), b_(module.getContext()), outside_(outside_numbers(c)) {
    bases_ = row_bases(c, t);
    lanes_ = m.lanes(bytes(c.sum) * 8);
    vectors_ = (t.columns.known.value_or(t.panel) + lanes_ - 1) / lanes_;
    vector_ = llvm::FixedVectorType::get(type_of(module.getContext(), c.sum), lanes_);
    group_ = group_of(m, c);
    width_ = vectors_ + (c.after.a_sum ? 1 : 0);
    // Enough sums in flight to cover the latency of a multiply-add.
    unsigned const sums = t.rows() * vectors_;
    sets_ = sums >= 8 ? 1 : sums >= 4 ? 2 : 4;
}

void kernel::come_inside(values& all) const {
    for (auto*& v : all)
        if (!known(v)) v = inside_.at(v);
}

// Parameters in the order in which call_tile passes them.
void kernel::name_parameters() {
    auto next = f_->arg_begin();
    auto const take = [&] { return &*next++; };
    for (unsigned i = 0; i < bases_; ++i) rows_.push_back(take());
    panel_ = take();
    if (t_.prefetch) next_ = take();
    if (has_sums(t_)) sums_at_ = take();
    if (t_.columns.masked()) count_ = take();
    column_ = take();
    for (std::size_t i = 0; i < c_.batch.size(); ++i) batch_.push_back(take());
    for (std::size_t i = 0; i < c_.row.size(); ++i) row_.push_back(take());
    for (auto* v : outside_) inside_[v] = take();
    for (std::size_t i = 0; i < c_.after.captured.size(); ++i) captured_.push_back(take());
    for (auto* numbers : {&c_.reduce, &c_.a.reduce, &c_.a.row}) come_inside(*numbers);
    if (!c_.b.packed) come_inside(c_.b.reduce);
}

llvm::Value* kernel::row_address(values const& bases, unsigned row) {
    if (c_.row.empty()) return bases[0];
    auto* const stride = c_.a.row[t_.split];
    if (!known(stride))
        return step(b_, bases[row / rows_per_base],
                    b_.CreateMul(stride, b_.getInt64(row % rows_per_base)), c_.a.type);
    std::int64_t offset = *known(stride) * (row / t_.across);
    if (t_.across > 1) offset += *known(c_.a.row.back()) * (row % t_.across);
    return step(b_, bases[0], b_.getInt64(static_cast<std::uint64_t>(offset)), c_.a.type);
}

// Null where every lane of the vector is there.
values kernel::masks() {
    values all;
    for (unsigned v = 0; v < vectors_; ++v) {
        auto const there =
            static_cast<int>(t_.columns.known.value_or(0)) - static_cast<int>(v * lanes_);
        if (t_.columns.known && there >= static_cast<int>(lanes_)) {
            all.push_back(nullptr);
            continue;
        }
        std::vector<std::uint32_t> lane(lanes_);
        for (unsigned i = 0; i < lanes_; ++i) lane[i] = v * lanes_ + i;
        auto* const lanes = llvm::ConstantDataVector::get(b_.getContext(), lane);
        auto* const count = t_.columns.known ? b_.getInt32(*t_.columns.known)
                                             : b_.CreateTrunc(count_, b_.getInt32Ty());
        all.push_back(b_.CreateICmpULT(lanes, b_.CreateVectorSplat(lanes_, count)));
    }
    return all;
}

values kernel::load_b(llvm::Value* at) {
    auto const elements = lanes_ * group_;
    auto* const type = llvm::FixedVectorType::get(type_of(b_.getContext(), c_.b.type), elements);
    auto const size = bytes(c_.b.type);
    values all;
    for (unsigned v = 0; v < vectors_; ++v) {
        auto* const address = step(b_, at, b_.getInt64(v * elements), c_.b.type);
        llvm::Value* loaded;
        if (c_.b.packed)
            loaded =
                b_.CreateAlignedLoad(type, address, llvm::Align(std::min(64u, size * elements)));
        else if (masks_[v])
            loaded = b_.CreateMaskedLoad(type, address, llvm::Align(size), masks_[v],
                                         llvm::Constant::getNullValue(type));
        else
            loaded = b_.CreateAlignedLoad(type, address, llvm::Align(size));
        if (group_ == 4)
            all.push_back(b_.CreateBitCast(loaded, vector_));
        else if (group_ == 2)
            all.push_back(
                b_.CreateSExt(loaded, llvm::FixedVectorType::get(b_.getInt16Ty(), 2 * lanes_)));
        else
            all.push_back(widen(b_, loaded, c_.is_bytes ? dtype::i8 : c_.b.type, c_.sum, m_));
    }
    if (c_.after.a_sum) all.push_back(ones());
    return all;
}

// The lines that start in as many bytes as a step reads.
void kernel::touch_ahead(llvm::Value* at, std::int64_t position) {
    if (!t_.ahead) return;
    auto const size = bytes(c_.b.type);
    auto const first = static_cast<std::uint64_t>(position) * t_.panel * size,
               end = first + vectors_ * lanes_ * group_ * size;
    for (auto line = (first + 63) / 64 * 64; line < end; line += 64)
        b_.CreateIntrinsic(llvm::Intrinsic::prefetch, {at->getType()},
                           {b_.CreateConstGEP1_64(b_.getInt8Ty(), at, line + t_.ahead),
                            b_.getInt32(0), b_.getInt32(3), b_.getInt32(1)});
}

// What A is multiplied with to sum it alone.
llvm::Value* kernel::ones() {
    if (group_ == 2)
        return llvm::ConstantInt::get(llvm::FixedVectorType::get(b_.getInt16Ty(), 2 * lanes_), 1);
    return llvm::ConstantInt::get(vector_, group_ == 4 ? 0x01010101 : 1);
}

// As many bytes as there are, at most a group, as they count; zeros behind them.
llvm::Value* kernel::some_bytes(llvm::Value* at, llvm::Value* stride, llvm::Value* there) {
    auto* const all = b_.getIntNTy(group_ * 8);
    llvm::Value* group = llvm::Constant::getNullValue(all);
    for (unsigned j = 0; j < group_; ++j) {
        auto* const number = b_.getInt64(j);
        llvm::Value* const inside =
            there ? b_.CreateICmpULT(number, there) : static_cast<llvm::Value*>(b_.getTrue());
        auto* const position = b_.CreateSelect(inside, number, b_.getInt64(0));
        auto* const from = step(b_, at, b_.CreateMul(stride, position), c_.a.type);
        llvm::Value* byte = b_.CreateAlignedLoad(b_.getInt8Ty(), from, llvm::Align(1));
        if (is_signed(c_.a.type)) byte = b_.CreateXor(byte, 0x80);
        byte = b_.CreateSelect(inside, byte, b_.getInt8(0));
        group = b_.CreateOr(group, b_.CreateShl(b_.CreateZExt(byte, all), 8 * j));
    }
    return group;
}

llvm::Value* kernel::spread_bytes(llvm::Value* group, bool flips) {
    llvm::Value* spread = b_.CreateVectorSplat(lanes_, group);
    if (flips)
        spread = b_.CreateXor(spread, llvm::ConstantInt::get(spread->getType(), sign_bits(group_)));
    if (group_ == 4) return spread;
    if (group_ == 1) return b_.CreateZExt(spread, vector_);
    auto const count = 2 * lanes_;
    auto* const pairs = b_.CreateBitCast(spread, llvm::FixedVectorType::get(b_.getInt8Ty(), count));
    return b_.CreateZExt(pairs, llvm::FixedVectorType::get(b_.getInt16Ty(), count));
}

// An element, or a group of bytes of which `there` are there (all if null), in every lane.
llvm::Value* kernel::load_a(llvm::Value* at, llvm::Value* there) {
    if (!c_.is_bytes) {
        auto* const scalar = b_.CreateAlignedLoad(type_of(b_.getContext(), c_.a.type), at,
                                                  llvm::Align(bytes(c_.a.type)));
        return b_.CreateVectorSplat(lanes_, widen(b_, scalar, c_.a.type, c_.sum, m_));
    }
    auto* const stride = steps_.back().a;
    if (there || (known(stride) != 1 && group_ > 1))
        return spread_bytes(some_bytes(at, stride, there), false);
    auto* const group = b_.CreateAlignedLoad(b_.getIntNTy(group_ * 8), at, llvm::Align(1));
    return spread_bytes(group, is_signed(c_.a.type));
}

// None of these instructions saturates.
llvm::Value* kernel::multiply_add_bytes(llvm::Value* x, llvm::Value* y, llvm::Value* sum) {
    using namespace llvm::Intrinsic;
    bool const is_512 = m_.vector_bits == 512, is_256 = m_.vector_bits == 256;
    if (group_ == 4)
        return b_.CreateIntrinsic(is_512   ? x86_avx512_vpdpbusd_512
                                  : is_256 ? x86_avx512_vpdpbusd_256
                                           : x86_avx512_vpdpbusd_128,
                                  {}, {sum, x, y});
    auto* const products = b_.CreateIntrinsic(is_512   ? x86_avx512_pmaddw_d_512
                                              : is_256 ? x86_avx2_pmadd_wd
                                                       : x86_sse2_pmadd_wd,
                                              {}, {x, y});
    return b_.CreateAdd(sum, products);
}

llvm::Value* kernel::multiply_add(llvm::Value* x, llvm::Value* y, llvm::Value* sum) {
    if (group_ > 1) return multiply_add_bytes(x, y, sum);
    if (!is_float(c_.sum)) return b_.CreateAdd(sum, b_.CreateMul(x, y));
    auto const id = m_.fma ? llvm::Intrinsic::fma : llvm::Intrinsic::fmuladd;
    return b_.CreateIntrinsic(id, {vector_}, {x, y, sum});
}

// The state: pointers into A, the pointer into B, the prefetch pointer if any, then the sums by
// set, row and vector. A step takes a group of positions of the reduction, of which `there` are
// there (all if null).
void kernel::one_step(values& state, std::int64_t position, unsigned set, llvm::Value* there) {
    auto const sums = state.size() - sets_ * t_.rows() * width_;
    auto const& inner = steps_.back();
    auto const offset = [&](llvm::Value* stride) {
        return b_.CreateMul(stride, b_.getInt64(static_cast<std::uint64_t>(position)));
    };
    auto const columns = load_b(step(b_, state[bases_], offset(inner.b), c_.b.type));
    touch_ahead(state[bases_], position);
    auto* const a_offset = offset(inner.a);
    for (unsigned row = 0; row < t_.rows(); ++row) {
        auto* const address = step(b_, row_address(state, row), a_offset, c_.a.type);
        auto* const x = load_a(address, there);
        for (unsigned v = 0; v < width_; ++v) {
            auto& sum = state[sums + (set * t_.rows() + row) * width_ + v];
            sum = multiply_add(x, columns[v], sum);
        }
    }
}

void kernel::prefetch(values& state) {
    if (!t_.prefetch) return;
    auto& at = state[bases_ + 1];
    for (unsigned line = 0; line < t_.prefetch; ++line)
        b_.CreateIntrinsic(llvm::Intrinsic::prefetch, {at->getType()},
                           {b_.CreateConstGEP1_64(b_.getInt8Ty(), at, line * 64), b_.getInt32(0),
                            b_.getInt32(2), b_.getInt32(1)});
    at = b_.CreateConstGEP1_64(b_.getInt8Ty(), at, t_.prefetch * 64);
}

constexpr std::int64_t unroll = 4, short_loop = 8;

void kernel::straight(values& state, std::int64_t count) {
    for (std::int64_t k = 0; k < count; ++k) {
        if (k % unroll == 0 && count >= unroll) prefetch(state);
        one_step(state, k * group_, static_cast<unsigned>(k) % sets_);
    }
}

void kernel::advance(values& state, reduce_step const& along, llvm::Value* count) {
    for (std::size_t i = 0; i < bases_; ++i)
        state[i] = step(b_, state[i], b_.CreateMul(along.a, count), c_.a.type);
    state[bases_] = step(b_, state[bases_], b_.CreateMul(along.b, count), c_.b.type);
}

// Steps per iteration of the innermost loop, of which there are `extent`. A short reduction is cut
// without a rest, if it can be: around a loop of two iterations and a rest LLVM does not keep all
// of a large tile's sums in registers. Where products are added to a sum in an instruction of its
// own, LLVM would add those of several steps first, and does not have the registers for them.
std::int64_t kernel::unrolled(reduce_step const& along, std::int64_t extent) const {
    if (!known(along.a)) return 1; // an unknown stride of A costs a register per step
    if (adds_apart()) return 1;
    if (sets_ > 1 || extent > 8 * unroll) return unroll;
    for (auto by : {unroll, std::int64_t{3}, std::int64_t{5}})
        if (extent % by == 0) return by;
    return unroll;
}

values kernel::whole_groups(reduce_step const& along, llvm::Value* groups, values state) {
    auto const extent = known(groups);
    if (extent && *extent <= (adds_apart() ? 1 : short_loop)) {
        straight(state, *extent);
        return state;
    }
    auto const by = unrolled(along, extent.value_or(0));
    auto const several = [&](std::int64_t count) {
        return [&, count](llvm::Value*, values const& now) {
            values next = now;
            straight(next, count);
            advance(next, along, b_.getInt64(static_cast<std::uint64_t>(count) * group_));
            return next;
        };
    };
    auto* const amount = b_.getInt64(static_cast<std::uint64_t>(by));
    state = counted_loop(b_, b_.CreateUDiv(groups, amount), std::move(state), several(by));
    if (by == 1) return state;
    if (extent) {
        straight(state, *extent % by);
        return state;
    }
    return counted_loop(b_, b_.CreateURem(groups, amount), std::move(state), several(1));
}

values kernel::innermost(reduce_step const& along, values state) {
    if (group_ == 1) return whole_groups(along, along.extent, std::move(state));
    auto* const groups = b_.CreateUDiv(along.extent, b_.getInt64(group_));
    auto* const rest = b_.CreateURem(along.extent, b_.getInt64(group_));
    if (known(rest) == 0) return whole_groups(along, groups, std::move(state));
    auto const pointers = state;
    state = whole_groups(along, groups, std::move(state));
    std::copy_n(pointers.begin(), bases_ + 1, state.begin());
    advance(state, along, b_.CreateMul(groups, b_.getInt64(group_)));
    auto* const times = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, rest, b_.getInt64(1));
    return counted_loop(b_, known(rest) ? b_.getInt64(1) : times, std::move(state),
                        [&](llvm::Value*, values const& now) {
                            values next = now;
                            one_step(next, 0, 0, rest);
                            return next;
                        });
}

values kernel::reduce(std::size_t level, values state) {
    auto const& along = steps_[level];
    if (level + 1 == steps_.size()) return innermost(along, std::move(state));
    return counted_loop(b_, along.extent, std::move(state), [&](llvm::Value*, values const& now) {
        values next = reduce(level + 1, now);
        std::copy_n(now.begin(), bases_ + 1, next.begin()); // inner steps start over in A and B
        advance(next, along, b_.getInt64(1));
        return next;
    });
}

llvm::Value* kernel::sum_in_memory(unsigned number) {
    return b_.CreateConstInBoundsGEP1_64(vector_, sums_at_, number);
}

void kernel::resume(values::iterator first) {
    auto const align = llvm::Align(lanes_ * bytes(c_.sum));
    for (unsigned i = 0; i < t_.rows() * vectors_; ++i) {
        auto* const before = b_.CreateAlignedLoad(vector_, sum_in_memory(i), align);
        if (c_.after.start < 0)
            first[i] = before;
        else
            first[i] =
                is_float(c_.sum) ? b_.CreateFAdd(first[i], before) : b_.CreateAdd(first[i], before);
    }
}

values kernel::sums() {
    values state = rows_;
    auto* const header = b_.getInt64(c_.is_bytes ? 4 * t_.panel : 0); // the sums of the columns
    state.push_back(step(b_, panel_, header, c_.b.type));
    if (t_.prefetch) state.push_back(next_);
    unsigned const count = t_.rows() * width_;
    state.insert(state.end(), sets_ * count, llvm::Constant::getNullValue(vector_));
    auto const first = state.end() - sets_ * count;
    for (unsigned v = 0; v < vectors_ && c_.after.start >= 0; ++v) {
        auto const of_column = c_.after.of_column(b_, captured_, place_of(nullptr, v));
        auto* start = of_column[static_cast<std::size_t>(c_.after.start)];
        if (!start->getType()->isVectorTy()) start = b_.CreateVectorSplat(lanes_, start);
        for (unsigned row = 0; row < t_.rows(); ++row) first[row * width_ + v] = start;
    }
    if (t_.resumes) resume(first);
    state = reduce(0, std::move(state));
    state.erase(state.begin(), state.end() - sets_ * count);
    for (unsigned set = 1; set < sets_; ++set)
        for (unsigned i = 0; i < count; ++i) {
            auto* const other = state[set * count + i];
            state[i] =
                is_float(c_.sum) ? b_.CreateFAdd(state[i], other) : b_.CreateAdd(state[i], other);
        }
    state.resize(count);
    return state;
}

place kernel::place_of(llvm::Value* row, unsigned vector) {
    place at{batch_, row_, b_.CreateAdd(column_, b_.getInt64(vector * lanes_)), masks_[vector]};
    if (c_.after.b_sum)
        at.b_sum = b_.CreateAlignedLoad(
            vector_, step(b_, panel_, b_.getInt64(vector * lanes_), c_.sum), llvm::Align(4));
    if (row_.empty() || !row) return at;
    auto* const across = b_.getInt64(t_.across);
    auto* const steps = t_.across == 1 ? row : b_.CreateUDiv(row, across);
    at.row[t_.split] = b_.CreateAdd(row_[t_.split], steps);
    if (t_.across > 1) at.row.back() = b_.CreateURem(row, across);
    return at;
}

// One touch per cache line. Tiles of few rows are not worth it: their sums are short of work
// already.
void kernel::touch_results() {
    if (!c_.after.touch || t_.rows() < 4) return;
    auto const vectors_per_line = std::max(1u, 64 / (lanes_ * bytes(c_.sum)));
    for (unsigned row = 0; row < t_.rows(); ++row)
        for (unsigned v = 0; v < vectors_; v += vectors_per_line)
            c_.after.touch(b_, captured_, place_of(b_.getInt64(row), v));
}

void kernel::store_all(values const& sums) {
    auto const& after = c_.after;
    for (unsigned v = 0; v < vectors_; ++v) {
        values of_column;
        if (after.of_column) of_column = after.of_column(b_, captured_, place_of(nullptr, v));
        for (unsigned row = 0; row < t_.rows(); ++row) {
            auto at = place_of(b_.getInt64(row), v);
            if (after.a_sum) at.a_sum = sums[row * width_ + vectors_];
            after.store(b_, captured_, at, sums[row * width_ + v], of_column);
        }
    }
}

void kernel::store_in_a_loop(values const& sums) {
    auto const& after = c_.after;
    builder entry(&f_->getEntryBlock(), f_->getEntryBlock().begin());
    auto* const memory = entry.CreateAlloca(llvm::ArrayType::get(vector_, sums.size()));
    memory->setAlignment(llvm::Align(lanes_ * bytes(c_.sum)));
    for (unsigned i = 0; i < sums.size(); ++i)
        b_.CreateStore(sums[i], b_.CreateConstGEP1_32(vector_, memory, i));
    std::vector<values> of_column(vectors_);
    for (unsigned v = 0; v < vectors_ && after.of_column; ++v)
        of_column[v] = after.of_column(b_, captured_, place_of(nullptr, v));
    counted_loop(b_, b_.getInt64(t_.rows()), {}, [&](llvm::Value* row, values const&) {
        auto* const first = b_.CreateGEP(vector_, memory, b_.CreateMul(row, b_.getInt64(width_)));
        auto const sum = [&](unsigned v) {
            return b_.CreateLoad(vector_, b_.CreateConstGEP1_32(vector_, first, v));
        };
        for (unsigned v = 0; v < vectors_; ++v) {
            auto at = place_of(row, v);
            if (after.a_sum) at.a_sum = sum(vectors_);
            after.store(b_, captured_, at, sum(v), of_column[v]);
        }
        return values();
    });
}

std::vector<llvm::Type*> parameter_types(builder& b, contraction const& c, tile_shape const& t,
                                         values const& outside) {
    auto const pointers = row_bases(c, t) + (t.prefetch ? 2u : 1u) + (has_sums(t) ? 1u : 0u);
    std::vector<llvm::Type*> types(pointers, b.getPtrTy());
    auto const numbers = (t.columns.masked() ? 1 : 0) + 1 + c.batch.size() + c.row.size();
    types.insert(types.end(), numbers + outside.size(), b.getInt64Ty());
    for (auto* v : c.after.captured) types.push_back(v->getType());
    return types;
}

void describe_operands(llvm::Function& f, contraction const& c, unsigned bases) {
    for (unsigned i = 0; i <= bases; ++i) {
        f.addParamAttr(i, llvm::Attribute::NoAlias); // but for what is only read
        f.addParamAttr(i, llvm::Attribute::ReadOnly);
        f.addParamAttr(i, llvm::Attribute::NoUndef);
    }
    if (c.b.packed)
        f.addParamAttr(bases, llvm::Attribute::getWithAlignment(f.getContext(), llvm::Align(64)));
}

llvm::Function* kernel::make() {
    auto* const type =
        llvm::FunctionType::get(b_.getVoidTy(), parameter_types(b_, c_, t_, outside_), false);
    f_ = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                c_.name + "." + std::to_string(t_.rows()) + "x" +
                                    std::to_string(vectors_ * lanes_) + (t_.pauses ? ".part" : ""),
                                module_);
    f_->addFnAttr(llvm::Attribute::NoUnwind);
    f_->addFnAttr(llvm::Attribute::NoInline);
    describe_operands(*f_, c_, bases_);
    name_parameters();
    b_.SetInsertPoint(llvm::BasicBlock::Create(b_.getContext(), "entry", f_));
    masks_ = masks();
    steps_ = merged(b_, as_written(b_, c_, t_.panel, group_), group_);
    touch_results();
    auto const results = sums();
    if (t_.pauses)
        for (unsigned i = 0; i < results.size(); ++i)
            b_.CreateAlignedStore(results[i], sum_in_memory(i),
                                  llvm::Align(lanes_ * bytes(c_.sum)));
    else if (c_.after.is_long && t_.rows() > 1)
        store_in_a_loop(results);
    else
        store_all(results);
    b_.CreateRetVoid();
    return f_;
}

} // namespace

std::string tile_key(contraction const& c, tile_shape const& t) {
    auto const outside = outside_numbers(c);
    auto const number = [](auto n) { return std::to_string(static_cast<int>(n)) + ";"; };
    std::string key = number(c.a.type) + number(c.b.type) + number(c.sum) + number(c.b.packed) +
                      number(c.is_bytes) + number(c.after.a_sum) + number(c.after.b_sum) +
                      number(t.steps) + number(t.across) + number(t.split) + number(t.panel) +
                      number(t.columns.known.value_or(0)) + number(t.prefetch) + number(t.ahead) +
                      number(t.resumes) + number(t.pauses) + number(c.batch.size()) +
                      number(c.after.is_long) + number(c.after.start);
    key += text(c.reduce, outside) + ";" + text(c.a.reduce, outside) + ";" + text(c.a.row, outside);
    if (!c.b.packed) key += ";" + text(c.b.reduce, outside);
    key += ";";
    for (auto* v : c.after.captured)
        key += v->getType()->isPointerTy() ? "p" : number(v->getType()->getScalarSizeInBits());
    return key + ";" + c.after.key;
}

llvm::Function* make_tile(llvm::Module& module, machine const& m, contraction const& c,
                          tile_shape const& t) {
    return kernel(module, m, c, t).make();
}

void call_tile(builder& b, llvm::Function* f, contraction const& c, tile_shape const& t,
               tile_call const& call) {
    values arguments;
    for (unsigned i = 0; i < row_bases(c, t); ++i) {
        auto* const rows = b.getInt64(i * rows_per_base);
        auto* const past = i == 0 ? rows : b.CreateMul(c.a.row[t.split], rows);
        arguments.push_back(step(b, call.a, past, c.a.type));
    }
    arguments.push_back(call.b);
    if (t.prefetch) arguments.push_back(call.prefetch);
    if (has_sums(t)) arguments.push_back(call.sums);
    if (t.columns.masked()) arguments.push_back(call.count);
    arguments.push_back(call.column);
    for (auto const& more : {call.batch, call.row, outside_numbers(c), c.after.captured})
        arguments.insert(arguments.end(), more.begin(), more.end());
    b.CreateCall(f, arguments);
}

} // namespace tenon::loop_to_llvm::detail

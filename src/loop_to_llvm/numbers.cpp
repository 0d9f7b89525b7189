#include "numbers.hpp"

#include <tenon/core/number_format.hpp>

#include "elementary.hpp"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <limits>
#include <string>
#include <vector>

namespace tenon::loop_to_llvm {

using builder = llvm::IRBuilder<>;
using core::dtype;
using core::scalar_op;
using llvm::Value;

namespace {

llvm::Type* like(Value* shape, llvm::Type* element) {
    if (auto* v = llvm::dyn_cast<llvm::VectorType>(shape->getType()))
        return llvm::VectorType::get(element, v->getElementCount());
    return element;
}
Value* integer(Value* shape, llvm::Type* element, std::uint64_t x) {
    return llvm::ConstantInt::get(like(shape, element), x);
}
/// An 8-bit float.
bool is_tiny(dtype d) { return core::is_float(d) && core::bits(d) == 8; }
/// A float that is computed in f32 and rounded to what memory holds.
bool is_narrow(dtype d) { return d == dtype::f16 || d == dtype::bf16 || is_tiny(d); }

/// A call of libm, per element: functions that no model of note spends time in.
Value* call_libm(builder& b, std::string name, std::vector<Value*> operands) {
    auto* const type = operands[0]->getType();
    auto* const element = type->getScalarType();
    if (element->isFloatTy()) name += "f";
    auto* const signature =
        llvm::FunctionType::get(element, std::vector<llvm::Type*>(operands.size(), element), false);
    auto const callee = b.GetInsertBlock()->getModule()->getOrInsertFunction(name, signature);
    if (!type->isVectorTy()) return b.CreateCall(callee, operands);
    auto const count = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    Value* result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i != count; ++i) {
        std::vector<Value*> one;
        for (auto* o : operands) one.push_back(b.CreateExtractElement(o, i));
        result = b.CreateInsertElement(result, b.CreateCall(callee, one), i);
    }
    return result;
}

Value* intrinsic(builder& b, llvm::Intrinsic::ID id, Value* x) {
    return b.CreateUnaryIntrinsic(id, x);
}

Value* float_unary(builder& b, scalar_op op, Value* x) {
    bool const single = x->getType()->getScalarType()->isFloatTy();
    switch (op) {
    case scalar_op::neg: return b.CreateFNeg(x);
    case scalar_op::abs: return intrinsic(b, llvm::Intrinsic::fabs, x);
    case scalar_op::sqrt: return intrinsic(b, llvm::Intrinsic::sqrt, x);
    case scalar_op::floor: return intrinsic(b, llvm::Intrinsic::floor, x);
    case scalar_op::ceil: return intrinsic(b, llvm::Intrinsic::ceil, x);
    case scalar_op::trunc: return intrinsic(b, llvm::Intrinsic::trunc, x);
    case scalar_op::round_even: return intrinsic(b, llvm::Intrinsic::roundeven, x);
    case scalar_op::exp: return single ? exp_f32(b, x) : call_libm(b, "exp", {x});
    case scalar_op::log: return single ? log_f32(b, x) : call_libm(b, "log", {x});
    case scalar_op::tanh: return single ? tanh_f32(b, x) : call_libm(b, "tanh", {x});
    case scalar_op::erf: return single ? erf_f32(b, x) : call_libm(b, "erf", {x});
    case scalar_op::is_nan: return b.CreateFCmpUNO(x, x);
    case scalar_op::is_inf:
        return b.CreateFCmpOEQ(intrinsic(b, llvm::Intrinsic::fabs, x),
                               llvm::ConstantFP::getInfinity(x->getType()));
    case scalar_op::sign: {
        auto* const zero = llvm::ConstantFP::get(x->getType(), 0.0);
        auto* const one = llvm::ConstantFP::get(x->getType(), 1.0);
        Value* const size = b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, one, x);
        Value* const nonzero = b.CreateFCmpONE(x, zero); // false for NaN, which stays
        Value* const kept = b.CreateSelect(b.CreateFCmpUNO(x, x), x, zero);
        return b.CreateSelect(nonzero, size, kept);
    }
    default: return call_libm(b, core::scalar_op_names[static_cast<int>(op)], {x});
    }
}

Value* integer_unary(builder& b, scalar_op op, dtype d, Value* x) {
    auto* const zero = llvm::Constant::getNullValue(x->getType());
    auto* const one = llvm::ConstantInt::get(x->getType(), 1);
    switch (op) {
    case scalar_op::neg: return b.CreateNeg(x);
    case scalar_op::abs:
        return core::is_signed(d) ? b.CreateSelect(b.CreateICmpSLT(x, zero), b.CreateNeg(x), x) : x;
    case scalar_op::bit_not: return b.CreateNot(x);
    case scalar_op::not_: return b.CreateICmpEQ(x, zero);
    case scalar_op::is_nan:
    case scalar_op::is_inf: return integer(x, b.getInt1Ty(), 0);
    case scalar_op::sign: {
        Value* const positive = b.CreateSelect(b.CreateICmpEQ(x, zero), zero, one);
        if (!core::is_signed(d)) return positive;
        return b.CreateSelect(b.CreateICmpSLT(x, zero),
                              llvm::Constant::getAllOnesValue(x->getType()), positive);
    }
    default: return x; // rounding leaves integers as they are
    }
}

llvm::CmpInst::Predicate predicate(scalar_op op, dtype d) {
    using P = llvm::CmpInst;
    bool const real = core::is_float(d), wide = core::is_signed(d);
    switch (op) {
    case scalar_op::eq: return real ? P::FCMP_OEQ : P::ICMP_EQ;
    case scalar_op::ne: return real ? P::FCMP_UNE : P::ICMP_NE;
    case scalar_op::lt: return real ? P::FCMP_OLT : wide ? P::ICMP_SLT : P::ICMP_ULT;
    case scalar_op::le: return real ? P::FCMP_OLE : wide ? P::ICMP_SLE : P::ICMP_ULE;
    case scalar_op::gt: return real ? P::FCMP_OGT : wide ? P::ICMP_SGT : P::ICMP_UGT;
    default: return real ? P::FCMP_OGE : wide ? P::ICMP_SGE : P::ICMP_UGE;
    }
}

/// That constant; NaN if there is none.
double number_behind(Value const* v) {
    auto const* number = constant_behind(v);
    if (number == nullptr) return std::numeric_limits<double>::quiet_NaN();
    auto value = number->getValueAPF();
    bool loses = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return value.convertToDouble();
}

/// max(x, constant) that gives NaN for NaN x needs no more than a compare and a select; in general
/// a NaN may be on either side.
Value* float_extreme(builder& b, scalar_op op, Value* x, Value* y) {
    auto const wins = op == scalar_op::min ? llvm::CmpInst::FCMP_OLT : llvm::CmpInst::FCMP_OGT;
    if (llvm::isa<llvm::Constant>(x)) std::swap(x, y);
    if (llvm::isa<llvm::Constant>(y)) return b.CreateSelect(b.CreateFCmp(wins, y, x), y, x);
    return b.CreateBinaryIntrinsic(
        op == scalar_op::min ? llvm::Intrinsic::minimum : llvm::Intrinsic::maximum, x, y);
}

Value* float_binary(builder& b, scalar_op op, Value* x, Value* y) {
    switch (op) {
    case scalar_op::add: return b.CreateFAdd(x, y);
    case scalar_op::sub: return b.CreateFSub(x, y);
    case scalar_op::mul: return b.CreateFMul(x, y);
    case scalar_op::div: return b.CreateFDiv(x, y);
    case scalar_op::rem: return call_libm(b, "fmod", {x, y});
    case scalar_op::mod: {
        Value* const r = call_libm(b, "fmod", {x, y});
        auto* const zero = llvm::ConstantFP::get(x->getType(), 0.0);
        Value* const other_sign = b.CreateXor(b.CreateFCmpOLT(r, zero), b.CreateFCmpOLT(y, zero));
        return b.CreateSelect(b.CreateAnd(b.CreateFCmpONE(r, zero), other_sign), b.CreateFAdd(r, y),
                              r);
    }
    case scalar_op::pow: {
        double const exponent = number_behind(y);
        if (exponent == 2) return b.CreateFMul(x, x);
        if (exponent == 1) return x;
        return call_libm(b, "pow", {x, y});
    }
    default: return float_extreme(b, op, x, y);
    }
}

/// x^y by repeated squaring, as a loop; integers below 0 as exponents give 0 unless x is 1 or -1.
Value* integer_power(builder& b, dtype d, Value* x, Value* y) {
    auto* const type = x->getType();
    Value* result = llvm::ConstantInt::get(type, 1);
    Value* base = x;
    Value* left = y;
    for (unsigned bit = 0; bit != type->getScalarSizeInBits();
         ++bit) { // straight line, so that it vectorises
        Value* const odd = b.CreateTrunc(left, like(left, b.getInt1Ty()));
        result = b.CreateSelect(odd, b.CreateMul(result, base), result);
        base = b.CreateMul(base, base);
        left = b.CreateLShr(left, llvm::ConstantInt::get(type, 1));
    }
    if (!core::is_signed(d)) return result;
    auto* const zero = llvm::ConstantInt::get(type, 0);
    auto* const one = llvm::ConstantInt::get(type, 1);
    auto* const minus = llvm::Constant::getAllOnesValue(type);
    Value* const even = b.CreateICmpEQ(b.CreateAnd(y, one), zero);
    Value* const inverse = b.CreateSelect(
        b.CreateICmpEQ(x, one), one,
        b.CreateSelect(b.CreateICmpEQ(x, minus), b.CreateSelect(even, one, minus), zero));
    return b.CreateSelect(b.CreateICmpSLT(y, zero), inverse, result);
}

/// Division and remainder without the traps of the machine's: by 0 gives 0, the smallest by -1
/// wraps.
Value* integer_division(builder& b, scalar_op op, dtype d, Value* x, Value* y) {
    auto* const type = x->getType();
    auto* const zero = llvm::ConstantInt::get(type, 0);
    auto* const one = llvm::ConstantInt::get(type, 1);
    Value* const by_zero = b.CreateICmpEQ(y, zero);
    if (!core::is_signed(d)) {
        Value* const safe = b.CreateSelect(by_zero, one, y);
        Value* const result = op == scalar_op::div ? b.CreateUDiv(x, safe) : b.CreateURem(x, safe);
        return b.CreateSelect(by_zero, zero, result);
    }
    Value* const by_minus = b.CreateICmpEQ(y, llvm::Constant::getAllOnesValue(type));
    Value* const safe = b.CreateSelect(b.CreateOr(by_zero, by_minus), one, y);
    if (op == scalar_op::div) {
        Value* const quotient = b.CreateSelect(by_minus, b.CreateNeg(x), b.CreateSDiv(x, safe));
        return b.CreateSelect(by_zero, zero, quotient);
    }
    Value* rest = b.CreateSRem(x, safe);
    if (op == scalar_op::mod) {
        Value* const other_sign = b.CreateICmpSLT(b.CreateXor(rest, y), zero);
        Value* const wrong = b.CreateAnd(b.CreateICmpNE(rest, zero), other_sign);
        rest = b.CreateSelect(wrong, b.CreateAdd(rest, y), rest);
    }
    return b.CreateSelect(b.CreateOr(by_zero, by_minus), zero, rest);
}

Value* integer_binary(builder& b, scalar_op op, dtype d, Value* x, Value* y) {
    bool const wide = core::is_signed(d);
    auto const width = x->getType()->getScalarSizeInBits();
    auto const shifted = [&](Value* moved, Value* left_over) {
        Value* const past = b.CreateICmpUGE(y, llvm::ConstantInt::get(y->getType(), width));
        return b.CreateSelect(past, left_over, moved);
    };
    Value* const zero = llvm::Constant::getNullValue(x->getType());
    switch (op) {
    case scalar_op::add: return b.CreateAdd(x, y);
    case scalar_op::sub: return b.CreateSub(x, y);
    case scalar_op::mul: return b.CreateMul(x, y);
    case scalar_op::div:
    case scalar_op::rem:
    case scalar_op::mod: return integer_division(b, op, d, x, y);
    case scalar_op::pow: return integer_power(b, d, x, y);
    case scalar_op::bit_and: return b.CreateAnd(x, y);
    case scalar_op::bit_or: return b.CreateOr(x, y);
    case scalar_op::bit_xor: return b.CreateXor(x, y);
    case scalar_op::shift_left: return shifted(b.CreateShl(x, y), zero);
    case scalar_op::shift_right:
        if (!wide) return shifted(b.CreateLShr(x, y), zero);
        return shifted(b.CreateAShr(x, y), b.CreateAShr(x, width - 1));
    case scalar_op::min:
        return b.CreateSelect(b.CreateICmp(predicate(scalar_op::lt, d), y, x), y, x);
    default: return b.CreateSelect(b.CreateICmp(predicate(scalar_op::gt, d), y, x), y, x);
    }
}

/// Rounds an f32 to the bits of a bf16, to nearest even; NaNs stay NaNs.
Value* bf16_bits(builder& b, Value* x) {
    auto* const i32 = b.getInt32Ty();
    Value* const word = b.CreateBitCast(x, like(x, i32));
    Value* const last = b.CreateAnd(b.CreateLShr(word, integer(x, i32, 16)), integer(x, i32, 1));
    Value* const rounded = b.CreateAdd(word, b.CreateAdd(last, integer(x, i32, 0x7fff)));
    Value* const nan = b.CreateOr(word, integer(x, i32, 0x400000));
    Value* const chosen = b.CreateSelect(b.CreateFCmpUNO(x, x), nan, rounded);
    return b.CreateTrunc(b.CreateLShr(chosen, integer(x, i32, 16)), like(x, b.getInt16Ty()));
}
Value* from_bf16_bits(builder& b, Value* stored) {
    auto* const i32 = b.getInt32Ty();
    Value* const word =
        b.CreateShl(b.CreateZExt(stored, like(stored, i32)), integer(stored, i32, 16));
    return b.CreateBitCast(word, like(stored, b.getFloatTy()));
}

/// The values of all 256 patterns, in a table.
llvm::Constant* tiny_values(builder& b, dtype d) {
    auto& module = *b.GetInsertBlock()->getModule();
    auto const name = "tenon_values_" + std::string(core::name(d));
    if (auto* const known = module.getGlobalVariable(name, true)) return known;
    std::vector<float> values;
    for (std::uint64_t word = 0; word != 256; ++word)
        values.push_back(static_cast<float>(core::decode_float(d, word)));
    auto* const data = llvm::ConstantDataArray::get(module.getContext(), values);
    return new llvm::GlobalVariable(module, data->getType(), true,
                                    llvm::GlobalValue::PrivateLinkage, data, name);
}
/// `one` applied to each element of a vector.
template <class One> Value* each_element(Value* x, builder& b, llvm::Type* to, One const& one) {
    auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
    if (type == nullptr) return one(x);
    Value* result = llvm::PoisonValue::get(like(x, to));
    for (unsigned i = 0; i != type->getNumElements(); ++i)
        result = b.CreateInsertElement(result, one(b.CreateExtractElement(x, i)), i);
    return result;
}
Value* from_tiny_bits(builder& b, dtype d, Value* stored) {
    auto* const table = tiny_values(b, d);
    return each_element(stored, b, b.getFloatTy(), [&](Value* word) {
        auto* const at =
            b.CreateInBoundsGEP(b.getFloatTy(), table, {b.CreateZExt(word, b.getInt64Ty())});
        return b.CreateLoad(b.getFloatTy(), at);
    });
}

/// f32 arithmetic on bits, for one format: what `core::encode_float` does in words.
class tiny_encoder {
public:
    tiny_encoder(builder& b, dtype d, Value* x)
        : b_(b), d_(d), f_(core::format_of(d)), x_(x),
          word_(b.CreateBitCast(x, like(x, b.getInt32Ty()))) {}

    Value* bits() {
        Value* const chosen = f_.has_sign ? with_sign() : power_of_two();
        return b_.CreateTrunc(chosen, like(x_, b_.getInt8Ty()));
    }

private:
    Value* number(std::int64_t n) const {
        return integer(x_, b_.getInt32Ty(), static_cast<std::uint64_t>(n) & 0xffffffffu);
    }
    Value* shift_right(Value* v, int by) { return b_.CreateLShr(v, number(by)); }
    Value* smaller(Value* v, std::int64_t n) {
        return b_.CreateSelect(b_.CreateICmpSLT(v, number(n)), v, number(n));
    }
    Value* larger(Value* v, std::int64_t n) {
        return b_.CreateSelect(b_.CreateICmpSGT(v, number(n)), v, number(n));
    }
    Value* exponent() { return b_.CreateAnd(shift_right(word_, 23), number(0xff)); }

    /// Rounded to nearest even; more than the largest finite pattern where the value is larger.
    Value* magnitude() {
        int const m = f_.mantissa_bits;
        Value* const biased = b_.CreateAdd(exponent(), number(f_.bias - 127));
        Value* const lost = larger(b_.CreateSub(number(1), biased), 0); // by denormals
        Value* const shift = smaller(b_.CreateAdd(lost, number(23 - m)), 25);
        Value* const significand =
            b_.CreateOr(b_.CreateAnd(word_, number(0x7fffff)), number(0x800000));
        Value* const last = b_.CreateAnd(b_.CreateLShr(significand, shift), number(1));
        Value* const below_half =
            b_.CreateSub(b_.CreateShl(number(1), b_.CreateSub(shift, number(1))), number(1));
        Value* const rounded =
            b_.CreateLShr(b_.CreateAdd(significand, b_.CreateAdd(below_half, last)), shift);
        Value* const whole = b_.CreateShl(b_.CreateSub(larger(biased, 1), number(1)), number(m));
        return b_.CreateAdd(whole, rounded);
    }
    Value* with_sign() {
        int const width = f_.exponent_bits + f_.mantissa_bits;
        auto const pattern = [&](double value) {
            return number(static_cast<std::int64_t>(core::encode_float(d_, value)));
        };
        Value* const size = magnitude();
        Value* const sign = b_.CreateShl(shift_right(word_, 31), number(width));
        Value* finite = b_.CreateOr(size, sign);
        if (f_.negative_zero_is_nan)
            finite = b_.CreateSelect(b_.CreateICmpEQ(size, number(0)), number(0), finite);
        Value* too_large = pattern(core::detail::infinity);
        if (!f_.negative_zero_is_nan) too_large = b_.CreateOr(too_large, sign);
        auto const largest = core::detail::largest_magnitude(f_);
        Value* const fits = b_.CreateICmpULE(size, number(largest));
        Value* const ordered = b_.CreateSelect(fits, finite, too_large);
        return b_.CreateSelect(b_.CreateFCmpUNO(x_, x_), pattern(core::detail::quiet_nan), ordered);
    }
    /// f8e8m0: no more than an exponent.
    Value* power_of_two() {
        Value* const half = b_.CreateAnd(shift_right(word_, 22), number(1));
        Value* const up = smaller(b_.CreateAdd(exponent(), half), 254);
        Value* const positive = b_.CreateFCmpOGT(x_, llvm::ConstantFP::get(x_->getType(), 0.0));
        Value* const ordered = b_.CreateSelect(positive, up, number(0));
        return b_.CreateSelect(b_.CreateFCmpUNO(x_, x_), number(0xff), ordered);
    }

    builder& b_;
    dtype d_;
    core::float_format f_;
    Value* x_;
    Value* word_;
};

/// Whether a minimum and a maximum with constants, as float_extreme writes them, keep x, which may
/// be NaN, among 32-bit integers.
bool is_limited(Value* x) {
    constexpr double end = 2147483648.0;
    bool above = false, below = false;
    while (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(x)) {
        auto* const compare = llvm::dyn_cast<llvm::FCmpInst>(choice->getCondition());
        if (compare == nullptr || compare->getOperand(0) != choice->getTrueValue() ||
            compare->getOperand(1) != choice->getFalseValue())
            break;
        double const limit = number_behind(choice->getTrueValue());
        if (!(limit >= -end && limit < end)) break;
        if (compare->getPredicate() == llvm::CmpInst::FCMP_OGT)
            above = true;
        else if (compare->getPredicate() == llvm::CmpInst::FCMP_OLT)
            below = true;
        else
            break;
        x = choice->getFalseValue();
    }
    return above && below;
}

Value* float_to_integer(builder& b, dtype to, Value* x) {
    if (is_limited(x)) { // processors convert vectors to 32 bits, but none saturates as we do
        auto* const type = like(x, b.getInt32Ty());
        Value* const whole = b.CreateSelect(b.CreateFCmpORD(x, x), b.CreateFPToSI(x, type),
                                            llvm::Constant::getNullValue(type));
        return b.CreateIntCast(whole, like(x, register_type(b.getContext(), to)), true);
    }
    auto* const wide = like(x, b.getInt64Ty());
    auto const id = to == dtype::u64 ? llvm::Intrinsic::fptoui_sat : llvm::Intrinsic::fptosi_sat;
    Value* whole = b.CreateIntrinsic(id, {wide, x->getType()}, {x});
    if (to == dtype::u64) { // negative values wrap as they do for the narrower types
        Value* const negative = b.CreateFCmpOLT(x, llvm::ConstantFP::get(x->getType(), 0.0));
        Value* const wrapped =
            b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {wide, x->getType()}, {x});
        whole = b.CreateSelect(negative, wrapped, whole);
    }
    return b.CreateTrunc(whole, like(x, register_type(b.getContext(), to)));
}

} // namespace

llvm::Type* memory_type(llvm::LLVMContext& c, dtype d) {
    switch (d) {
    case dtype::f64: return llvm::Type::getDoubleTy(c);
    case dtype::f32: return llvm::Type::getFloatTy(c);
    case dtype::f16: return llvm::Type::getHalfTy(c);
    case dtype::bf16: return llvm::Type::getInt16Ty(c);
    case dtype::boolean: return llvm::Type::getInt8Ty(c);
    default: break;
    }
    if (is_tiny(d)) return llvm::Type::getInt8Ty(c);
    if (!core::is_integer(d) || core::bits(d) < 8) return nullptr;
    return llvm::Type::getIntNTy(c, static_cast<unsigned>(core::bits(d)));
}

llvm::ConstantFP const* constant_behind(Value const* v) {
    auto const* constant = llvm::dyn_cast<llvm::Constant>(v);
    if (constant != nullptr && constant->getType()->isVectorTy())
        constant = constant->getSplatValue();
    return llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
}

llvm::Type* register_type(llvm::LLVMContext& c, dtype d) {
    if (is_narrow(d)) return llvm::Type::getFloatTy(c);
    if (d == dtype::boolean) return llvm::Type::getInt1Ty(c);
    return memory_type(c, d);
}

Value* widen(builder& b, dtype d, Value* stored) {
    if (d == dtype::f16) return b.CreateFPExt(stored, like(stored, b.getFloatTy()));
    if (d == dtype::bf16) return from_bf16_bits(b, stored);
    if (is_tiny(d)) return from_tiny_bits(b, d, stored);
    if (d == dtype::boolean)
        return b.CreateICmpNE(stored, llvm::Constant::getNullValue(stored->getType()));
    return stored;
}

Value* narrow(builder& b, dtype d, Value* computed) {
    if (d == dtype::f16) return b.CreateFPTrunc(computed, like(computed, b.getHalfTy()));
    if (d == dtype::bf16) return bf16_bits(b, computed);
    if (is_tiny(d)) return tiny_encoder(b, d, computed).bits();
    if (d == dtype::boolean) return b.CreateZExt(computed, like(computed, b.getInt8Ty()));
    return computed;
}

void spread(builder& b, std::span<Value*> operands) {
    llvm::VectorType* wide = nullptr;
    for (auto* o : operands)
        if (auto* v = llvm::dyn_cast<llvm::VectorType>(o->getType())) wide = v;
    if (wide == nullptr) return;
    for (auto*& o : operands)
        if (!o->getType()->isVectorTy()) o = b.CreateVectorSplat(wide->getElementCount(), o);
}

Value* primitive(builder& b, scalar_op op, dtype d, std::span<Value* const> given) {
    std::vector<Value*> operands(given.begin(), given.end());
    spread(b, operands);
    if (op == scalar_op::select) return b.CreateSelect(operands[0], operands[1], operands[2]);
    bool const real = core::is_float(d);
    if (operands.size() == 1)
        return real ? float_unary(b, op, operands[0]) : integer_unary(b, op, d, operands[0]);
    if (core::is_comparison(op)) {
        auto const p = predicate(op, d);
        return real ? b.CreateFCmp(p, operands[0], operands[1])
                    : b.CreateICmp(p, operands[0], operands[1]);
    }
    return real ? float_binary(b, op, operands[0], operands[1])
                : integer_binary(b, op, d, operands[0], operands[1]);
}

Value* convert(builder& b, dtype from, dtype to, Value* x) {
    auto* const type = like(x, register_type(b.getContext(), to));
    if (from == to) return x;
    if (to == dtype::boolean) {
        auto* const zero = llvm::Constant::getNullValue(x->getType());
        return core::is_float(from) ? b.CreateFCmpUNE(x, zero) : b.CreateICmpNE(x, zero);
    }
    if (core::is_float(from) && core::is_float(to)) {
        Value* const sized = b.CreateFPCast(x, type);
        return is_narrow(to) ? widen(b, to, narrow(b, to, sized)) : sized;
    }
    if (core::is_float(from)) return float_to_integer(b, to, x);
    bool const is_wide = core::is_signed(from);
    if (core::is_float(to)) {
        Value* const real = is_wide ? b.CreateSIToFP(x, type) : b.CreateUIToFP(x, type);
        return is_narrow(to) ? widen(b, to, narrow(b, to, real)) : real;
    }
    return b.CreateIntCast(x, type, is_wide);
}

} // namespace tenon::loop_to_llvm

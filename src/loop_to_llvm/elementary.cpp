#include "elementary.hpp"

#include "numbers.hpp"

#include <llvm/IR/Intrinsics.h>

#include <initializer_list>

namespace tenon::loop_to_llvm {

using builder = llvm::IRBuilder<>;
using llvm::Value;

namespace {

/// Arithmetic on floats or vectors of floats, whatever `like` is.
struct lanes {
    builder& b;
    llvm::Type* type;
    llvm::Type* word;

    lanes(builder& into, Value* like) : b(into), type(like->getType()) {
        word = b.getInt32Ty();
        if (auto* v = llvm::dyn_cast<llvm::VectorType>(type))
            word = llvm::VectorType::get(word, v->getElementCount());
    }
    Value* number(double x) const {
        return llvm::ConstantFP::get(type, static_cast<double>(static_cast<float>(x)));
    }
    Value* bits(std::uint32_t x) const { return llvm::ConstantInt::get(word, x); }
    Value* fma(Value* x, Value* y, Value* z) const {
        return b.CreateIntrinsic(llvm::Intrinsic::fmuladd, {type}, {x, y, z});
    }
    Value* abs(Value* x) const { return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }
    Value* sign_of(Value* size, Value* sign) const {
        return b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, size, sign);
    }
    /// Horner's rule, highest power first.
    Value* polynomial(Value* x, std::initializer_list<double> coefficients) const {
        Value* sum = nullptr;
        for (double c : coefficients) sum = sum == nullptr ? number(c) : fma(sum, x, number(c));
        return sum;
    }
    /// 2^n for an integer n in [-126, 127].
    Value* power_of_two(Value* n) const {
        return b.CreateBitCast(b.CreateShl(b.CreateAdd(n, bits(127)), bits(23)), type);
    }
};

} // namespace

// exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln(2) / 2; polynomial of the Cephes library
// (expf). Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits, without
// the undefined conversion of a NaN. The scaling is done in two steps, so that results may be
// denormal.
Value* exp_f32(builder& b, Value* x) {
    lanes const m(b, x);
    Value* const low = m.number(-104.0);
    Value* const high = m.number(89.0);
    x = b.CreateSelect(b.CreateFCmpOLT(x, low), low, x);
    x = b.CreateSelect(b.CreateFCmpOGT(x, high), high, x);
    Value* const magic = m.number(12582912.0);
    Value* const shifted = m.fma(x, m.number(1.44269504088896341), magic);
    Value* const n = b.CreateFSub(shifted, magic);
    Value* const whole =
        b.CreateSub(b.CreateBitCast(shifted, m.word), b.CreateBitCast(magic, m.word));
    Value* r = m.fma(n, m.number(-0.693359375), x);
    r = m.fma(n, m.number(2.12194440e-4), r);
    Value* const tail = m.polynomial(r, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3,
                                         4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1});
    Value* const sum = b.CreateFAdd(m.fma(b.CreateFMul(r, r), tail, r), m.number(1.0));
    Value* const half = b.CreateAShr(whole, m.bits(1));
    Value* const rest = b.CreateSub(whole, half);
    return b.CreateFMul(b.CreateFMul(sum, m.power_of_two(half)), m.power_of_two(rest));
}

// log(x) = e ln 2 + log(f), f in [sqrt(1/2), sqrt(2)); polynomial of the Cephes library (logf).
Value* log_f32(builder& b, Value* x) {
    lanes const m(b, x);
    Value* const tiny = b.CreateFCmpOLT(x, m.number(1.17549435e-38));
    Value* const scaled = b.CreateSelect(tiny, b.CreateFMul(x, m.number(8388608.0)), x);
    Value* const word = b.CreateBitCast(scaled, m.word);
    // Moves [sqrt(1/2), 1) to the exponent of [1, 2), so that one shift finds e.
    Value* const moved = b.CreateAdd(word, m.bits(0x3f800000 - 0x3f3504f3));
    Value* exponent = b.CreateSub(b.CreateAShr(moved, m.bits(23)), m.bits(127));
    Value* const fraction_word =
        b.CreateAdd(b.CreateAnd(moved, m.bits(0x007fffff)), m.bits(0x3f3504f3));
    Value* e = b.CreateSIToFP(exponent, m.type);
    e = b.CreateSelect(tiny, b.CreateFSub(e, m.number(23.0)), e);
    Value* const f = b.CreateFSub(b.CreateBitCast(fraction_word, m.type), m.number(1.0));
    Value* const square = b.CreateFMul(f, f);
    Value* y = m.polynomial(f, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1,
                                -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
                                2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1});
    y = b.CreateFMul(y, b.CreateFMul(f, square));
    y = m.fma(e, m.number(-2.12194440e-4), y);
    y = m.fma(square, m.number(-0.5), y);
    Value* result = m.fma(e, m.number(0.693359375), b.CreateFAdd(f, y));
    auto* const infinite = llvm::ConstantFP::getInfinity(m.type);
    result = b.CreateSelect(b.CreateFCmpOEQ(x, m.number(0)),
                            llvm::ConstantFP::getInfinity(m.type, true), result);
    result = b.CreateSelect(b.CreateFCmpOEQ(x, infinite), infinite, result);
    return b.CreateSelect(b.CreateFCmpULT(x, m.number(0)), llvm::ConstantFP::getNaN(m.type),
                          result);
}

// Near 0 an odd polynomial (Cephes, tanhf), elsewhere 1 - 2 / (exp(2 |x|) + 1).
Value* tanh_f32(builder& b, Value* x) {
    lanes const m(b, x);
    Value* const size = m.abs(x);
    Value* const square = b.CreateFMul(x, x);
    Value* const small = m.fma(
        b.CreateFMul(m.polynomial(square, {-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2,
                                           1.33314422036e-1, -3.33332819422e-1}),
                     square),
        x, x);
    Value* const grown = exp_f32(b, b.CreateFMul(size, m.number(2.0)));
    Value* const ratio = b.CreateFDiv(m.number(2.0), b.CreateFAdd(grown, m.number(1.0)));
    Value* const large = m.sign_of(b.CreateFSub(m.number(1.0), ratio), x);
    Value* const near_zero = m.sign_of(small, x); // -0 stays
    return b.CreateSelect(b.CreateFCmpOLT(size, m.number(0.625)), near_zero, large);
}

// Below 0.92 x P(x^2), above 1 - exp(Q(x)); both are least-maximum fits made for this file.
Value* erf_f32(builder& b, Value* x) {
    lanes const m(b, x);
    Value* const size = m.abs(x);
    Value* const square = b.CreateFMul(x, x);
    Value* const small = b.CreateFMul(
        x, m.polynomial(square, {-0.0006021806038916111, 0.004999601282179356, -0.02677128277719021,
                                 0.11281955242156982, -0.3761250674724579, 1.1283791065216064}));
    Value* const limited =
        b.CreateSelect(b.CreateFCmpOGT(size, m.number(4.0)), m.number(4.0), size);
    Value* const exponent = m.polynomial(
        limited, {-7.374565029749647e-07, -1.1311348316667136e-05, 0.000378849683329463,
                  -0.003994101192802191, 0.02477451227605343, -0.10785821080207825,
                  -0.6336632966995239, -1.129381775856018, 0.0001506137050455436});
    Value* const large = m.sign_of(b.CreateFSub(m.number(1.0), exp_f32(b, exponent)), x);
    return b.CreateSelect(b.CreateFCmpOLT(size, m.number(0.92)), small, large);
}

// The reciprocal in two floats, the first rounded towards zero so that both have one sign, is off
// by at most 2^-46 of itself. The quotient of a float and a number of k bits is at least 2^-(25 +
// k) of itself away from the middle of two floats, so that it is rounded to the right one.
Value* divide_f32(builder& b, Value* x, Value* y) {
    auto const* number = constant_behind(y);
    if (number == nullptr || !number->getType()->isFloatTy()) return nullptr;
    auto const& by = number->getValueAPF();
    constexpr unsigned dropped = 12; // of the 23 bits behind the point
    constexpr float smallest = 0x1p-60f, largest = 0x1p60f;
    auto const size = llvm::abs(by);
    bool const fits = (by.bitcastToAPInt().getZExtValue() & ((1u << dropped) - 1)) == 0 &&
                      size >= llvm::APFloat(smallest) && size <= llvm::APFloat(largest);
    if (!fits) return nullptr;
    llvm::APFloat high(1.0f);
    high.divide(by, llvm::APFloat::rmTowardZero);
    llvm::APFloat low = llvm::neg(high); // what is left of 1, then divided
    low.fusedMultiplyAdd(by, llvm::APFloat(1.0f), llvm::APFloat::rmNearestTiesToEven);
    if (low.isZero()) return nullptr; // one multiplication is exact
    low.divide(by, llvm::APFloat::rmNearestTiesToEven);
    auto* const type = x->getType();
    auto* const small = b.CreateFMul(x, llvm::ConstantFP::get(type, low));
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {type},
                             {x, llvm::ConstantFP::get(type, high), small});
}

} // namespace tenon::loop_to_llvm

// SPDX-License-Identifier: Apache-2.0
// Functions of float32 that are computed in double, where nothing that cancels or is scaled costs float32 a bit, and
// rounded. Coefficients are minimax fits as in math.cpp, rounded to double.
#include <llvm/IR/Intrinsics.h>

#include <array>

#include "math.h"

namespace hammock::jit {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

namespace {

constexpr double kLog2 = 0x1.62e42fefa39efp-1;

// sinh(r) = r + r^3 P(r^2), |r| <= ln 2 / 2; relative error 5.2e-12
constexpr std::array kOdd = {0x1.5555557387acap-3, 0x1.1110b1b19ec82p-7, 0x1.a170272737ae3p-13};
// cosh(r) = 1 + r^2 P(r^2), |r| <= ln 2 / 2; 1.5e-14
constexpr std::array kEven = {0x1.ffffffffee356p-2, 0x1.5555558235324p-5, 0x1.6c1634b54a587p-10, 0x1.a175b71b19114p-16};
// log(1 + f) = f + f^2 P(f), sqrt(1/2) <= 1 + f <= sqrt(2); 4.9e-11
constexpr std::array kLogarithm = {-0x1.0000000e7cad4p-1, 0x1.5555556c9e1c5p-2,  -0x1.ffffd2ce18321p-3,
                                   0x1.99995a00b2a7fp-3,  -0x1.555f21d326055p-3, 0x1.24a60b30cc8fcp-3,
                                   -0x1.fe5332fb846edp-4, 0x1.c296ad3f98466p-4,  -0x1.a772d29d6c5bfp-4,
                                   0x1.a9d60e9a6e6aap-4,  -0x1.51399331bc5b4p-4, 0x1.e6c1c36dccf1ap-6};
// exp(x^2) erfc(x) = P((x - 4) / (x + 4)), 0 <= x <= 10.06; 2e-10
constexpr std::array kTail = {0x1.18932bf03973fp-3,   -0x1.0949227ba6a34p-2,  0x1.bff01ab897c35p-3,
                              -0x1.50666322a538ep-3,  0x1.be5015f1b9c6cp-4,   -0x1.027de23d6ce97p-4,
                              0x1.006876b96005ep-5,   -0x1.a4bb71f959f39p-7,  0x1.09fd6a059faaap-8,
                              -0x1.ab654bace0ec1p-11, -0x1.db670b37469a4p-16, 0x1.a9a89490f2986p-14};

}  // namespace

bool is_computed_in_double(Intrinsic function) {
  switch (function) {
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::tan:
    case Intrinsic::expm1:
    case Intrinsic::log1p:
    case Intrinsic::sinh:
    case Intrinsic::cosh:
    case Intrinsic::asinh:
    case Intrinsic::acosh:
    case Intrinsic::atanh:
    case Intrinsic::pow:
    case Intrinsic::cbrt:
    case Intrinsic::erfc: return true;
    default: return false;
  }
}

Value* Math::wide(Value* x) { return b_.CreateFPExt(x, in_lanes_of(x, b_.getDoubleTy())); }
Value* Math::narrow(Value* x, Value* like) { return b_.CreateFPTrunc(x, like->getType()); }
Value* Math::at_most(Value* x, double most) {
  return b_.CreateSelect(b_.CreateFCmpOGT(x, constant(x, most)), constant(x, most), x);
}
Value* Math::with_sign(Value* x, Value* of) { return b_.CreateBinaryIntrinsic(intrinsic::copysign, x, of); }

// e^x = scale (1 + even + odd), e^-x = inverse (1 + even - odd)
struct Math::Exponential {
  Value *odd, *even, *scale, *inverse;
};

// |x| <= 700, in double.
Math::Exponential Math::exponential(Value* x) {
  Value* magic = constant(x, 0x1.8p52);  // see angle()
  Value* sum = fma(x, constant(x, 1 / kLog2), magic);
  Value* r = fma(b_.CreateFSub(sum, magic), constant(x, -kLog2), x);
  Value *r2 = b_.CreateFMul(r, r), *n = b_.CreateShl(bits_of(sum), 52);
  Value* one = bits_of(constant(x, 1));
  return {fma(b_.CreateFMul(r, r2), polynomial(r2, kOdd), r), b_.CreateFMul(r2, polynomial(r2, kEven)),
          b_.CreateBitCast(b_.CreateAdd(one, n), x->getType()), b_.CreateBitCast(b_.CreateSub(one, n), x->getType())};
}

Value* Math::exponential_of(const Exponential& e) { return fma(e.scale, b_.CreateFAdd(e.odd, e.even), e.scale); }

// Of a double, which is not denormal.
Value* Math::logarithm(Value* x) {
  Value* bits = bits_of(x);
  auto word = [&](uint64_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
  constexpr uint64_t kOne = 0x3ff0000000000000, kRoot = 0x3fe6a09e667f3bcd, kWhole = 0x4330000000000000;
  Value* moved = b_.CreateAdd(bits, word(kOne - kRoot));
  Value* biased = b_.CreateBitCast(b_.CreateOr(b_.CreateLShr(moved, 52), word(kWhole)), x->getType());
  Value* e = b_.CreateFSub(biased, constant(x, 0x1p52 + 1023));
  Value* fraction = b_.CreateAdd(b_.CreateSub(bits, b_.CreateAnd(moved, word(0xfff0000000000000))), word(kOne));
  Value* f = b_.CreateFSub(b_.CreateBitCast(fraction, x->getType()), constant(x, 1));
  Value* y = fma(b_.CreateFMul(f, f), polynomial(f, kLogarithm), f);
  y = fma(e, constant(x, kLog2), y);
  y = b_.CreateSelect(b_.CreateFCmpOLT(x, constant(x, kInfinity)), y, x);
  Value* zero = constant(x, 0);
  Value* outside = b_.CreateSelect(b_.CreateFCmpOEQ(x, zero), constant(x, -kInfinity), constant(x, kNan));
  return b_.CreateSelect(b_.CreateFCmpUGT(x, zero), y, outside);
}

Value* Math::expm1(Value* x) {
  constexpr double kLeast = -40;  // -1 by then
  Value* v = at_most(wide(x), 100);
  v = b_.CreateSelect(b_.CreateFCmpOLT(v, constant(v, kLeast)), constant(v, kLeast), v);
  const Exponential e = exponential(v);
  Value* less = b_.CreateFSub(e.scale, constant(v, 1));
  return with_sign(narrow(fma(e.scale, b_.CreateFAdd(e.odd, e.even), less), x), x);
}

Value* Math::sinh(Value* x) {
  const Exponential e = exponential(at_most(wide(unary(intrinsic::fabs, x)), 100));
  Value* half = constant(e.scale, 0.5);
  Value* difference = b_.CreateFMul(b_.CreateFSub(e.scale, e.inverse), half);
  Value* sum = b_.CreateFMul(b_.CreateFAdd(e.scale, e.inverse), half);
  return with_sign(narrow(fma(sum, e.odd, fma(difference, e.even, difference)), x), x);
}

Value* Math::cosh(Value* x) {
  const Exponential e = exponential(at_most(wide(unary(intrinsic::fabs, x)), 100));
  Value* half = constant(e.scale, 0.5);
  Value* difference = b_.CreateFMul(b_.CreateFSub(e.scale, e.inverse), half);
  Value* sum = b_.CreateFMul(b_.CreateFAdd(e.scale, e.inverse), half);
  return narrow(fma(difference, e.odd, fma(sum, e.even, sum)), x);
}

// Of small |x|, x + factor x^power.
Value* Math::where_small(Value* x, double below, double factor, bool is_cubic, Value* otherwise) {
  Value* term = b_.CreateFMul(b_.CreateFMul(x, x), constant(x, factor));
  Value* small = is_cubic ? fma(term, x, x) : b_.CreateFAdd(x, term);
  return b_.CreateSelect(b_.CreateFCmpOLT(unary(intrinsic::fabs, x), constant(x, below)), small, otherwise);
}

Value* Math::log1p(Value* x) {
  Value* v = wide(x);
  return with_sign(narrow(where_small(v, 0x1p-20, -0.5, false, logarithm(b_.CreateFAdd(v, constant(v, 1)))), x), x);
}

Value* Math::asinh(Value* x) {
  Value *v = wide(unary(intrinsic::fabs, x)), *root = unary(intrinsic::sqrt, fma(v, v, constant(v, 1)));
  return with_sign(narrow(where_small(v, 0x1p-10, -1.0 / 6, true, logarithm(b_.CreateFAdd(v, root))), x), x);
}

Value* Math::acosh(Value* x) {
  Value *v = wide(x), *one = constant(v, 1), *root = unary(intrinsic::sqrt, fma(v, v, constant(v, -1)));
  Value* y = logarithm(b_.CreateFAdd(v, root));
  return narrow(b_.CreateSelect(b_.CreateFCmpOLT(v, one), constant(v, kNan), y), x);
}

Value* Math::atanh(Value* x) {
  Value *v = wide(unary(intrinsic::fabs, x)), *one = constant(v, 1);
  Value* y = logarithm(b_.CreateFDiv(b_.CreateFAdd(one, v), b_.CreateFSub(one, v)));
  return with_sign(narrow(where_small(v, 0x1p-10, 1.0 / 3, true, b_.CreateFMul(y, constant(v, 0.5))), x), x);
}

// |x|^y is e^(y ln |x|): 1 where y is 0 or x is 1 or -1, whatever the other is.
Value* Math::power_in_double(Value* x, Value* y) {
  Value *a = wide(unary(intrinsic::fabs, x)), *zero = constant(x, 0), *one = constant(a, 1);
  Value* exponent = b_.CreateFMul(wide(y), logarithm(a));
  Value* is_one = b_.CreateOr(b_.CreateFCmpOEQ(y, zero), b_.CreateFCmpOEQ(a, one));
  exponent = at_most(b_.CreateSelect(is_one, constant(a, 0), exponent), 200);
  Value* low = constant(a, -200);
  exponent = b_.CreateSelect(b_.CreateFCmpOLT(exponent, low), low, exponent);
  return signed_power(x, y, narrow(exponential_of(exponential(exponent)), x));
}

Value* Math::signed_power(Value* x, Value* y, Value* magnitude) {
  // Below 0: with the sign of x for odd y, and nothing for y that is not whole.
  auto is_whole = [&](Value* v) { return b_.CreateFCmpOEQ(unary(intrinsic::trunc, v), v); };
  Value *whole = is_whole(y), *is_even = is_whole(b_.CreateFMul(y, constant(x, 0.5)));
  Value* is_signed = b_.CreateAnd(whole, b_.CreateNot(is_even));
  Value* result = b_.CreateSelect(is_signed, with_sign(magnitude, x), magnitude);
  Value* is_below = b_.CreateAnd(b_.CreateFCmpOLT(x, constant(x, 0)), b_.CreateFCmpOGT(x, constant(x, -kInfinity)));
  return b_.CreateSelect(b_.CreateAnd(is_below, b_.CreateNot(whole)), constant(x, kNan), result);
}

Value* Math::cbrt(Value* x) {
  Value *a = unary(intrinsic::fabs, x), *third = b_.CreateFMul(logarithm(wide(a)), constant(wide(a), 1.0 / 3));
  Value* y = with_sign(narrow(exponential_of(exponential(third)), x), x);
  Value* is_usual = b_.CreateAnd(b_.CreateFCmpOGT(a, constant(x, 0)), b_.CreateFCmpOLT(a, constant(x, kInfinity)));
  return b_.CreateSelect(is_usual, y, x);
}

Value* Math::erfc(Value* x) {
  Value *v = at_most(wide(unary(intrinsic::fabs, x)), 10.06), *four = constant(v, 4);
  Value* t = b_.CreateFDiv(b_.CreateFSub(v, four), b_.CreateFAdd(v, four));
  Value* y = b_.CreateFMul(polynomial(t, kTail), exponential_of(exponential(b_.CreateFNeg(b_.CreateFMul(v, v)))));
  Value* is_negative = b_.CreateFCmpOLT(x, constant(x, 0));
  return narrow(b_.CreateSelect(is_negative, b_.CreateFSub(constant(v, 2), y), y), x);
}

Value* Math::hypot(Value* x, Value* y) {
  Value *a = unary(intrinsic::fabs, x), *c = unary(intrinsic::fabs, y), *infinity = constant(x, kInfinity);
  Value *v = wide(a), *w = wide(c);
  Value* root = narrow(unary(intrinsic::sqrt, fma(v, v, b_.CreateFMul(w, w))), x);
  Value* is_infinite = b_.CreateOr(b_.CreateFCmpOEQ(a, infinity), b_.CreateFCmpOEQ(c, infinity));
  return b_.CreateSelect(is_infinite, infinity, root);
}

// Exact: |x| - q |y| is a float32 if q is the quotient cut off, or one more, as the division's rounding may have it.
Value* Math::fmod(Value* x, Value* y) {
  Value *a = unary(intrinsic::fabs, x), *c = unary(intrinsic::fabs, y), *zero = constant(x, 0);
  Value* q = b_.CreateFDiv(a, c);
  Value* is_far = b_.CreateFCmpOGE(q, constant(x, 0x1p23));
  q = unary(intrinsic::trunc, q);
  Value* rest =
      host_.has_fma ? fma(b_.CreateFNeg(q), c, a) : narrow(b_.CreateFSub(wide(a), b_.CreateFMul(wide(q), wide(c))), x);
  rest = b_.CreateSelect(b_.CreateFCmpOLT(rest, zero), b_.CreateFAdd(rest, c), rest);
  rest = b_.CreateSelect(b_.CreateFCmpOEQ(q, zero), a, rest);  // infinite y as well
  return or_libm("fmod", is_far, with_sign(rest, x), std::array{x, y});
}

}  // namespace hammock::jit

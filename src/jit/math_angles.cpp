// SPDX-License-Identifier: Apache-2.0
// Circular functions of float32 and their inverses. An angle is reduced in double, where all of a multiple of pi / 2
// that float32 needs is there up to kFar; beyond, libm computes the lane. Coefficients as in math.cpp.
#include <llvm/IR/Intrinsics.h>

#include <array>

#include "math.h"

namespace hammock::jit {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

namespace {

constexpr double kFar = 131072;
// The first has so few bits that its products with whole numbers up to kFar are exact.
constexpr double kHalfPiHigh = 0x1.921fb544p+0, kHalfPiLow = 0x1.0b4611a626331p-34;
// kHalfPi in float32 is the sum of these two.
constexpr double kHalfPi = 0x1.921fb6p+0, kHalfPiRest = -0x1.777a5cp-25;
constexpr double kPi = 0x1.921fb6p+1, kPiRest = -0x1.777a5cp-24;

// sin(r) = r + r^3 P(r^2), |r| <= 0.82; relative error 8e-12
constexpr std::array kSine = {-0x1.55555548c1ffdp-3, 0x1.111105d9b249dp-7, -0x1.a00d83d3fb08ap-13,
                              0x1.6c5dbb885507fp-19};
// cos(r) = 1 + r^2 P(r^2), |r| <= 0.82; 1e-10
constexpr std::array kCosine = {-0x1.ffffffb53043cp-2, 0x1.555534f2fb0c9p-5, -0x1.6c051a7edc484p-10,
                                0x1.9872fbde0848cp-16};
// tan(r) = r + r^3 P(r^2), |r| <= 0.82; 2.8e-9
constexpr std::array kTangent = {0x1.55556cp-2f, 0x1.110a74p-3f,   0x1.bb66c4p-5f, 0x1.5728bp-6f,
                                 0x1.7f4d3cp-7f, -0x1.023ce8p-10f, 0x1.40f214p-8f};
// atan(t) = t + t^3 P(t^2), |t| <= 1; 5e-9
constexpr std::array kArcTangent = {-0x1.55553ep-2f, 0x1.9991e4p-3f, -0x1.2420aap-3f, 0x1.c0908p-4f,   -0x1.5820a6p-4f,
                                    0x1.daac24p-5f,  -0x1.fef8ep-6f, 0x1.66500p-7f,   -0x1.d861bap-10f};
// asin(s) = s + s^3 P(s^2), |s| <= 1/2; 4.9e-9
constexpr std::array kArcSine = {0x1.5555c8p-3f, 0x1.330204p-4f, 0x1.747bb8p-5f, 0x1.8c3e5p-6f, 0x1.595c6p-5f};

}  // namespace

// |x| = n pi / 2 + rest
struct Math::Angle {
  Value* rest;      // double
  Value* quarters;  // n, of which the last bits are right
  Value* is_far;
};

Math::Angle Math::angle(Value* x) {
  constexpr double kMagic = 0x1.8p23;  // the last bits of a sum with it are the nearest whole number, even of a NaN
  Value *a = unary(intrinsic::fabs, x), *magic = constant(x, kMagic);
  Value* sum = fma(a, constant(x, 0x1.45f306p-1), magic);
  Value *n = wide(b_.CreateFSub(sum, magic)), *rest = wide(a);
  rest = fma(n, constant(n, -kHalfPiHigh), rest);
  rest = fma(n, constant(n, -kHalfPiLow), rest);
  return {rest, bits_of(sum), b_.CreateFCmpOGE(a, constant(x, kFar))};
}

Value* Math::sine(Value* x, bool is_cosine) {
  const Angle of = angle(x);
  Value *r = of.rest, *r2 = b_.CreateFMul(r, r), *bits = bits_of(x);
  Value* odd = fma(b_.CreateFMul(r, r2), polynomial(r2, kSine), r);
  Value* even = fma(r2, polynomial(r2, kCosine), constant(r, 1));
  auto word = [&](uint32_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
  Value* turn = is_cosine ? b_.CreateAdd(of.quarters, word(1)) : of.quarters;
  Value* is_odd = b_.CreateICmpEQ(b_.CreateAnd(turn, word(1)), word(0));
  Value* sign = b_.CreateShl(b_.CreateAnd(turn, word(2)), 30);
  if (!is_cosine) sign = b_.CreateXor(sign, b_.CreateAnd(bits, word(0x80000000)));
  Value* y = narrow(b_.CreateSelect(is_odd, odd, even), x);
  y = b_.CreateBitCast(b_.CreateXor(bits_of(y), sign), x->getType());
  return or_libm(is_cosine ? "cos" : "sin", of.is_far, y, std::array{x});
}

// In odd quarters -1 / tan, with what the tangent lost by rounding.
Value* Math::tan(Value* x) {
  const Angle of = angle(x);
  Value *r = narrow(of.rest, x), *r2 = b_.CreateFMul(r, r);
  Value* exact = b_.CreateFAdd(of.rest, wide(b_.CreateFMul(b_.CreateFMul(r, r2), polynomial(r2, kTangent))));
  Value *t = narrow(exact, x), *lost = narrow(b_.CreateFSub(exact, wide(t)), x);
  Value* q = b_.CreateFDiv(constant(x, -1), t);
  Value* turned = fma(b_.CreateFMul(lost, q), q, q);
  Value* zero = llvm::Constant::getNullValue(of.quarters->getType());
  Value* last = b_.CreateAnd(of.quarters, llvm::ConstantInt::get(zero->getType(), 1));
  Value* y = b_.CreateSelect(b_.CreateICmpEQ(last, zero), t, turned);
  Value* sign = b_.CreateAnd(bits_of(x), llvm::ConstantInt::get(zero->getType(), 0x80000000));
  return or_libm("tan", of.is_far, b_.CreateBitCast(b_.CreateXor(bits_of(y), sign), x->getType()), std::array{x});
}

Value* Math::atan(Value* x) {
  Value *a = unary(intrinsic::fabs, x), *one = constant(x, 1), *zero = constant(x, 0);
  Value* is_steep = b_.CreateFCmpOGT(a, one);
  Value* t = b_.CreateFDiv(b_.CreateSelect(is_steep, constant(x, -1), a), b_.CreateSelect(is_steep, a, one));
  Value* t2 = b_.CreateFMul(t, t);
  Value* bend =
      fma(b_.CreateFMul(t, t2), polynomial(t2, kArcTangent), b_.CreateSelect(is_steep, constant(x, kHalfPiRest), zero));
  // The larger two first, what their sum loses with the smaller one.
  Value* base = b_.CreateSelect(is_steep, constant(x, kHalfPi), zero);
  Value *sum = b_.CreateFAdd(base, t), *lost = b_.CreateFAdd(b_.CreateFSub(base, sum), t);
  return b_.CreateBinaryIntrinsic(intrinsic::copysign, b_.CreateFAdd(sum, b_.CreateFAdd(bend, lost)), x);
}

// The angle of the smaller side over the larger one, seen from the positive side of x.
Value* Math::atan2(Value* y, Value* x) {
  Value *a = unary(intrinsic::fabs, y), *c = unary(intrinsic::fabs, x), *zero = constant(x, 0), *one = constant(x, 1);
  Value* is_steep = b_.CreateFCmpOGT(a, c);
  Value *low = b_.CreateSelect(is_steep, c, a), *high = b_.CreateSelect(is_steep, a, c);
  Value* of_equal = b_.CreateSelect(b_.CreateFCmpOEQ(high, zero), zero, one);  // infinities as well
  Value* t = b_.CreateSelect(b_.CreateFCmpOEQ(low, high), of_equal, b_.CreateFDiv(low, high));
  Value* t2 = b_.CreateFMul(t, t);
  Value* bend = b_.CreateFMul(b_.CreateFMul(t, t2), polynomial(t2, kArcTangent));
  Value* is_behind = b_.CreateICmpSLT(bits_of(x), llvm::Constant::getNullValue(bits_of(x)->getType()));
  // t or pi - t; pi / 2 - t or pi / 2 + t
  Value* flips = b_.CreateXor(is_steep, is_behind);
  auto turned = [&](Value* v) { return b_.CreateSelect(flips, b_.CreateFNeg(v), v); };
  auto base = [&](double half, double whole) {
    return b_.CreateSelect(is_steep, constant(x, half), b_.CreateSelect(is_behind, constant(x, whole), zero));
  };
  Value *start = base(kHalfPi, kPi), *way = turned(t);
  Value *sum = b_.CreateFAdd(start, way), *lost = b_.CreateFAdd(b_.CreateFSub(start, sum), way);
  Value* rest = b_.CreateFAdd(b_.CreateFAdd(base(kHalfPiRest, kPiRest), turned(bend)), lost);
  return b_.CreateBinaryIntrinsic(intrinsic::copysign, b_.CreateFAdd(sum, rest), y);
}

// Of |x| > 1/2: pi / 2 - 2 asin(s), s = sqrt((1 - |x|) / 2). (1.5 - 2 s has no more bits than a float32 where s is
// large enough to matter.)
Value* Math::asin(Value* x) {
  Value *a = unary(intrinsic::fabs, x), *half = constant(x, 0.5);
  Value* is_near = b_.CreateFCmpOLE(a, half);
  Value* z = b_.CreateSelect(is_near, b_.CreateFMul(x, x), b_.CreateFMul(b_.CreateFSub(constant(x, 1), a), half));
  Value* s = b_.CreateSelect(is_near, a, unary(intrinsic::sqrt, z));
  Value* bend = b_.CreateFMul(b_.CreateFMul(s, z), polynomial(z, kArcSine));
  Value* minus_two = constant(x, -2);
  Value* far = fma(minus_two, s, constant(x, 1.5));
  far = b_.CreateFAdd(far, fma(minus_two, bend, constant(x, kHalfPi - 1.5 + kHalfPiRest)));
  return b_.CreateBinaryIntrinsic(intrinsic::copysign, b_.CreateSelect(is_near, b_.CreateFAdd(s, bend), far), x);
}

// Near: pi / 2 - asin(x). Far: 2 asin(s), or pi less that.
Value* Math::acos(Value* x) {
  Value *a = unary(intrinsic::fabs, x), *half = constant(x, 0.5), *zero = constant(x, 0);
  Value* is_near = b_.CreateFCmpOLE(a, half);
  Value* z = b_.CreateSelect(is_near, b_.CreateFMul(x, x), b_.CreateFMul(b_.CreateFSub(constant(x, 1), a), half));
  Value* s = b_.CreateSelect(is_near, a, unary(intrinsic::sqrt, z));
  Value* bend = b_.CreateFMul(b_.CreateFMul(s, z), polynomial(z, kArcSine));
  Value* is_negative = b_.CreateFCmpOLT(x, zero);
  // base + factor * (s + bend)
  auto base = [&](double quarter, double whole) {
    return b_.CreateSelect(is_near, constant(x, quarter), b_.CreateSelect(is_negative, constant(x, whole), zero));
  };
  Value* factor = b_.CreateSelect(b_.CreateXor(is_near, is_negative), constant(x, -1), constant(x, 1));
  factor = b_.CreateFMul(factor, b_.CreateSelect(is_near, constant(x, 1), constant(x, 2)));
  Value *start = base(kHalfPi, kPi), *way = b_.CreateFMul(factor, s);
  Value *sum = b_.CreateFAdd(start, way), *lost = b_.CreateFAdd(b_.CreateFSub(start, sum), way);
  return b_.CreateFAdd(sum, b_.CreateFAdd(fma(factor, bend, base(kHalfPiRest, kPiRest)), lost));
}

}  // namespace hammock::jit

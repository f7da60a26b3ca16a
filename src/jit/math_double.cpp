// SPDX-License-Identifier: Apache-2.0
// Functions of float64. What an argument loses where it is reduced goes along as a second number, so that nothing but
// the last steps rounds. Coefficients are minimax fits as in math.cpp, rounded to double.
#include <llvm/IR/Intrinsics.h>

#include <array>

#include "math.h"

namespace hammock::jit {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

namespace of_double {

// ln 2; the first has so few bits that its products with exponents are exact.
constexpr double kLog2High = 0x1.62e42feep-1, kLog2Low = 0x1.a39ef35793c76p-33, kLog2E = 0x1.71547652b82fep+0;
constexpr double kMagic = 0x1.8p52;  // the last bits of a sum with it are the nearest whole number, even of a NaN
// pi / 2 is the sum of these three; products of the first two with whole numbers up to 2^20 are exact.
constexpr double kHalfPi1 = 0x1.921fb544p+0, kHalfPi2 = 0x1.0b4611a6p-34, kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kFar = 1024;  // an angle near a multiple of pi / 2 has all its bits up to there

// exp(r) = 1 + r + r^2 Q(r), |r| <= ln 2 / 2; relative error 3.7e-18
constexpr std::array kExp = {0x1.000000000000ap-1,  0x1.55555555554f9p-3,  0x1.55555555507f1p-5,  0x1.1111111127e85p-7,
                             0x1.6c16c1844afeep-10, 0x1.a01a0129b3a35p-13, 0x1.a01999adcf1f5p-16, 0x1.71df262e0a285p-19,
                             0x1.28adce715d597p-22, 0x1.ad7effbbd58f0p-26};
// log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), |s| <= 0.1716; 1.2e-18
constexpr std::array kLog = {0x1.5555555555593p-1, 0x1.999999997fb31p-2, 0x1.2492494217a15p-2, 0x1.c71c51e7f7590p-3,
                             0x1.7466462c9394cp-3, 0x1.39a0f5012195fp-3, 0x1.2f0d8ea940b60p-3};
// erf(x) = x + x P(x^2), |x| <= 0.95; 2.2e-18
constexpr std::array kErfNear = {0x1.06eba8214db68p-3,   -0x1.812746b0379d9p-2,  0x1.ce2f21a0420abp-4,
                                 -0x1.b82ce3124eeb2p-6,  0x1.565bcd04cd4bbp-8,   -0x1.c02db21c75dfap-11,
                                 0x1.f9a2ea8c1e470p-14,  -0x1.f4cd601f3a920p-17, 0x1.b9a038278a260p-20,
                                 -0x1.5cdaf220d8011p-23, 0x1.dd36d2b70664dp-27,  -0x1.bf2459f330cb3p-31};
// erf(x) = 1 - exp(-x^2) P((x - 3) / (x + 3)), 0.92 <= x <= 5.95; 1.3e-17
constexpr std::array kErfFar = {0x1.6e9827d228fbep-3,  -0x1.4e102b9d0ea51p-2, 0x1.f6ff203f6ae09p-3,
                                -0x1.336ffbca59bc3p-3, 0x1.258b1b5fcc511p-4,  -0x1.8fa447a5a709ap-6,
                                0x1.17e805aa97d5fp-8,  0x1.7710bb5cb55c0p-11, -0x1.2e3b58a16418ap-11,
                                0x1.59f53cc84cf67p-14, 0x1.c2f5afc28db94p-14, 0x1.18166d975e4abp-16};
// sin(r) = r + r^3 P(r^2), |r| <= 0.79; 3.9e-18
constexpr std::array kSine = {-0x1.5555555555547p-3, 0x1.111111110f64ap-7,   -0x1.a01a019bcb713p-13,
                              0x1.71de353aba53bp-19, -0x1.ae5e3651f04d7p-26, 0x1.5d850f537f095p-33};
// cos(r) = 1 - r^2 / 2 + r^4 P(r^2), |r| <= 0.79; 6.1e-20
constexpr std::array kCosine = {0x1.555555555554ap-5,   -0x1.6c16c16c14dd4p-10, 0x1.a01a019c57d59p-16,
                                -0x1.27e4f7c9fc648p-22, 0x1.1ee9c10126336p-29,  -0x1.8f98a44f4991ep-37};

// log((1 + s) / (1 - s)) = 2 s + 2 / 3 s^3 + s^5 P(s^2), |s| <= 0.1716; 1.1e-20
constexpr std::array kLogTail = {0x1.9999999999b33p-2, 0x1.24924924577f8p-2, 0x1.c71c722de4462p-3, 0x1.745ce9b684225p-3,
                                 0x1.3b1ef46af9fe7p-3, 0x1.0f7f1fe5be5b1p-3, 0x1.0e4a36b9afba9p-3};

}  // namespace of_double

// e^x = 2^n (1 + more)
struct Math::DoubleExponential {
  Value *more, *n;
};

// Of x + more, |x| <= 1100.
Math::DoubleExponential Math::double_exponential(Value* x, Value* more) {
  Value* magic = constant(x, of_double::kMagic);
  Value* n = b_.CreateFSub(fma(x, constant(x, of_double::kLog2E), magic), magic);
  Value *most = fma(n, constant(x, -of_double::kLog2High), x), *low = constant(x, -of_double::kLog2Low);
  Value* r = fma(n, low, most);
  Value* lost = fma(n, low, b_.CreateFSub(most, r));
  if (more != nullptr) {
    Value *all = b_.CreateFAdd(lost, more), *sum = b_.CreateFAdd(r, all);
    lost = b_.CreateFSub(all, b_.CreateFSub(sum, r));
    r = sum;
  }
  return {b_.CreateFAdd(r, fma(b_.CreateFMul(r, r), polynomial(r, of_double::kExp), lost)), n};
}

Value* Math::double_exp(Value* x) {
  Value* is_zero = b_.CreateFCmpOLT(x, constant(x, -745.14));
  if (!scales_under_mask(x)) x = b_.CreateSelect(is_zero, constant(x, 0), x);
  const DoubleExponential e = double_exponential(at_most(x, 710));
  return scale(b_.CreateFAdd(e.more, constant(x, 1)), e.n, is_zero);
}

// x = 2^e (1 + f), sqrt(1/2) <= 1 + f <= sqrt(2)
struct Math::DoubleParts {
  Value *e, *f;
};

Math::DoubleParts Math::double_parts(Value* x) {
  Value* is_denormal = b_.CreateFCmpOLT(x, constant(x, 0x1p-1022));
  Value* normal = b_.CreateSelect(is_denormal, b_.CreateFMul(x, constant(x, 0x1p54)), x);
  Value* bits = bits_of(normal);
  auto word = [&](uint64_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
  constexpr uint64_t kOne = 0x3ff0000000000000, kRoot = 0x3fe6a09e667f3bcd, kWhole = 0x4330000000000000;
  Value* moved = b_.CreateAdd(bits, word(kOne - kRoot));
  Value* biased = b_.CreateBitCast(b_.CreateOr(b_.CreateLShr(moved, 52), word(kWhole)), x->getType());
  Value* e =
      b_.CreateFSub(biased, b_.CreateSelect(is_denormal, constant(x, 0x1p52 + 1023 + 54), constant(x, 0x1p52 + 1023)));
  Value* fraction = b_.CreateAdd(b_.CreateSub(bits, b_.CreateAnd(moved, word(0xfff0000000000000))), word(kOne));
  Value* f = b_.CreateFSub(b_.CreateBitCast(fraction, x->getType()), constant(x, 1));
  return {e, f};
}

// With s = f / (2 + f), log(1 + f) = f - (f^2 / 2 - s (f^2 / 2 + s^2 P(s^2))).
Value* Math::double_log(Value* x) {
  const auto [e, f] = double_parts(x);
  Value *s = b_.CreateFDiv(f, b_.CreateFAdd(f, constant(x, 2))), *s2 = b_.CreateFMul(s, s);
  Value* half = b_.CreateFMul(b_.CreateFMul(f, f), constant(x, 0.5));
  Value* small =
      fma(e, constant(x, of_double::kLog2Low), b_.CreateFMul(s, fma(s2, polynomial(s2, of_double::kLog), half)));
  Value* y = fma(e, constant(x, of_double::kLog2High), b_.CreateFSub(f, b_.CreateFSub(half, small)));
  y = b_.CreateSelect(b_.CreateFCmpOLT(x, constant(x, kInfinity)), y, x);
  Value* zero = constant(x, 0);
  Value* outside = b_.CreateSelect(b_.CreateFCmpOEQ(x, zero), constant(x, -kInfinity), constant(x, kNan));
  return b_.CreateSelect(b_.CreateFCmpOGT(x, zero), y, outside);
}

// With u = 1 + x rounded: log(u), and what the sum lost, divided by u.
Value* Math::double_log1p(Value* x) {
  Value *one = constant(x, 1), *u = b_.CreateFAdd(x, one), *y = double_log(u);
  Value* lost = b_.CreateFSub(x, b_.CreateFSub(u, one));
  lost =
      b_.CreateSelect(b_.CreateFCmpOGT(unary(intrinsic::fabs, x), one), b_.CreateFSub(one, b_.CreateFSub(u, x)), lost);
  Value* corrected = b_.CreateFAdd(y, b_.CreateFDiv(lost, u));
  Value* is_usual = b_.CreateAnd(b_.CreateFCmpOGT(u, constant(x, 0)), b_.CreateFCmpOLT(u, constant(x, kInfinity)));
  return with_sign(b_.CreateSelect(is_usual, corrected, y), x);
}

// By half of 2^n, which is always a number.
Value* Math::double_expm1(Value* x) {
  Value *least = constant(x, -40), *v = at_most(x, 710);  // -1 by then
  v = b_.CreateSelect(b_.CreateFCmpOLT(v, least), least, v);
  const DoubleExponential e = double_exponential(v);
  Value *half = constant(x, 0.5), *power = scale(half, e.n);
  Value* y = fma(power, e.more, b_.CreateFSub(power, half));
  return with_sign(b_.CreateFAdd(y, y), x);
}

// e^(y log |x|), where the logarithm, and its product with y, are sums of two numbers. With s + t = f / (2 + f) it is
// e log 2 + 2 (s + t) + (s + t)^3 (2 / 3 + ...).
Value* Math::double_power(Value* x, Value* y) {
  Value *a = unary(intrinsic::fabs, x), *two = constant(x, 2), *zero = constant(x, 0), *one = constant(x, 1);
  const auto [e, f] = double_parts(a);
  auto negative = [&](Value* v) { return b_.CreateFNeg(v); };
  Value *below = b_.CreateFAdd(f, two), *of_below = b_.CreateFSub(f, b_.CreateFSub(below, two));
  Value *inverse = b_.CreateFDiv(one, below), *s = b_.CreateFMul(f, inverse);
  Value* t = b_.CreateFMul(fma(negative(s), of_below, fma(negative(s), below, f)), inverse);
  Value* square = b_.CreateFMul(s, s);
  Value* of_square = fma(b_.CreateFMul(s, t), two, fma(s, s, negative(square)));
  Value *third = constant(x, 0x1.5555555555555p-1), *cubic = b_.CreateFMul(square, third);
  Value* of_cubic = fma(square, third, negative(cubic));
  of_cubic = fma(square, constant(x, 0x1.5555555555555p-55), fma(of_square, third, of_cubic));
  of_cubic = fma(b_.CreateFMul(square, square), polynomial(square, of_double::kLogTail), of_cubic);
  Value* factor = b_.CreateFAdd(two, cubic);
  Value* of_factor = b_.CreateFAdd(b_.CreateFAdd(b_.CreateFSub(two, factor), cubic), of_cubic);
  Value* high = b_.CreateFMul(s, factor);
  Value* low = fma(t, factor, fma(s, of_factor, fma(s, factor, negative(high))));
  Value *whole = b_.CreateFMul(e, constant(x, of_double::kLog2High)), *log = b_.CreateFAdd(whole, high);
  low = b_.CreateFAdd(low, b_.CreateFSub(high, b_.CreateFSub(log, whole)));
  low = fma(e, constant(x, of_double::kLog2Low), low);
  Value* sum = b_.CreateFAdd(log, low);
  low = b_.CreateFSub(low, b_.CreateFSub(sum, log));
  log = sum;
  log = b_.CreateSelect(b_.CreateFCmpOLT(a, constant(x, kInfinity)), log, a);
  log = b_.CreateSelect(b_.CreateFCmpOEQ(a, zero), constant(x, -kInfinity), log);
  Value *exponent = b_.CreateFMul(y, log), *more = fma(y, low, fma(y, log, negative(exponent)));
  Value* is_one = b_.CreateOr(b_.CreateFCmpOEQ(y, zero), b_.CreateFCmpOEQ(a, one));
  constexpr double kMost = 760;  // the result is 0 or infinite by then
  Value *most = constant(x, kMost), *least = constant(x, -kMost);
  Value *is_large = b_.CreateFCmpOGE(exponent, most), *is_small = b_.CreateFCmpOLE(exponent, least);
  exponent = b_.CreateSelect(is_large, most, b_.CreateSelect(is_small, least, exponent));
  exponent = b_.CreateSelect(is_one, zero, exponent);
  more = b_.CreateSelect(b_.CreateOr(is_one, b_.CreateOr(is_large, is_small)), zero, more);
  const DoubleExponential power = double_exponential(exponent, more);
  return signed_power(x, y, scale(b_.CreateFAdd(power.more, one), power.n));
}

Value* Math::double_erf(Value* x) {
  Value *a = unary(intrinsic::fabs, x), *three = constant(x, 3);
  Value* near = fma(x, polynomial(b_.CreateFMul(x, x), of_double::kErfNear), x);
  Value* v = at_most(a, 5.95);  // its erf rounds to 1
  Value* t = b_.CreateFDiv(b_.CreateFSub(v, three), b_.CreateFAdd(v, three));
  const DoubleExponential e = double_exponential(b_.CreateFNeg(b_.CreateFMul(v, v)));
  Value* power = scale(b_.CreateFAdd(e.more, constant(x, 1)), e.n);
  Value* far = fma(b_.CreateFNeg(polynomial(t, of_double::kErfFar)), power, constant(x, 1));
  return b_.CreateSelect(b_.CreateFCmpOLT(a, constant(x, 0.93)), near, with_sign(far, x));
}

// With q = e^(-2 |x|) and u = q - 1, which does not cancel: -u / (2 + u), or 1 - 2 q / (2 + u).
Value* Math::double_tanh(Value* x) {
  Value *a = at_most(unary(intrinsic::fabs, x), 25), *two = constant(x, 2), *one = constant(x, 1);  // 1 by then
  const DoubleExponential e = double_exponential(b_.CreateFMul(a, constant(x, -2)));
  Value* power = scale(one, e.n);
  Value *u = fma(power, e.more, b_.CreateFSub(power, one)), *q = fma(power, e.more, power);
  Value* is_near = b_.CreateFCmpOLT(a, constant(x, 0.55));
  Value* top = b_.CreateSelect(is_near, u, b_.CreateFMul(q, two));
  Value *sum = b_.CreateFAdd(u, two), *part = b_.CreateFDiv(top, sum);
  // What the sum lost, divided by about that sum.
  Value* lost = b_.CreateFMul(b_.CreateFAdd(b_.CreateFSub(two, sum), u), fma(u, constant(x, -0.3), constant(x, 0.5)));
  part = fma(b_.CreateFNeg(part), lost, part);
  return with_sign(b_.CreateSelect(is_near, part, b_.CreateFSub(one, part)), x);
}

// |x| = n pi / 2 + r + lost
Value* Math::double_sine(Value* x, bool is_cosine) {
  Value *a = unary(intrinsic::fabs, x), *magic = constant(x, of_double::kMagic), *bits = bits_of(x);
  Value* sum = fma(a, constant(x, 0x1.45f306dc9c883p-1), magic);
  Value* n = b_.CreateFSub(sum, magic);
  Value *most = fma(n, constant(x, -of_double::kHalfPi1), a), *next = constant(x, -of_double::kHalfPi2);
  Value* r = fma(n, next, most);
  Value* lost = fma(n, constant(x, -of_double::kHalfPi3), fma(n, next, b_.CreateFSub(most, r)));
  Value *r2 = b_.CreateFMul(r, r), *half = b_.CreateFMul(r2, constant(x, 0.5)), *one = constant(x, 1);
  Value* odd = fma(b_.CreateFMul(r, r2), polynomial(r2, of_double::kSine), fma(b_.CreateFNeg(half), lost, lost));
  odd = b_.CreateFAdd(r, odd);
  Value* high = b_.CreateFSub(one, half);
  Value* low = fma(b_.CreateFMul(r2, r2), polynomial(r2, of_double::kCosine), b_.CreateFNeg(b_.CreateFMul(r, lost)));
  Value* even = b_.CreateFAdd(high, b_.CreateFAdd(b_.CreateFSub(b_.CreateFSub(one, high), half), low));
  auto word = [&](uint64_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
  Value *quarters = bits_of(sum), *turn = is_cosine ? b_.CreateAdd(quarters, word(1)) : quarters;
  Value* is_odd = b_.CreateICmpEQ(b_.CreateAnd(turn, word(1)), word(0));
  Value* sign = b_.CreateShl(b_.CreateAnd(turn, word(2)), 62);
  if (!is_cosine) sign = b_.CreateXor(sign, b_.CreateAnd(bits, word(uint64_t{1} << 63)));
  Value* y = b_.CreateBitCast(b_.CreateXor(bits_of(b_.CreateSelect(is_odd, odd, even)), sign), x->getType());
  return or_libm(is_cosine ? "cos" : "sin", b_.CreateFCmpOGE(a, constant(x, of_double::kFar)), y, std::array{x});
}

}  // namespace hammock::jit

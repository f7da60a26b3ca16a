// SPDX-License-Identifier: Apache-2.0
// Scalar functions as IR, for scalars and for vectors of any width.
//
// float32 functions are polynomials fitted for this file, in float32 or in double; they are right at infinities, NaN,
// denormals and far arguments. Of those of which a vector has one too far for them (sin, cos, tan from 131072 on, fmod
// from a quotient of 2^23 on; in float64 sin and cos from 1024 on), libm computes these lanes in a branch. exp, log,
// expm1, log1p, erf, tanh, sigmoid, sin, cos (and pow, with fused operations) are such polynomials in float64, too; the
// other functions of float64, and the rare ones of float32, call libm lane by lane. Largest errors of float32 functions
// in ulp (without fused operations), which tests/jit/math_test.cpp holds against libm in double over a dense sweep:
//
//   exp 0.99, exp2 0.99, exp10 1.22, log 1.15, log2 1.32 (1.76), log10 1.20 (1.54), erf 1.10 (1.29), tanh 1.30,
//   sigmoid 1.91, sqrt 0.5, rsqrt 1.48, tan 1.50, asin 1.17, acos 1.12, atan 1.24 (1.30), atan2 1.52;
//   in double and rounded: sin, cos, sinh, cosh, asinh, acosh, atanh, expm1, log1p, pow, cbrt, hypot, erfc, tgamma,
//   lgamma 0.51 (sin, cos of what is far 0.56, pow 0.57); exact: fmod
//   float64: exp, log, sin, cos 1, pow 1.2, log1p 1.5, erf 1.3 (1.6), sigmoid 2, expm1, tanh 2.2
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <limits>
#include <span>
#include <string_view>

#include "hammock/base/dtype.h"
#include "hammock/prim/intrinsics.h"
#include "host.h"

namespace hammock::jit {

int lanes_of(const llvm::Value* value);                               // 1: a scalar
llvm::Type* in_lanes_of(const llvm::Value* value, llvm::Type* lane);  // as many of `lane`

// Of float32, for which half as many lanes are in a register: dozens of instructions.
bool is_computed_in_double(Intrinsic function);

// A double as a float of which another rounding makes the nearest of fewer digits: where bits are lost, the last one is
// set (rounding to odd).
llvm::Value* narrow_to_odd(llvm::IRBuilder<>& builder, llvm::Value* value);

class Math {
 public:
  using Value = llvm::Value;
  Math(llvm::IRBuilder<>& builder, const Host& host) : b_(builder), host_(host) {}

  // The intrinsic `name` on operands of the register type of `dtype` (all scalars or all vectors of one width), whose
  // row has a scalar function; null if there is none of that name for that dtype.
  Value* call(std::string_view name, DType dtype, std::span<Value* const> args);

  struct Base;  // of powers and logarithms

  // float32 only.
  Value* exp(Value* x);
  Value* normal_exp(Value* x);  // 0 where exp is smaller than all normal numbers
  Value* exp2(Value* x);
  Value* small_exp2(Value* x);  // of what is not above 0, or hardly; 0 where it is smaller than all normal numbers
  Value* exp10(Value* x);
  Value* log(Value* x);
  Value* log2(Value* x);
  Value* log10(Value* x);
  Value* erf(Value* x);
  Value* tanh(Value* x);
  Value* sigmoid(Value* x);
  Value* sigmoid_of(Value* x, Value* e);  // float64, too
  Value* sine(Value* x, bool is_cosine);
  Value* tan(Value* x);
  Value* asin(Value* x);
  Value* acos(Value* x);
  Value* atan(Value* x);
  Value* atan2(Value* y, Value* x);
  Value* expm1(Value* x);
  Value* log1p(Value* x);
  Value* sinh(Value* x);
  Value* cosh(Value* x);
  Value* asinh(Value* x);
  Value* acosh(Value* x);
  Value* atanh(Value* x);
  Value* cbrt(Value* x);
  Value* erfc(Value* x);
  Value* hypot(Value* x, Value* y);
  Value* fmod(Value* x, Value* y);

  // float32, float64
  Value* round_away(Value* x);  // halves away from zero
  Value* power(Value* x, Value* y);

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

  Value* call_on_integers(Intrinsic function, DType dtype, std::span<Value* const> args);
  Value* call_on_floats(Intrinsic function, std::span<Value* const> args);  // null where the row's last column says how
  Value* composed(Intrinsic function, bool is_double, Value* x);
  Value* shift(bool is_left, DType dtype, Value* x, Value* by);
  Value* next_half(Value* x, Value* towards);
  Value* constant(Value* like, double value);
  template <class Coefficients>  // lowest first
  Value* polynomial(Value* x, const Coefficients& coefficients) {
    Value* sum = constant(x, coefficients.back());
    for (size_t i = coefficients.size() - 1; i-- > 0;) sum = fma(sum, x, constant(x, coefficients[i]));
    return sum;
  }
  Value* fma(Value* a, Value* b, Value* c);  // fused where the machine can
  bool scales_under_mask(Value* x) const;
  // x * 2^n, n integral float in [-200, 200], or [-2000, 2000] of double; 0 in the lanes of `is_zero`, where n may be
  // anything if it scales under a mask.
  Value* scale(Value* x, Value* n, Value* is_zero = nullptr);
  Value* exp_of_clamped(Value* x);  // -104 <= x <= 89
  Value* power_of(const Base& base, Value* x, Value* is_zero = nullptr);
  Value* power_within(const Base& base, Value* x, double low, double high);
  Value* log_to(const Base& base, Value* x);

  struct Angle;
  Angle angle(Value* x);
  Value* wide(Value* x);                 // in double
  Value* narrow(Value* x, Value* like);  // in float32
  Value* bits_of(Value* x);
  Value* with_sign(Value* x, Value* of);
  Value* at_most(Value* x, double most);  // or NaN
  struct Exponential;
  Exponential exponential(Value* x);
  Value* exponential_of(const Exponential& e);
  Value* logarithm(Value* x);
  Value* where_small(Value* x, double below, double factor, bool is_cubic, Value* otherwise);
  Value* power_in_double(Value* x, Value* y);
  Value* signed_power(Value* x, Value* y, Value* magnitude);  // magnitude: |x|^y

  // float64
  struct DoubleExponential;
  struct DoubleParts;
  DoubleExponential double_exponential(Value* x, Value* more = nullptr);
  DoubleParts double_parts(Value* x);
  Value* double_power(Value* x, Value* y);  // where the machine has fused operations
  Value* double_exp(Value* x);
  Value* double_log(Value* x);
  Value* double_log1p(Value* x);
  Value* double_expm1(Value* x);
  Value* double_erf(Value* x);
  Value* double_tanh(Value* x);
  Value* double_sine(Value* x, bool is_cosine);

  // `usual`, in the lanes of `is_rare` what libm says. No lane's value depends on those beside it.
  Value* or_libm(std::string_view name, Value* is_rare, Value* usual, std::span<Value* const> args);
  llvm::Function* lanes_of_libm(std::string_view name, llvm::Type* type, size_t args);
  llvm::FunctionCallee libm(std::string_view name, llvm::Type* scalar, size_t args);
  Value* in_double(std::string_view name, Value* x);
  Value* lane_by_lane(std::string_view name, std::span<Value* const> args);
  Value* unary(llvm::Intrinsic::ID id, Value* x) { return b_.CreateUnaryIntrinsic(id, x); }

  llvm::IRBuilder<>& b_;
  const Host& host_;
};

}  // namespace hammock::jit

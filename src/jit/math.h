// SPDX-License-Identifier: Apache-2.0
// Scalar functions as IR, for scalars and for vectors of any width.
//
// float32 functions are polynomials fitted for this file; they are right at infinities, NaN, denormals and far
// arguments. float64 functions, and the rare float32 ones, call libm lane by lane. Largest errors of float32 functions
// in ulp (without fused operations), which tests/jit/math_test.cpp holds against libm in double over a dense sweep:
//
//   exp 0.99, exp2 0.99, exp10 1.22, log 1.15, log2 1.32 (1.76), log10 1.20 (1.54), erf 1.10 (1.29), tanh 1.30,
//   sigmoid 1.89, sqrt 0.5, rsqrt 1.48; in double and rounded: erfc, tgamma, lgamma 0.5;
//   of glibc 2.36: log1p 0.80, expm1 0.77, sin and cos 0.56, tan 1.42, asin 0.85, acos 0.88, atan 0.84, sinh and cosh
//   1.85, asinh 1.62, acosh 1.85, atanh 1.57, cbrt 0.95
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <span>
#include <string_view>

#include "hammock/base/dtype.h"
#include "hammock/prim/intrinsics.h"
#include "host.h"

namespace hammock::jit {

int lanes_of(const llvm::Value* value);  // 1: a scalar

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

  // float32, float64
  Value* round_away(Value* x);  // halves away from zero
  Value* power(Value* x, Value* y);

 private:
  Value* call_on_integers(Intrinsic function, DType dtype, std::span<Value* const> args);
  Value* call_on_floats(Intrinsic function, std::span<Value* const> args);  // null where the row's last column says how
  Value* composed(Intrinsic function, bool is_double, Value* x);
  Value* shift(bool is_left, DType dtype, Value* x, Value* by);
  Value* next_half(Value* x, Value* towards);
  Value* constant(Value* like, double value);
  Value* polynomial(Value* x, std::span<const float> coefficients);  // lowest first
  Value* fma(Value* a, Value* b, Value* c);                          // fused where the machine can
  bool scales_under_mask(Value* x) const;
  // x * 2^n, n integral float in [-200, 200]; 0 in the lanes of `is_zero`, where n may be anything if it scales under a
  // mask.
  Value* scale(Value* x, Value* n, Value* is_zero = nullptr);
  Value* exp_of_clamped(Value* x);  // -104 <= x <= 89
  Value* power_of(const Base& base, Value* x, Value* is_zero = nullptr);
  Value* power_within(const Base& base, Value* x, double low, double high);
  Value* log_to(const Base& base, Value* x);
  Value* in_double(std::string_view name, Value* x);
  Value* lane_by_lane(std::string_view name, std::span<Value* const> args);
  Value* unary(llvm::Intrinsic::ID id, Value* x) { return b_.CreateUnaryIntrinsic(id, x); }

  llvm::IRBuilder<>& b_;
  const Host& host_;
};

}  // namespace hammock::jit

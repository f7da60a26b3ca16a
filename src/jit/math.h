// SPDX-License-Identifier: Apache-2.0
// Scalar functions as IR, for scalars and for vectors of any width.
//
// float32 functions are polynomials fitted for this file (each states its largest error, which tests/jit/math_test.cpp
// holds against libm over a dense sweep); they are right at infinities, NaN, denormals and far arguments. float64
// functions, and the rare float32 ones, call libm lane by lane.
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

  // float32 only.
  Value* exp(Value* x);      // 0.99 ulp
  Value* log(Value* x);      // 1.15 ulp
  Value* erf(Value* x);      // 1.1 ulp (1.3 without fused operations)
  Value* tanh(Value* x);     // 1.3 ulp
  Value* sigmoid(Value* x);  // 2.3 ulp

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
  Value* scale(Value* x, Value* n);                                  // x * 2^n, n integral float in [-200, 200]
  Value* exp_of_clamped(Value* x);                                   // -104 <= x <= 89
  Value* lane_by_lane(std::string_view name, std::span<Value* const> args);
  Value* unary(llvm::Intrinsic::ID id, Value* x) { return b_.CreateUnaryIntrinsic(id, x); }

  llvm::IRBuilder<>& b_;
  const Host& host_;
};

}  // namespace hammock::jit

// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of the loop form as LLVM values, for one point or for `lanes` neighbouring points at once.
//
// Points differ in one axis, the lane axis: lane l stands for base + l. What does not vary along the lanes is emitted
// once, as a scalar; what does is a vector of `lanes` elements. A load whose address moves by one element per lane is
// one vector load, by none a scalar load, otherwise a gather.
//
// In registers: bool i1; integers as they are (signedness is the operation's); float16 and bfloat16 as float,
// rounded to their own precision after every operation; float32, float64. In memory a bool is a byte.
//
// Loads under a select are not performed where the condition is false, unless every index is provably inside
// the buffer (then it does not matter). Masked lanes load nothing.
//
// Nothing is hoisted here: loop-invariant code is moved by LLVM (Session runs LICM), values are shared within a scope.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/loop/kernel.h"
#include "host.h"
#include "index_analysis.h"

namespace hammock::jit {

using Builder = llvm::IRBuilder<>;

class ExprEmitter {
 public:
  // `pointers`: one per kernel buffer, without the buffer's offset. The analysis knows the ranges of the axes.
  ExprEmitter(Builder& builder, const Context& context, const loop::Kernel& kernel, const Host& host, const IndexAnalysis& analysis,
              std::vector<llvm::Value*> pointers);

  // A scope: how many points at once, along which axis, from which base (i64), which lanes are on (null: all).
  // Forgets every value of the scope before; bindings stay.
  void begin(int lanes, Prim axis = {}, llvm::Value* base = nullptr, llvm::Value* mask = nullptr);
  // The value of a variable: an axis (i64), an accumulator, a stage's result; scalar, or a vector of the scope's lanes
  // (of its register type).
  void bind(Prim var, llvm::Value* value);
  // Also a vector for what an axis is in all lanes, if lane l is not base + l.

  llvm::Value* emit(Prim e);         // scalar if it does not vary along the lanes
  llvm::Value* emit_vector(Prim e);  // always of `lanes` elements (a scalar if lanes is 1)
  // buffer[index] = value, converted from the register type; masked lanes are not written.
  void store(uint32_t buffer, std::span<const Prim> index, llvm::Value* value);
  // value, made a vector of `lanes` if it is a scalar and lanes > 1
  llvm::Value* widen(llvm::Value* value);

  llvm::Type* register_type(DType dtype) const;
  llvm::Type* memory_type(DType dtype) const;
  // Conversions between both, elementwise.
  llvm::Value* from_memory(llvm::Value* value, DType dtype);
  llvm::Value* to_memory(llvm::Value* value, DType dtype);
  // Set when something could not be emitted; the value returned then is poison and the kernel must be given up.
  const std::optional<std::string>& unsupported() const { return unsupported_; }
  Builder& builder() { return b_; }
  int lanes() const { return lanes_; }

 private:
  struct Guard;
  llvm::Value* emit_under(Prim e, const Guard* guard);
  Builder& b_;
  const Context& context_;
  const loop::Kernel& kernel_;
  const Host& host_;
  const IndexAnalysis& analysis_;
  std::vector<llvm::Value*> pointers_;
  int lanes_ = 1;
  Prim axis_;
  llvm::Value* base_ = nullptr;
  llvm::Value* mask_ = nullptr;
  std::unordered_map<uint32_t, llvm::Value*> bindings_;
  std::optional<std::string> unsupported_;
};

}  // namespace hammock::jit

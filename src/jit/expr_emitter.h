// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of the loop form as LLVM values, for one point or for `lanes` neighbouring points at once.
//
// Points differ in one axis, the lane axis: lane l stands for base + l. What does not vary along the lanes is emitted
// once, as a scalar; what does is a vector of `lanes` elements (any number: LLVM cuts wide vectors into registers). A
// load whose address moves by one element per lane is one vector load, by none a scalar load. Where it moves by steps
// that are known here, as i floordiv 8 does, and meets all of a few neighbours, or by a few elements, they are loaded
// once and shuffled. Otherwise it is a gather.
//
// In registers: bool i1; integers as they are (signedness is the operation's); float16 and bfloat16 as float,
// rounded to their own precision after every operation; float32, float64. In memory a bool is a byte.
//
// Loads under a select are not performed where the condition is false, unless every index is provably inside
// the buffer (then it does not matter). Masked lanes load nothing.
//
// Nothing is hoisted here: loop-invariant code is moved by LLVM (Session runs LICM), values are shared within a scope.
// What cannot be emitted is named in unsupported(); its value is poison and the kernel must be given up.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/loop/kernel.h"
#include "host.h"
#include "index_analysis.h"

namespace hammock::jit {

using Builder = llvm::IRBuilder<>;

// Whether elements so far apart are loaded with what lies between them.
constexpr bool is_shuffled(int64_t stride) { return stride >= -4 && stride <= 4; }

class ExprEmitter {
 public:
  using Value = llvm::Value;

  // `pointers`: one per kernel buffer, at the first element of the view.
  ExprEmitter(Builder& builder, const IndexAnalysis& analysis, const loop::LoweredKernel& kernel, const Host& host,
              std::vector<Value*> pointers);

  // A scope: how many points at once, along which axis, from which base (i64), which lanes are on (null: all; else
  // a vector of i1). The base is a multiple of the lanes. Forgets every value of the scope before; bindings stay.
  void begin(int lanes, Prim axis = {}, Value* base = nullptr, Value* mask = nullptr);
  // The value of a variable: an axis (i64), an accumulator, a stage's result (register type); a scalar, or a vector of
  // the scope's lanes. The lane axis of the scope is bound by begin().
  void bind(Prim var, Value* value);

  // The value of an expression in this scope, which is not to be computed.
  void know(Prim e, Value* value) { values_[{e.index, nullptr}] = value; }

  Value* emit(Prim e);         // a scalar if it does not vary along the lanes
  Value* emit_vector(Prim e);  // always of `lanes` elements (a scalar if lanes is 1)
  // buffer[index] = value, converted from the register type of the buffer's dtype; masked lanes are not written.
  void store(uint32_t buffer, std::span<const Prim> index, Value* value);

  // The same of several values, which lie side by side for each lane: those of the next lane follow.
  void store_woven(uint32_t buffer, std::span<const Prim> index, std::span<Value* const> values);
  // A load that is inside of its buffer at this point, and at the next ones along an axis by which its address moves
  // one by one while the lanes lie at some stride: `count` values, at most as many as lanes. Each lane's elements are
  // loaded as one row, and the square of them is turned.
  std::vector<Value*> load_turned(Prim load, int count);

  Value* widen(Value* value);  // a vector of `lanes`, if it is a scalar and lanes > 1
  llvm::Type* register_type(DType dtype) const;
  llvm::Type* memory_type(DType dtype) const;
  // Elementwise, scalars or vectors.
  Value* from_memory(Value* value, DType dtype);
  Value* to_memory(Value* value, DType dtype);
  Value* convert(Value* value, DType from, DType to);
  // One step of a reduction: `a` is its result so far.
  Value* combine(loop::Combine how, loop::OfNan nan, DType dtype, Value* a, Value* b);

  const std::optional<std::string>& unsupported() const { return unsupported_; }
  Builder& builder() { return b_; }
  const Host& host() const { return host_; }
  int lanes() const { return lanes_; }
  Value* base() const { return base_; }  // of the scope

 private:
  // The condition under which something is needed; conditions nest like the selects they come from.
  struct Guard {
    const Guard* outer;
    Value* condition;  // together with those of the outer ones
  };
  struct Place {
    Value* pointer = nullptr;    // of lane 0 (without `offsets`)
    int64_t stride = 0;          // elements per lane
    Value* offsets = nullptr;    // in elements per lane, or null
    std::vector<int64_t> steps;  // the same as constants, instead of `offsets`; or empty
  };
  // How a term moves along the lanes from its value for the first one.
  struct Steps {
    Value* first;
    std::vector<int64_t> of_lanes;
  };

  Value* emit_under(Prim e, const Guard* guard);
  Value* make(Prim e, const Guard* guard);
  Value* make_select(const PrimNode& n, const Guard* guard);
  Value* make_arithmetic(const PrimNode& n, Value* a, Value* b);
  Value* make_integer_division(const PrimNode& n, Value* a, Value* b);
  Value* make_compare(const PrimNode& n, Value* a, Value* b, bool is_signed, bool is_float);
  Value* make_call(Prim e, const Guard* guard);
  Value* make_load(Prim e, const Guard* guard);
  Value* load_neighbours(const Place& place, llvm::Type* type, llvm::Align align);
  Value* load_strided(const Place& place, llvm::Type* type, llvm::Align align, Value* condition);
  Value* load_lane_by_lane(const Place& place, DType dtype, Value* condition);
  Value* load_scalar(Value* pointer, DType dtype, Value* condition);
  // An int64 expression: i64 scalar, or a vector of i64, or of i32 if `narrow`.
  Value* emit_index(Prim e, const Guard* guard, bool narrow);
  Value* emit_sum(const Linear& sum, const Guard* guard, bool narrow);
  Value* emit_term(Prim term, const Guard* guard, bool narrow);
  std::optional<Steps> steps_of(Prim term);
  Value* constants(std::span<const int64_t> values, llvm::Type* element) const;
  bool is_narrow(Prim e) const;
  bool is_narrow(const Linear& sum) const;
  Place place(uint32_t buffer, std::span<const Prim> index, const Guard* guard);
  const Guard* guard_under(const Guard* outer, Value* condition);
  bool is_unsafe(Prim e);  // reads memory that it may only read under its conditions
  Value* round_to(Value* value, DType dtype);
  Value* saturate(Value* value, DType to);  // a float to an integer
  void unify(Value*& a, Value*& b);
  Value* fail(std::string what, DType dtype);
  static bool is_vector(const Value* v) { return v->getType()->isVectorTy(); }
  llvm::Type* like(Value* value, llvm::Type* scalar) const;  // scalar, or a vector of it with value's lanes
  Value* iota(llvm::Type* element) const;

  Builder& b_;
  const IndexAnalysis& analysis_;
  const Context& context_;
  const loop::LoweredKernel& kernel_;
  const Host& host_;
  std::vector<Value*> pointers_;
  int lanes_ = 1;
  Prim axis_;
  Value* base_ = nullptr;
  Value* mask_ = nullptr;
  std::unordered_map<uint32_t, Value*> bindings_;
  std::map<std::pair<uint32_t, const Guard*>, Value*> values_;
  std::map<std::pair<uint32_t, const Guard*>, Value*> narrow_values_;
  std::map<std::pair<const Guard*, Value*>, const Guard*> guards_;
  std::deque<Guard> guard_store_;
  std::unordered_map<uint32_t, bool> unsafe_;
  Value* safe_place_ = nullptr;  // readable memory for a load that must not happen
  std::optional<std::string> unsupported_;
};

}  // namespace hammock::jit

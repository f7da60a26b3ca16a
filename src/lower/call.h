// SPDX-License-Identifier: Apache-2.0
// The call that a rule makes a kernel of. Whatever a rule asks for becomes a parameter of the kernel, in that order
// (legalize, 1.3); symbols become variables of the kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hammock/ir/call_attrs.h"
#include "hammock/lower/lower.h"
#include "hammock/prim/symbols.h"
#include "stages.h"

namespace hammock::lower {

class CallLowering {
 public:
  CallLowering(const Function& fn, Value call, std::span<const Value> operands);

  Op op() const { return fn_[call_].op; }
  Context& context() const { return fn_.context(); }
  size_t size() const { return operands_.size(); }
  StructInfo info(size_t operand) const { return fn_.info(operands_[operand]); }
  DType dtype(size_t operand) const { return context().infos[info(operand)].dtype; }

  StageTensor tensor(size_t operand) { return converted(operand, &Stages::input); }
  StageTensor external(size_t operand) { return converted(operand, &Stages::external_input); }
  std::vector<StageTensor> tensors();          // all of them
  PrimExpr value(size_t operand);              // of a primitive value
  Dims shape(size_t operand);                  // of a shape, or of a tensor that becomes no parameter
  std::optional<Dims> values(size_t operand);  // of a tuple of primitive values that are known
  // A constant of rank 0 that can be written as a number; it becomes no parameter. Empty if it is none.
  PrimExpr immediate(size_t operand) const;
  bool is_scalar_constant(size_t operand) const;
  Dims result_shape();  // as inferred; of the only result
  DType result_dtype() const;
  Prim renewed(Prim e);
  // A dim of the result that is known only when the call is made.
  Prim unknown_dim(std::string_view name);
  PrimExpr constant(double value, DType dtype) const { return number(context(), value, dtype); }
  PrimExpr integer(int64_t value) const { return lower::integer(context(), value); }

  // What the call gives.
  bool gives(StageTensor t) { return results_.push_back(std::move(t)), true; }
  bool gives(std::vector<StageTensor> tensors);

  // What the elements of an operand must be before the kernel runs.
  void requires_indices(size_t operand, IndexRange range) {
    indices_.emplace_back(operands_[operand], std::move(range));
  }

  // The runtime computes what the kernel says.
  void has_routine(tir::Routine routine) { routine_ = std::move(routine); }

  LoweredCall finish();

  CallAttrs attrs;
  Stages stages;
  std::string name;  // of the kernel; empty: as the table says

 private:
  StageTensor converted(size_t operand, StageTensor (Stages::*input)(std::string_view, Dims, DType));
  std::string parameter_name(size_t operand, char first) const;

  const Function& fn_;
  Value call_;
  std::vector<Value> operands_;
  std::vector<Value> args_;
  std::vector<StageTensor> inputs_;
  std::vector<StageTensor> results_;
  PrimMap renewed_, original_;
  SymbolSet met_;
  std::vector<std::pair<Value, IndexRange>> indices_;
  tir::Routine routine_;
  uint32_t vdevice_ = Id<int>::kNone;
};

// The axis counted from the front. There must be one: inference does not look at those of all operators.
inline size_t positive(int64_t axis, size_t rank) {
  const auto end = static_cast<int64_t>(rank), front = axis < 0 ? axis + end : axis;
  if (front < 0 || front >= end) throw NoKernel{};
  return static_cast<size_t>(front);
}

// Where x stands in a tensor of that rank, dims aligned at the end: 0 where x has a dim of 1 that the result has not.
Index broadcast_index(const Stages& stages, const StageTensor& x, const Dims& result, const Index& at);
// The shape of both together.
Dims broadcast_shape(const Stages& stages, const Dims& a, const Dims& b);

}  // namespace hammock::lower

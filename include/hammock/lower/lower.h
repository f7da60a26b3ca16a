// SPDX-License-Identifier: Apache-2.0
// A call of an operator as a call of a kernel: the one definition of what TVM legalises (legalize, 1.3 to 6).
//
// kernels.def names for each operator the kernel and the rule that makes it; rules stand in files of families.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/base/index_range.h"
#include "hammock/ir/function.h"
#include "hammock/tir/kernel.h"
#include "hammock/tir/routine.h"

namespace hammock::lower {

struct LoweredCall {
  std::string name;                     // of the kernel, where it is free
  std::shared_ptr<tir::Kernel> kernel;  // without a name
  std::vector<Value> args;
  std::vector<StructInfo> results;  // one is no tuple
  std::vector<Prim> tir_vars;
  std::vector<std::pair<Value, IndexRange>> indices;  // operands that must be in range before it runs
  tir::Routine routine;                               // of a kernel that is run
};

// Whom a kernel is for. LegalizeOps prints TVM's; an executor computes what the operator means, which is another kernel
// where TVM has none, or one that differs. For DispatchSortScan: the kernels of that pass, which calls the runtime's.
enum class Use : uint8_t { text, run, dispatch };

bool has_kernel(Op op, Use use = Use::text);
// Of a kernel that is run: are narrow floats computed as float32? They are converted before and after it.
bool is_widened(Op op);
// Why only the reference executor computes it; empty where that is not so.
std::string_view why_no_kernel(Op op);

// `operands` are those of the call; the fields of one that is a tuple stand for it. Nothing where TVM leaves the call
// alone as well. All operands have shapes; for a run, their dims are numbers.
std::optional<LoweredCall> lower(const Function& fn, Value call, std::span<const Value> operands, Use use = Use::text);

// The kernel that computes the dims of the result of R.dynamic_strided_slice.
LoweredCall slice_lengths(const Function& fn, Value call, std::span<const Value> operands);

// The kernel that chooses samples by cumulated probabilities, of all sizes.
std::shared_ptr<tir::Kernel> sample_kernel(const std::shared_ptr<Context>& context, DType prob, DType sample,
                                           DType indices, DType result);

// The elements of what is known already: R.arange of numbers, and R.astype of a number.
std::optional<Constant> constant(const Function& fn, Value call, std::span<const Value> operands);

}  // namespace hammock::lower

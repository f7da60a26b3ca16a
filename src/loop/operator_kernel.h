// SPDX-License-Identifier: Apache-2.0
// The kernel that `lower` makes of an operator, for operands of concrete shapes.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hammock/base/index_range.h"
#include "hammock/base/result.h"
#include "hammock/ir/module.h"
#include "hammock/tir/kernel.h"
#include "hammock/tir/routine.h"

namespace hammock::loop {

struct OperatorKernel {
  struct Operand {
    StructInfo info;
    std::optional<ConstantId> constant;
  };

  std::shared_ptr<const tir::Kernel> kernel;
  Name name;
  std::vector<size_t> args;                            // its inputs: numbers of operands
  std::vector<bool> is_widened;                        // of these: the kernel wants them in float32
  std::vector<DType> results;                          // as the kernel gives them
  std::vector<std::pair<size_t, IndexRange>> indices;  // operands that must be in range
  tir::Routine routine;
};

// Error (unsupported): there is none for these operands. The fields of a tuple are operands.
Result<OperatorKernel> operator_kernel(const std::shared_ptr<Context>& shared, Op op, Attr attrs,
                                       std::span<const OperatorKernel::Operand> operands, StructInfo result);

}  // namespace hammock::loop

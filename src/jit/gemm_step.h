// SPDX-License-Identifier: Apache-2.0
// The inner loop of matrix products (runtime/gemm.h: GemmStep) as LLVM IR.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>

#include "compiled_kernel.h"
#include "hammock/runtime/gemm.h"

namespace hammock::jit {

// The type of a sum; of quads it is the int32 that they add up to.
llvm::Type* gemm_element(llvm::IRBuilder<>& builder, Packed type);

// The loop for strips of `rows` rows; equal loops have equal names, and are emitted once per module.
std::string gemm_step_name(const GemmPlan& plan, int64_t rows);
void emit_gemm_step(const Emission& emission, const GemmPlan& plan, int64_t rows);

}  // namespace hammock::jit

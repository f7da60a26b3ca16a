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

// Equal loops have equal names, and are emitted once per module.
struct GemmLoop {
  Packed type = Packed::f32;
  int64_t rows = 1, columns = 1;  // columns: whole vectors
  bool has_header = false;        // quads: see PackSource
  int64_t row_bytes = 0;          // from row to row of a left factor used in place; 0: the rows of a step are adjacent
  std::string name() const;
};
void emit_gemm_step(const Emission& emission, const GemmLoop& loop);

}  // namespace hammock::jit

// SPDX-License-Identifier: Apache-2.0
// The inner loop of matrix products (runtime/gemm.h: GemmStep) as LLVM IR.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <string>
#include <vector>

#include "compiled_kernel.h"
#include "hammock/runtime/gemm.h"

namespace hammock::jit {

// The type of a sum; of quads it is the int32 that they add up to.
llvm::Type* gemm_element(llvm::IRBuilder<>& builder, Packed type);

// for (i = begin; i < end; i += step) body(i, carried), where `carried` begins as `start`; gives what the last one
// leaves.
using LoopBody = std::function<void(llvm::Value* i, std::vector<llvm::Value*>& carried)>;
std::vector<llvm::Value*> counted_loop(llvm::IRBuilderBase& b, llvm::Value* begin, llvm::Value* end, int64_t step,
                                       const std::vector<llvm::Value*>& start, const LoopBody& body);

// a * b + sum of floats, rounded once where the processor can.
llvm::Value* emit_multiply_add(llvm::IRBuilderBase& b, const Host& host, llvm::Value* a, llvm::Value* x,
                               llvm::Value* sum);
// So many bytes are fetched into L2.
void emit_fetch(llvm::IRBuilderBase& b, llvm::Value* place, int64_t bytes);

// Equal loops have equal names, and are emitted once per module.
struct GemmLoop {
  Packed type = Packed::f32;
  int64_t rows = 1, columns = 1;  // columns: whole vectors
  bool has_header = false;        // quads: see PackSource
  bool is_left_signed = false;    // quads: the right factor is not, or else the left one is not
  bool flips_left = false;        // quads: 128 is added to the left factor, which is signed bytes in place
  int64_t row_bytes = 0;          // from row to row of a left factor used in place; 0: the rows of a step are adjacent
  bool fetches = false;           // GemmFetchingStep
  bool has_offsets = false, has_right_offsets = false;  // of k, in a table: the left factor's, the right one's
  DType right = {};                  // of the right factor, if it is widened as it is loaded: float16, bfloat16
  int64_t line = 0, line_bytes = 0;  // so many rows later there is a line of them, so far from the one before; 0: none
  std::string name() const;
};
// How many steps of k have sums of their own, where there are so few of each that the latency of additions would count.
int64_t gemm_unrolling(int64_t sums);
// A vector of `type` from a place where its elements are floats of as many bytes or fewer; `mask`: the lanes that are
// loaded, all if null.
llvm::Value* emit_widened_load(llvm::IRBuilderBase& b, llvm::FixedVectorType* type, llvm::Value* place, DType dtype,
                               llvm::Value* mask = nullptr);
void emit_gemm_step(const Emission& emission, const GemmLoop& loop);

}  // namespace hammock::jit

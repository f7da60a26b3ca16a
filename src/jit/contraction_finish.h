// SPDX-License-Identifier: Apache-2.0
// The epilogue of a contraction over one tile of sums, and the only store to the output (runtime/gemm.h: GemmFinish);
// and a right factor that is computed, piece by piece (GemmMake).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiled_kernel.h"
#include "hammock/runtime/gemm.h"
#include "index_analysis.h"

namespace hammock::jit {

// Who is left and right, and the batch axes that are only more rows or more columns: the index of a row of the product
// is then (row_batch.., rows), that of a column (column_batch.., columns).
struct Roles {
  const loop::Factor *lhs, *rhs;
  loop::Axis rows, columns;
  std::vector<loop::Axis> batch, row_batch, column_batch;
};

// The sums that it takes.
struct Sums {
  Packed type = Packed::f32;
  int64_t columns = 1;    // from row to row
  bool has_tail = false;  // a call may have columns that are no whole vectors
};

// Lanes run along the columns. Why the epilogue can't be emitted, if it can't.
std::optional<std::string> emit_finish(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles,
                                       const Sums& sums, const IndexAnalysis& analysis, const std::string& name);

// Lanes run along k, or along the columns.
std::optional<std::string> emit_make(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles,
                                     bool is_along_k, const IndexAnalysis& analysis, const std::string& name);

}  // namespace hammock::jit

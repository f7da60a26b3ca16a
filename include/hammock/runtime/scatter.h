// SPDX-License-Identifier: Apache-2.0
// Updates at places that indices name, in the order in which they stand: the last one wins.
//
// Threads divide what lies beside the axes of the indices, where no update meets another one. Indices are in range;
// negative ones count from the end.
#pragma once

#include <cstdint>
#include <vector>

#include "hammock/base/dtype.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {

enum class Update : uint8_t { replace, add, multiply, least, most };

// Elements of x[outer, length, inner]: out[o, index, i] for the index and the update at [o, k, i] of `count`.
struct ElementScatter {
  DType dtype, index;
  Update how = Update::replace;
  int64_t outer = 1, length = 0, inner = 1, count = 0;
};
bool can_scatter(DType dtype, DType index, Update how);
void scatter(const ElementScatter& s, const void* x, const void* indices, const void* updates, void* out,
             ThreadPool& pool);

// Rows of `inner` elements of x[extents..., inner]: row r of the updates comes to the place that the elements
// r * step of each tensor of indices name.
struct RowScatter {
  DType dtype, index;
  Update how = Update::replace;
  std::vector<int64_t> extents;
  int64_t rows = 0, inner = 1, step = 1;
};
void scatter(const RowScatter& s, const void* x, const std::vector<const void*>& indices, const void* updates,
             void* out, ThreadPool& pool);

}  // namespace hammock

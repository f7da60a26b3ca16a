// SPDX-License-Identifier: Apache-2.0
// The lines of a tensor along one axis, sorted: by value, equal ones (and -0 and 0) in the order in which they stand,
// NaN last in both directions. What is kept of each line are some of its ranks: all of them, the first k, the middle.
//
// An order that is stable is one and no other, so neither the number of threads nor the processor show in the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "hammock/base/dtype.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {

struct LineSort {
  DType dtype;                               // one of those that for_element knows
  int64_t outer = 1, length = 0, inner = 1;  // element k of the line (o, i) is x[(o * length + k) * inner + i]
  int64_t first = 0, count = 0;              // ranks [first, first + count) are kept
  bool descending = false;
  bool gives_values = true;
  DType places;  // of an output of places in the line: int32, int64 or float64; void: there is none
};

// Lines of more than 2^32 - 1 elements are not sorted, nor other dtypes.
bool is_sortable(const LineSort& sort);

// In bytes: two copies of a line with its places (of few long lines: shared, not each member's) and, where lines do not
// lie in one piece, up to 4 MiB of neighbours.
int64_t sort_member_bytes(const LineSort& sort);
int64_t sort_shared_bytes(const LineSort& sort);

// Scratch is 64-byte aligned. Outputs that are not asked for may be null; none of them is x.
struct SortRun {
  const void* x;
  void *values, *places;
  std::function<std::byte*(int member)> member_scratch;
  std::byte* shared_scratch;
};
void sort_lines(const LineSort& sort, const SortRun& run, ThreadPool& pool);

}  // namespace hammock

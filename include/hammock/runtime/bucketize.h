// SPDX-License-Identifier: Apache-2.0
// Where numbers stand among bounds that ascend: by halves, so that bounds in no order give what halving finds.
#pragma once

#include <cstdint>

#include "hammock/base/dtype.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {

struct Bucketize {
  DType dtype, bound, out;  // out: int32 or int64
  int64_t elements = 0, bounds = 0;
  bool right = false;  // behind equal bounds
};
// Integers are compared as int64, all else as float64: not uint64.
bool can_bucketize(const Bucketize& b);
void bucketize(const Bucketize& b, const void* x, const void* bounds, void* out, ThreadPool& pool);

}  // namespace hammock

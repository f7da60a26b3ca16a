// SPDX-License-Identifier: Apache-2.0
// What tells the two ways apart is the copying: one wide product joins the right operands row by row and cuts its result row by
// row, a batch does both in whole pieces. The multiplications are the same.
//
// Measured with `hammock run --json` (min_ms, 2 threads, 2 cores with AVX-512) on scripts of `parts` float32 matmuls with a relu behind
// each: parts 2 and 4, rows 1, 16 and 256, inner x width 64x64, 64x512, 256x256 and 768x768. Below some 200,000 elements that are
// joined or cut (about what the L2 cache holds) the batch took 0.99 to 1.18 times as long as the wide product, above 0.66 to 1.10
// times, 0.92 in the mean.
#include "matmul_cost.h"

namespace hammock {

static constexpr int64_t kCopiedInCache = 200'000;  // elements

bool prefers_batch(const MatmulSizes& sizes) {
  int64_t copied = 0;
  bool is_huge = __builtin_add_overflow(sizes.inner, sizes.rows, &copied) || __builtin_mul_overflow(copied, sizes.width, &copied) ||
                 __builtin_mul_overflow(copied, sizes.parts, &copied);
  return is_huge || copied >= kCopiedInCache;
}

}  // namespace hammock

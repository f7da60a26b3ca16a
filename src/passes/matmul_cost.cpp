// SPDX-License-Identifier: Apache-2.0
// What tells the ways apart is the copying; the multiplications are the same.
//
// One wide product or a batch: the wide one joins the right operands row by row and cuts its result row by row, a batch
// does both in whole pieces. Measured with `hammock run --json` (min_ms, 2 threads, 2 cores with AVX-512) on scripts of
// `parts` float32 matmuls with a relu behind each: parts 2 and 4, rows 1, 16 and 256, inner x width 64x64, 64x512,
// 256x256 and 768x768. Below some 200,000 elements that are joined or cut (about what the L2 cache holds) the batch
// took 0.99 to 1.18 times as long as the wide product, above 0.66 to 1.10 times, 0.92 in the mean.
//
// Joined in every run or left alone: tests/bench/README.md has the figures. Left alone they were faster by up to four
// times, but for products so narrow that each of them reads the left operand for next to nothing. Elements that are
// read again come out of a cache and into packed panels that a kernel needs anyway, those that are moved go through
// memory: that is the factor.
#include "matmul_cost.h"

#include <limits>

namespace hammock {

static constexpr int64_t kCopiedInCache = 200'000;  // elements
static constexpr int64_t kReadsForAMove = 8;

// The product of numbers that are not negative, or the largest number.
static int64_t times(int64_t a, int64_t b) {
  int64_t out;
  return __builtin_mul_overflow(a, b, &out) ? std::numeric_limits<int64_t>::max() : out;
}
static int64_t plus(int64_t a, int64_t b) {
  int64_t out;
  return __builtin_add_overflow(a, b, &out) ? std::numeric_limits<int64_t>::max() : out;
}

bool prefers_batch(const MatmulSizes& sizes) {
  return sizes.rows != MatmulSizes::kUnknown && times(plus(sizes.inner, sizes.rows), sizes.width) >= kCopiedInCache;
}

JoinCost cost_of_joining(const MatmulSizes& sizes) {
  bool is_known = sizes.rows != MatmulSizes::kUnknown;
  int64_t lines = is_known ? plus(sizes.inner, sizes.rows) : 1, rows = is_known ? sizes.rows : 1;
  return {times(lines, sizes.width), times(times(rows, sizes.inner), sizes.parts - 1)};
}

bool JoinCost::pays() const { return saved / kReadsForAMove >= moved; }

}  // namespace hammock

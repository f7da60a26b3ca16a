// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>

#include "hammock/runtime/gemm.h"

using namespace hammock;

namespace {

constexpr VectorRegisters kAvx512{16, 32};
constexpr CacheSizes kCaches{48 << 10, 1 << 20};

// [m][k] times weights.
GemmPlan plan(int64_t m, int64_t n, int64_t k, int threads = 2) {
  GemmProblem q;
  q.m = m, q.n = n, q.k = k;
  q.lhs = {kFloat32, {}, 1, k};
  q.rhs = {kFloat32, {}, n, 1, true};
  return plan_gemm(q, kAvx512, kCaches, threads);
}

}  // namespace

TEST_CASE("members multiply the rows that they have written") {
  for (const auto& [n, k] : {std::array<int64_t, 2>{1024, 256}, {256, 1024}, {512, 1024}}) {
    CAPTURE(n);
    const GemmPlan p = plan(196, n, k);
    CHECK(p.by_rows);
    CHECK(p.strips_per_chunk * 2 <= p.strips + 1);
  }
}

TEST_CASE("members divide the columns of few rows, whose weights are each read by one") {
  const GemmPlan p = plan(12, 4096, 1024);
  CHECK_FALSE((p.by_rows && p.strips_per_chunk < p.strips));
  CHECK(p.panels_per_chunk * 2 <= p.panels);
}

TEST_CASE("each of many threads has chunks") {
  for (const int threads : {1, 2, 16, 64}) {
    CAPTURE(threads);
    const GemmPlan p = plan(3136, 256, 64, threads);
    const int64_t across = (p.panels + p.panels_per_chunk - 1) / p.panels_per_chunk,
                  down = (p.strips + p.strips_per_chunk - 1) / p.strips_per_chunk;
    CHECK(across * down >= threads);
  }
}

TEST_CASE("tiles of few steps fetch what comes next only where the result goes to memory") {
  CHECK(plan(3136, 256, 65).fetches);
  CHECK_FALSE(plan(3136, 256, 64).fetches);
  CHECK(plan(100352, 256, 64).fetches);
}

TEST_CASE("a right factor that chunks pack is packed once, whether or not windows of the left one are in place") {
  constexpr int64_t kSide = 7, kChannels = 512;
  GemmProblem q;
  q.batch = {1};
  q.m = kSide * kSide, q.n = kChannels, q.k = 9 * kChannels;
  q.lhs = {kFloat32, {0}};
  q.rhs = {kFloat32, {0}, kChannels * kChannels, 1, false, 9, kChannels};
  q.window.emplace();
  ImageWindow& v = *q.window;
  v.height = v.width = v.out_h = v.out_w = kSide;
  v.kernel_h = v.kernel_w = 3, v.pad_top = v.pad_left = 1;
  v.col_stride = kChannels, v.row_stride = kSide * kChannels, v.channel_stride = 1;
  q.window_is_left = true;
  const GemmPlan p = plan_gemm(q, kAvx512, kCaches, 2);
  CHECK(p.has_image_of(true));
  CHECK(p.rhs == GemmPlan::Source::packed_in_chunk);
  CHECK(p.strips_per_chunk == p.strips);
}

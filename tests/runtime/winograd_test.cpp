// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/winograd.h"

#include <doctest/doctest.h>

#include <vector>

#include "hammock/runtime/winograd_pixels.h"

using namespace hammock;

namespace {

constexpr VectorRegisters kAvx512{16, 32};
constexpr CacheSizes kCaches{48 << 10, 2 << 20};

// Images of size x size with a pixel of padding around them, as R.nn.conv2d has them.
WinogradShape shape(int64_t images, int64_t channels, int64_t size, int64_t rows) {
  WinogradShape s;
  s.images = images, s.channels = channels, s.rows = rows;
  s.is_weight = true;
  s.weight_row_stride = channels * 9, s.weight_channel_stride = 9, s.weight_tap_stride = 1;
  ImageWindow& w = s.window;
  w.height = w.width = w.out_h = w.out_w = size;
  w.kernel_h = w.kernel_w = 3;
  w.pad_top = w.pad_left = 1;
  w.col_stride = 1, w.row_stride = size, w.channel_stride = size * size, w.image_stride = channels * size * size;
  return s;
}

int64_t pass_bytes(const WinogradPlan& p) { return p.panels_per_pass * p.points() * p.panel_point_bytes(); }

}  // namespace

TEST_CASE("weights that come from memory meet several panels of tiles each time") {
  const auto plan = plan_winograd(shape(2, 1920, 32, 640), kAvx512, kCaches, 2);
  REQUIRE(plan);
  CHECK(plan->weight_bytes() > 32 << 20);
  CHECK(plan->panels_per_chunk > 1);
  CHECK(plan->panels_per_pass % plan->panels_per_chunk == 0);
}

TEST_CASE("a pass has chunks for all threads and stays within the next cache") {
  for (const auto& [channels, size, rows] :
       {std::array<int64_t, 3>{320, 64, 320}, {960, 64, 320}, {640, 64, 640}, {1280, 32, 1280}, {64, 256, 64}}) {
    CAPTURE(channels);
    const auto plan = plan_winograd(shape(2, channels, size, rows), kAvx512, kCaches, 2);
    REQUIRE(plan);
    CHECK(pass_bytes(*plan) <= 32 << 20);
    const int64_t chunks = (plan->panels_per_pass / plan->panels_per_chunk) *
                           ((plan->gemm.strips + plan->strips_per_chunk - 1) / plan->strips_per_chunk);
    CHECK(chunks >= 12);
  }
}

TEST_CASE("members multiply the tiles that they transform, and a chunk of them stays in L2") {
  constexpr CacheSizes kSmallL2{48 << 10, 1 << 20};
  const auto plan = plan_winograd_pixels(shape(1, 64, 56, 64), kAvx512, kSmallL2, 2);
  REQUIRE(plan);
  CHECK(plan->gemm.by_rows);
  CHECK((plan->gemm.strips + plan->strips_per_chunk - 1) / plan->strips_per_chunk >= 2);
  const int64_t tiles = plan->points() * plan->strips_per_chunk * plan->gemm.rows * plan->tile_bytes(),
                sums = plan->points() * plan->sums_point_bytes(),
                kernels = plan->panels_per_chunk * plan->kernel_panel_bytes();
  CHECK(tiles + sums + kernels <= kSmallL2.l2 * 2 / 3);
}

TEST_CASE("few tiles that all members read are transformed by each of them") {
  const auto plan = plan_winograd_pixels(shape(1, 256, 14, 256), kAvx512, kCaches, 2);
  REQUIRE(plan);
  CHECK(!plan->shares_tiles);
  CHECK(plan->panels_per_chunk < plan->gemm.panels);
  CHECK(plan->shared_bytes() == 0);
  CHECK(plan->member_bytes() >= plan->tiles_bytes());
}

TEST_CASE("tiles of a member's own are no larger than its L2") {
  for (const int threads : {1, 2, 16, 64})
    for (const int64_t size : {8, 14, 28, 56, 224})
      for (const int64_t channels : {32, 256, 512, 1024}) {
        CAPTURE(threads);
        CAPTURE(size);
        CAPTURE(channels);
        const auto plan = plan_winograd_pixels(shape(4, channels, size, 128), kAvx512, kCaches, threads);
        if (plan && !plan->shares_tiles) CHECK(plan->tiles_bytes() <= kCaches.l2 + plan->points() * 64);
      }
}

TEST_CASE("what a member reads first is the first block of the panels of its first chunk") {
  const auto plan = plan_winograd_pixels(shape(1, 256, 14, 256), kAvx512, kCaches, 2);
  REQUIRE(plan);
  const std::vector<std::byte> weights(static_cast<size_t>(plan->weight_bytes()));
  const std::byte* packed = weights.data();
  for (const int member : {0, 1}) {
    const MemoryAhead first = first_read(*plan, packed, member, 2);
    CHECK(first.count == plan->panels_per_chunk);
    CHECK(first.bytes == plan->gemm.block * 9 * plan->gemm.columns * 4);
    CHECK(first.at - packed == member * plan->weight_bytes() / 2);
  }
  CHECK(first_read(*plan, packed, 63, 64).count == 0);  // has no chunk
}

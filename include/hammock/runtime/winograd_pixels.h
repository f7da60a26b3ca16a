// SPDX-License-Identifier: Apache-2.0
// Winograd's way (see winograd.h) for images whose channels lie side by side, of the data and of the output: channels
// are in the lanes of all steps, and nothing has to be gathered. The product of a point is [tile][channel of the data]
// times [channel of the data][channel of the output].
#pragma once

#include "hammock/runtime/winograd.h"

namespace hammock {

// pixels[(tile + 2) * (tile + 2)], of `channels` each, at least a vector -> point i at to + i * point_bytes.
using WinogradPixelsInput = void (*)(const float* const* pixels, int64_t channels, std::byte* to, int64_t point_bytes);
// Point i, a vector of channels, at sums + i * point_bytes -> pixel (y, x) at to + y * row_bytes + x * pixel_bytes. A
// bit for each lane: one of its pixels is no number.
using WinogradPixelsOutput = int64_t (*)(const std::byte* sums, int64_t point_bytes, std::byte* to, int64_t row_bytes,
                                         int64_t pixel_bytes);

struct WinogradPixelsPlan {
  WinogradShape shape;  // channel_stride of its window is 1
  int64_t tile = 4, lanes = 1;
  GemmPlan gemm;  // of a point: tiles are the rows, channels of the output the columns
  int64_t tiles_h = 0, tiles_w = 0;
  int64_t strips_per_pass = 1, strips_per_chunk = 1, panels_per_chunk = 1;  // a pass: of those transformed together
  bool shares_tiles = true;  // else members transform the tiles of their chunks themselves: a pass is a chunk's strips

  int64_t tiles() const { return shape.images * tiles_h * tiles_w; }
  int64_t points() const { return (tile + 2) * (tile + 2); }
  int64_t panel_bytes() const { return shape.channels * 9 * gemm.columns * 4; }  // of packed weights
  int64_t weight_bytes() const { return gemm.panels * panel_bytes(); }
  // Odd numbers of lines, for at a power of two they would fall on few sets of the caches. Of the tiles of a pass, from
  // tile to tile and from point to point:
  int64_t tile_bytes() const { return odd_lines(shape.channels * 4); }
  int64_t tiles_point_bytes() const { return odd_lines(strips_per_pass * gemm.rows * tile_bytes()); }
  // Of a block of a panel's transformed weights:
  int64_t kernel_point_bytes() const { return odd_lines(gemm.block * gemm.columns * 4); }
  int64_t kernel_panel_bytes() const { return points() * kernel_point_bytes(); }
  // Of the sums of a chunk:
  int64_t sums_point_bytes() const {
    return odd_lines(strips_per_chunk * panels_per_chunk * gemm.rows * gemm.columns * 4);
  }
  int64_t tiles_bytes() const { return points() * tiles_point_bytes(); }
  int64_t shared_bytes() const { return (shares_tiles ? tiles_bytes() : 0) + (shape.is_weight ? 0 : weight_bytes()); }
  int64_t member_bytes() const;
};

// None where the product of the whole window is faster.
std::optional<WinogradPixelsPlan> plan_winograd_pixels(const WinogradShape& shape, VectorRegisters registers,
                                                       CacheSizes caches, int threads);

struct WinogradPixelsCode {
  GemmCode gemm;  // steps of rows that are tile_bytes() apart; finish() has columns of the plan's
  WinogradPixelsInput input = nullptr;
  WinogradWeight weight = nullptr;
  WinogradPixelsOutput output = nullptr;
};

// The weight to weight_bytes(), 64-byte aligned.
void pack_winograd_pixels(const WinogradPixelsPlan& plan, const float* weight, std::byte* to, ThreadPool& pool);
// The packed weights that a member of so many reads first.
MemoryAhead first_read(const WinogradPixelsPlan& plan, const std::byte* packed, int member, int members);
void run_winograd_pixels(const WinogradPixelsPlan& plan, const WinogradPixelsCode& code, const WinogradRun& run,
                         ThreadPool& pool);

}  // namespace hammock

// SPDX-License-Identifier: Apache-2.0
// Convolutions with kernels of 3 x 3 by Winograd's way (Lavin, Gray): tile x tile pixels of the output from
// (tile + 2) x (tile + 2) products for each channel instead of 9 * tile * tile, in three steps for some panels of tiles
// at a time:
//
//   input()   the tiles of the image, transformed: one matrix [channel][tile] for each of the points
//   weight()  some channels of a strip of the weights, transformed: one matrix [channel][row] for each of some points
//   step()    for each of these points, the one times the other, as in gemm.h
//   output()  the points' sums back to pixels, which finish() of gemm.h then takes as it takes the sums of a product
//
// Weights are packed as those of other products are, and transformed in every run by whoever multiplies them: that
// takes fewer cycles than to read two to four times as many bytes would, which no network has to hold then.
//
// The points 0, +-p and infinity decide how numbers round. With 5/8 and 3/2 for tiles of 4 x 4, and sums of at most
// kBlock channels (up to twice as many from 512 channels on) that are then added to each other, the error is at most
// twice that of the 9 * channels terms added up in order if there are kFewestChannels, and smaller from about 256
// channels on; the customary 1 and 2 have up to four times it. Tiles of 2 x 2 are always better than that.
//
// Infinities and NaN spread over a tile, and what is large overflows earlier: pixels that are no number are computed
// again as what they are defined to be.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "hammock/runtime/gemm.h"

namespace hammock {

// The p of +-p for tiles of 2 or 4. With 0 and infinity at the ends the points are 0, p, -p, ..., infinity.
std::span<const double> winograd_points(int64_t tile);
// What the three elements of a column of a kernel count at each of the tile + 2 points.
using WinogradTerm = std::array<float, 3>;
std::span<const WinogradTerm> winograd_terms(int64_t tile);

// Elements of a row of a tile as input() takes it, of which it reads tile + 2.
constexpr int64_t winograd_chunk(int64_t tile) { return tile == 4 ? 8 : 4; }

// patch[tile + 2 rows][lanes][winograd_chunk] -> point i at to + i * point_bytes, a vector of `lanes`.
using WinogradInput = void (*)(const float* patch, std::byte* to, int64_t point_bytes);
// kernels[channels][3][3][rows] -> point i of so many rows of points, with their terms, of channel c at to + i *
// point_bytes + c * channel_bytes, whole vectors: what follows the last row of the kernels is read, and its place
// written.
using WinogradWeight = void (*)(const float* kernels, int64_t rows, int64_t channels, const WinogradTerm* terms,
                                int64_t point_rows, std::byte* to, int64_t channel_bytes, int64_t point_bytes);
// Point i, a vector of `lanes`, at sums + i * point_bytes -> pixels[tile rows][lanes][tile]. A bit for each lane: one
// of its pixels is no number.
using WinogradOutput = int64_t (*)(const std::byte* sums, int64_t point_bytes, float* pixels);

struct WinogradShape {
  int64_t images = 1, channels = 0, rows = 0;  // rows: of the weight, channels of the output
  ImageWindow window;                          // of 3 x 3 that neither skips nor dilates; col_stride is 1
  int64_t weight_row_stride = 0, weight_channel_stride = 0, weight_tap_stride = 0;
  bool is_weight = false;  // packed once, by pack_winograd; else in every run
};

struct WinogradPlan {
  WinogradShape shape;
  int64_t tile = 4, lanes = 1;
  GemmPlan gemm;  // of all points, a batch of as many: its strips, panels and blocks
  int64_t tiles_h = 0, tiles_w = 0;
  int64_t panels_per_pass = 1, panels_per_chunk = 1, strips_per_chunk = 1;

  int64_t tiles() const { return shape.images * tiles_h * tiles_w; }
  int64_t points() const { return (tile + 2) * (tile + 2); }
  int64_t weight_bytes() const {
    return (shape.rows * shape.channels * 9 + lanes + 15) / 16 * 64;  // with a vector behind the last row
  }
  int64_t sums_columns() const { return panels_per_chunk * gemm.columns * tile * tile; }  // of what finish() takes
  // Between points; odd numbers of lines, for at a power of two they would fall on few sets of the caches.
  int64_t panel_point_bytes() const { return (shape.channels * gemm.columns * 4 / 64 | 1) * 64 + 64; }
  int64_t sums_point_bytes() const {
    return (strips_per_chunk * panels_per_chunk * gemm.rows * gemm.columns * 4 / 64 | 1) * 64 + 64;
  }
  // Rows of points whose weights are transformed before they are multiplied: what one takes stays in L1, but then the
  // weights are read for each of them, which pays if they meet more tiles than two vectors have.
  int64_t rows_at_once(int64_t panels) const { return panels * gemm.columns > 2 * lanes ? 1 : tile + 2; }
  // Of a block of a strip's transformed weights: between channels and points.
  int64_t kernel_channel_bytes() const { return (gemm.rows + lanes - 1) / lanes * lanes * 4; }
  int64_t kernel_point_bytes() const { return (gemm.block * kernel_channel_bytes() / 64 | 1) * 64 + 64; }
  int64_t kernels_bytes() const { return rows_at_once(panels_per_chunk) * (tile + 2) * kernel_point_bytes(); }
  int64_t shared_bytes() const {
    return panels_per_pass * points() * panel_point_bytes() + (shape.is_weight ? 0 : weight_bytes());
  }
  int64_t member_bytes() const;
};

// None where the product of the whole window is faster, as far as counting cycles and bytes tells.
std::optional<WinogradPlan> plan_winograd(const WinogradShape& shape, VectorRegisters registers, CacheSizes caches,
                                          int threads);

struct WinogradCode {
  GemmCode gemm;
  WinogradInput input = nullptr;
  WinogradWeight weight = nullptr;
  WinogradOutput output = nullptr;
};

// The weight to weight_bytes(), 64-byte aligned.
void pack_winograd(const WinogradPlan& plan, const float* weight, std::byte* to, ThreadPool& pool);

struct WinogradRun {
  const std::byte* packed = nullptr;  // the weight, if it is one
  const float *weight = nullptr, *data = nullptr;
  void* const* buffers = nullptr;                // passed to finish
  std::byte* shared = nullptr;                   // shared_bytes(), 64-byte aligned
  std::function<std::byte*(int member)> member;  // member_bytes() each
  std::span<const MemoryAhead> following = {};   // as GemmRun has it; channels side by side fetch it
};
// finish() gets the number of the image as its batch.
void run_winograd(const WinogradPlan& plan, const WinogradCode& code, const WinogradRun& run, ThreadPool& pool);

}  // namespace hammock

// SPDX-License-Identifier: Apache-2.0
// What both ways to lay out the channels count with (cycles of one core, as gemm.h counts them), and what they share.
#pragma once

#include <optional>
#include <utility>

#include "fetch.h"
#include "hammock/runtime/winograd.h"
#include "rounding.h"

namespace hammock::winograd {

constexpr int64_t kKernel = 3;
constexpr int64_t kPassBytes = 16 << 20;  // of the tiles of a pass, if its chunks are not few
constexpr int64_t kBlock = 64;            // channels of a block, at least; at most twice as many. See winograd.h

// The products of a point.
double cycles_of_product(const GemmPlan& p);
// Kernels that are read between the products, which wait for them.
double cycles_of_weights(double bytes, CacheSizes caches);
// The product of the whole window, `rows` x `columns`, whose elements are packed in so many cycles each.
double cycles_of_window(const WinogradShape& s, int64_t rows, int64_t columns, double packing,
                        VectorRegisters registers, CacheSizes caches);

// Tiles and blocks of the products of a point, m x n with vectors along n.
GemmPlan plan_products(const WinogradShape& s, int64_t m, int64_t n, int64_t vectors, int lanes, int64_t rows);

// The weight, whose k is (channel, tap).
PackSource source_of(const WinogradShape& s, const float* weight);

// Whether there is something to do, and what Winograd's way may do.
bool is_possible(const WinogradShape& s);
bool is_exact_enough(const WinogradShape& s, int64_t tile);

// The plan for the tile that takes the fewest cycles, of those that are exact enough; none where `most` are fewer.
template <class PlanOf, class CyclesOf>
auto cheapest_tile(const WinogradShape& s, double most, PlanOf&& plan_of, CyclesOf&& cycles_of) {
  std::optional<decltype(plan_of(int64_t{}))> out;
  for (int64_t tile : {4, 2}) {
    if (!is_exact_enough(s, tile)) continue;
    auto plan = plan_of(tile);
    const double cycles = cycles_of(plan);
    if (cycles >= most) continue;
    most = cycles;
    out = std::move(plan);
  }
  return out;
}

struct Tile {
  int64_t image, y, x;  // y, x: of its first pixel in the output
};

// Of tiles_h x tiles_w for each image.
inline Tile tile_at(int64_t index, int64_t tile, int64_t tiles_h, int64_t tiles_w) {
  const int64_t in_image = index % (tiles_h * tiles_w);
  return {index / (tiles_h * tiles_w), in_image / tiles_w * tile, in_image % tiles_w * tile};
}

// One of so many even parts is fetched into L2. What is fetched at once waits in line, and what is read meanwhile
// behind it: parts are best small.
inline void fetch_part(const MemoryAhead& m, int64_t part, int64_t parts) {
  constexpr int64_t kLine = 64;
  const int64_t lines = ceil_div(m.bytes, kLine), all = lines * m.count;
  if (all == 0) return;
  const int64_t begin = all * part / parts, end = all * (part + 1) / parts;
  int64_t piece = m.count == 1 ? 0 : begin / lines, line = begin - piece * lines;
  for (int64_t i = begin; i < end; ++i) {
    fetch_line(m.at + piece * m.stride + line * kLine);
    if (++line == lines) line = 0, ++piece;
  }
}

// The pixels of a tile as what they are defined to be, in the order of the weights, for some rows of the weights that
// lie side by side; those of a channel and a tap are `weight_stride` apart.
struct DefinedTile {
  static constexpr int64_t kTile = 4, kRows = 16;
  float sums[kTile][kTile][kRows];
  DefinedTile(const WinogradShape& s, const Tile& at, const float* data, const float* weights, int64_t rows,
              int64_t weight_stride);
};

}  // namespace hammock::winograd

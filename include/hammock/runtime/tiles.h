// SPDX-License-Identifier: Apache-2.0
// The tile registers of AMX: eight of up to 16 rows of 64 bytes, whose shapes a thread sets before it uses them.
//
// A product's step (gemm.h) has sums, parts of the left factor and parts of the right one in them, numbered as
// TileGrid says. Where the processor has none, tests compute with tiles in memory: a step calls the functions at the
// end of this file in place of the instructions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hammock {

constexpr int64_t kTileRows = 16, kTileRowBytes = 64, kTiles = 8;

// As the processor reads it.
struct alignas(64) TileShapes {
  uint8_t palette = 1, start_row = 0, reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};
};
static_assert(sizeof(TileShapes) == 64);

// Sums of down x across tiles, and the factors' tiles beside them. As many of the right one as are left, in turn.
struct TileGrid {
  int64_t down = 1, across = 1;
  int sum(int64_t i, int64_t j) const { return static_cast<int>(i * across + j); }
  int left(int64_t i) const { return static_cast<int>(down * across + i); }
  int right(int64_t j) const { return static_cast<int>(first_right() + j % (kTiles - first_right())); }
  int64_t first_right() const { return down * across + down; }
  TileShapes shapes(int64_t rows) const;  // for so many rows of sums, more than 16 * (down - 1)
};

// The products that this processor has and the system allows; asks the system when it is first called.
enum TileProducts : uint32_t { kTileInt8 = 1, kTileBf16 = 2 };
uint32_t tile_products();

// Of this thread. Tiles that are not released cost time at every switch of threads.
void set_tile_shapes(const TileShapes& shapes);
void release_tiles();

// ---- in memory, as the instructions do it ----
void soft_set_tile_shapes(const TileShapes& shapes);
void soft_release_tiles();
// The types of the factors' elements, by bits: is the left one signed, the right one; or bfloat16.
enum SoftProduct : uint32_t { kSoftLeftSigned = 1, kSoftRightSigned = 2, kSoftBf16 = 4 };
extern "C" {
void hammock_tile_zero(uint32_t tile);
void hammock_tile_load(uint32_t tile, const std::byte* from, int64_t stride);
void hammock_tile_store(uint32_t tile, std::byte* to, int64_t stride);
void hammock_tile_multiply(uint32_t product, uint32_t sums, uint32_t left, uint32_t right);
}

}  // namespace hammock

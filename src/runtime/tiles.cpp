// SPDX-License-Identifier: Apache-2.0
// Tiles in memory compute what Intel's manual says: bfloat16 products are added to two sums of their own, one for the
// even and one for the odd elements along k, whose sum is added to the tile's; denormal numbers count as 0.
#include "hammock/runtime/tiles.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#define HAMMOCK_HAS_TILES
#endif

#include "hammock/base/check.h"
#include "hammock/base/element.h"

namespace hammock {

TileShapes TileGrid::shapes(int64_t rows) const {
  TileShapes out;
  auto set = [&](int tile, int64_t count) {
    out.row_bytes[tile] = kTileRowBytes;
    out.rows[tile] = static_cast<uint8_t>(count);
  };
  for (int64_t i = 0; i < down; ++i) {
    const int64_t count = std::min(kTileRows, rows - i * kTileRows);
    HAMMOCK_CHECK(count > 0, "a row of tiles is empty");
    set(left(i), count);
    for (int64_t j = 0; j < across; ++j) set(sum(i, j), count);
  }
  for (int64_t j = 0; j < across; ++j) set(right(j), kTileRows);
  return out;
}

#ifdef HAMMOCK_HAS_TILES
namespace {

uint32_t find_products() {
  constexpr unsigned kBf16 = 1u << 22, kTile = 1u << 24, kInt8 = 1u << 25;  // of leaf 7, in edx
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & kTile)) return 0;
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  if (syscall(SYS_arch_prctl, kRequestPermission, kTileData) != 0) return 0;
  return (d & kInt8 ? kTileInt8 : 0u) | (d & kBf16 ? kTileBf16 : 0u);
}

}  // namespace

uint32_t tile_products() {
  static const uint32_t found = find_products();
  return found;
}

__attribute__((target("amx-tile"))) void set_tile_shapes(const TileShapes& shapes) {
  asm volatile("ldtilecfg %0" : : "m"(shapes));
}
__attribute__((target("amx-tile"))) void release_tiles() { asm volatile("tilerelease"); }
#else
uint32_t tile_products() { return 0; }
void set_tile_shapes(const TileShapes&) { HAMMOCK_CHECK(false, "there are no tiles"); }
void release_tiles() {}
#endif

// ---- in memory ------------------------------------------------------------------------------------------------------
namespace {

struct SoftTiles {
  TileShapes shapes;
  bool has_shapes = false;
  std::byte data[kTiles][kTileRows * kTileRowBytes];
};
thread_local SoftTiles g_tiles;

std::byte* tile_at(uint32_t tile) {
  HAMMOCK_CHECK(g_tiles.has_shapes && tile < kTiles && g_tiles.shapes.rows[tile] > 0, "a tile has no shape");
  return g_tiles.data[tile];
}

template <class T>
T element(const std::byte* at) {
  T out;
  std::memcpy(&out, at, sizeof out);
  return out;
}

float flushed(float x) { return std::abs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x; }

// sums += the products of two times 32 elements, along k and of each column
template <class L, class R>
int32_t add_products(int32_t sum, const std::byte* left, const std::byte* right) {
  auto total = static_cast<uint32_t>(sum);
  for (int64_t k = 0; k < kTileRowBytes; ++k)
    total += static_cast<uint32_t>(int32_t{element<L>(left + k)} *
                                   int32_t{element<R>(right + k / 4 * kTileRowBytes + k % 4)});
  return static_cast<int32_t>(total);
}

float add_bf16(float sum, const std::byte* left, const std::byte* right) {
  float parts[2] = {0, 0};
  for (int64_t k = 0; k < kTileRowBytes / 2; ++k) {
    const float a = flushed(bfloat_to_float(element<uint16_t>(left + k * 2)));
    const float b = flushed(bfloat_to_float(element<uint16_t>(right + k / 2 * kTileRowBytes + k % 2 * 2)));
    parts[k % 2] = flushed(std::fma(a, b, parts[k % 2]));
  }
  return flushed(flushed(sum) + flushed(parts[0] + parts[1]));
}

template <class T, class F>
void multiply(uint32_t sums, uint32_t left, uint32_t right, F&& add) {
  std::byte *c = tile_at(sums), *a = tile_at(left), *b = tile_at(right);
  const int64_t rows = g_tiles.shapes.rows[sums];
  HAMMOCK_CHECK(rows == g_tiles.shapes.rows[left] && g_tiles.shapes.rows[right] == kTileRows, "shapes of tiles differ");
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < kTileRowBytes; j += 4) {
      std::byte* at = c + i * kTileRowBytes + j;
      const T sum = add(element<T>(at), a + i * kTileRowBytes, b + j);
      std::memcpy(at, &sum, sizeof sum);
    }
}

}  // namespace

void soft_set_tile_shapes(const TileShapes& shapes) {
  g_tiles.shapes = shapes;
  g_tiles.has_shapes = true;
  std::memset(g_tiles.data, 0, sizeof g_tiles.data);
}

void soft_release_tiles() { g_tiles.has_shapes = false; }

extern "C" {

void hammock_tile_zero(uint32_t tile) { std::memset(tile_at(tile), 0, kTileRows * kTileRowBytes); }

void hammock_tile_load(uint32_t tile, const std::byte* from, int64_t stride) {
  std::byte* to = tile_at(tile);
  for (int64_t i = 0; i < g_tiles.shapes.rows[tile]; ++i)
    std::memcpy(to + i * kTileRowBytes, from + i * stride, kTileRowBytes);
}

void hammock_tile_store(uint32_t tile, std::byte* to, int64_t stride) {
  const std::byte* from = tile_at(tile);
  for (int64_t i = 0; i < g_tiles.shapes.rows[tile]; ++i)
    std::memcpy(to + i * stride, from + i * kTileRowBytes, kTileRowBytes);
}

void hammock_tile_multiply(uint32_t product, uint32_t sums, uint32_t left, uint32_t right) {
  switch (product) {
    case 0: return multiply<int32_t>(sums, left, right, add_products<uint8_t, uint8_t>);
    case kSoftLeftSigned: return multiply<int32_t>(sums, left, right, add_products<int8_t, uint8_t>);
    case kSoftRightSigned: return multiply<int32_t>(sums, left, right, add_products<uint8_t, int8_t>);
    case kSoftLeftSigned | kSoftRightSigned: return multiply<int32_t>(sums, left, right, add_products<int8_t, int8_t>);
    default: return multiply<float>(sums, left, right, add_bf16);
  }
}

}  // extern "C"

}  // namespace hammock

// SPDX-License-Identifier: Apache-2.0
// What the plans of products and depthwise convolutions and their runs ask.
#pragma once

#include <algorithm>
#include <vector>

#include "hammock/runtime/gemm.h"
#include "rounding.h"

namespace hammock {

inline bool is_same(Packed type, DType dtype) {
  switch (type) {
    case Packed::f32: return dtype == kFloat32;
    case Packed::f64: return dtype == kFloat64;
    case Packed::i32: return dtype == kInt32 || dtype == DType::unsigned_integer(32);
    case Packed::i64: return dtype == kInt64 || dtype == DType::unsigned_integer(64);
    case Packed::quads:
    case Packed::pairs:
    case Packed::shorts: return false;
  }
  return false;
}

inline int64_t matrices(const std::vector<int64_t>& batch) {
  int64_t count = 1;
  for (int64_t extent : batch) count *= extent;
  return count;
}

inline int64_t dot(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  int64_t sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline std::vector<int64_t> unflatten(int64_t index, const std::vector<int64_t>& extents) {
  std::vector<int64_t> out(extents.size());
  for (size_t i = extents.size(); i-- > 0; index /= extents[i]) out[i] = index % extents[i];
  return out;
}

// The sizes of even parts of so many, from one part to as many as there are.
inline std::vector<int64_t> divisions(int64_t all) {
  std::vector<int64_t> sizes;
  for (int64_t parts = 1; parts < all; parts += std::max<int64_t>(1, parts / 4))
    if (const int64_t size = ceil_div(all, parts); sizes.empty() || sizes.back() != size) sizes.push_back(size);
  if (sizes.empty() || sizes.back() != 1) sizes.push_back(1);
  return sizes;
}

// How members divide chunks of which each takes some that follow each other.
struct MemberGrid {
  int64_t down, across;

  MemberGrid(int64_t chunks_down, int64_t chunks_across, bool by_rows, int threads) {
    const int64_t slow = by_rows ? chunks_down : chunks_across, fast = by_rows ? chunks_across : chunks_down;
    const int64_t of_slow = std::min<int64_t>(threads, slow), of_fast = std::min(fast, ceil_div(threads, of_slow));
    down = by_rows ? of_slow : of_fast, across = by_rows ? of_fast : of_slow;
  }
};

// Cycles per element of a window that is packed: as a right factor, and as a part of a pixel's row.
constexpr double kPackWindow = 0.9, kPackPixels = 0.15;

// Columns in place, with those that are none of the output's pixels.
inline int64_t all_columns(const ImageWindow& v, const PixelImage& image) {
  return (v.out_d - 1) * image.slice + (v.out_h - 1) * image.row + v.out_w;
}

}  // namespace hammock

// SPDX-License-Identifier: Apache-2.0
// Images sampled at computed places. What a point of the result is made of is found once for all channels.
#pragma once

#include <cstdint>
#include <vector>

#include "hammock/base/dtype.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {

struct GridSample {
  enum class Method { nearest, bilinear, bicubic };
  enum class Padding { zeros, border, reflection };

  DType dtype, grid;  // float32 or float64
  int64_t images = 0, channels = 0;
  std::vector<int64_t> in, out;  // two or three extents, of which none of `in` is 0
  Method method = Method::bilinear;
  Padding padding = Padding::zeros;
  bool aligns_corners = false, has_channels_last = false;
};
// Whether sample_grid takes it: very few points or sums of an image are left to compiled loops.
bool can_sample(const GridSample& s);
// The grid: images, coordinates (the last axis first), extents of the result. Sums are taken in float64.
void sample_grid(const GridSample& s, const void* x, const void* grid, void* out, ThreadPool& pool);

}  // namespace hammock

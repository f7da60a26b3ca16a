// SPDX-License-Identifier: Apache-2.0
// Regions of images in one size: each is divided into bins, of which a row is made at a time for all columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hammock/base/dtype.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {

struct Regions {
  enum class Kind { mean_of_samples, largest };  // R.vision.roi_align with mode="avg", R.vision.roi_pool

  Kind kind = Kind::largest;
  DType dtype;  // of the images, the regions and the result: float32 or float64
  int64_t images = 0, channels = 0, height = 0, width = 0, count = 0, rows = 0, columns = 0;
  double scale = 1;
  int64_t samples = 0;      // of a bin, by axis; 0: as many as it is long
  bool is_aligned = false;  // places lie half an element before those of the others
  bool has_channels_last = false;
};
bool can_pool_regions(const Regions& r);
// The regions: count x 5, each an image and x1, y1, x2, y2. Sums are taken in float64. What is wrong with a region: it
// names no image, or wants too many samples.
std::optional<std::string> pool_regions(const Regions& r, const void* x, const void* regions, void* out,
                                        ThreadPool& pool);

}  // namespace hammock

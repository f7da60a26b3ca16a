// SPDX-License-Identifier: Apache-2.0
// What the runtime has a routine for: it computes what the statements of the kernel say, which stay its meaning.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "hammock/base/dtype.h"

namespace hammock::tir {

// runtime/sort.h: of the first buffer; the values, if they are asked for, and the places follow.
struct SortRoutine {
  DType dtype;
  int64_t outer = 1, length = 0, inner = 1, first = 0, count = 0;
  bool descending = false, gives_values = true;
  DType places;
};

// runtime/scatter.h: of x, the indices and the updates. `how`: as the operators' attribute says.
struct ElementScatterRoutine {
  DType dtype, index;
  std::string how;
  int64_t outer = 1, length = 0, inner = 1, count = 0;
};
// The indices are one tensor with a place in each row, or as many tensors as there are extents.
struct RowScatterRoutine {
  DType dtype, index;
  std::string how;
  std::vector<int64_t> extents;
  int64_t rows = 0, inner = 1;
  bool is_one_tensor = true;
};

// runtime/bucketize.h: of x and the bounds.
struct BucketizeRoutine {
  DType dtype, bound, out;
  int64_t elements = 0, bounds = 0;
  bool right = false;
};

// runtime/grid_sample.h: of the images and the grid; the words are those of the operator's attributes.
struct GridSampleRoutine {
  DType dtype, grid;
  int64_t images = 0, channels = 0;
  std::vector<int64_t> in, out;
  std::string method, padding;
  bool aligns_corners = false, has_channels_last = false;
};

// runtime/regions.h: of the images and the regions.
struct RegionsRoutine {
  DType dtype;
  bool finds_largest = false;  // or else the mean of samples
  int64_t images = 0, channels = 0, height = 0, width = 0, count = 0, rows = 0, columns = 0;
  double scale = 1;
  int64_t samples = 0;
  bool is_aligned = false, has_channels_last = false;
};

using Routine = std::variant<std::monostate, SortRoutine, ElementScatterRoutine, RowScatterRoutine, BucketizeRoutine,
                             GridSampleRoutine, RegionsRoutine>;

}  // namespace hammock::tir

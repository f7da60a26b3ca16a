// SPDX-License-Identifier: Apache-2.0
// Where image.resize reads along an axis, in float32: what the words of its attributes mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hammock/ir/call_attrs.h"

namespace hammock {

struct ResizedAxis {
  int64_t in, out;
  float roi_begin = 0, roi_end = 0;  // tf_crop_and_resize
};

// The attributes of the operator.
struct ResizeMethod {
  std::string_view name, mode, rounding;
  float cubic_alpha = 0;
  bool excludes_outside = false;

  bool is_choice() const { return name == "nearest_neighbor"; }
};

// The elements of an axis that an output element is made of.
struct ResizeTaps {
  int count = 0;
  int64_t index[4] = {};
  float weight[4] = {};
  bool outside = false;  // tf_crop_and_resize beyond the image
};

ResizeMethod resize_method(const CallAttrs& attrs);
// Of spatial dim `n` of so many.
ResizedAxis resized_axis(const CallAttrs& attrs, size_t n, size_t dims, int64_t in, int64_t out);

// Of position `x` of the output, for an axis that has elements; nothing if a word of the method is not known.
std::optional<ResizeTaps> resize_taps(const ResizeMethod& method, const ResizedAxis& axis, int64_t x);

}  // namespace hammock

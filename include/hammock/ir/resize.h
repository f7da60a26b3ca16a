// SPDX-License-Identifier: Apache-2.0
// Where image.resize reads along an axis, in float32: what the words of its attributes mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hammock {

struct ResizedAxis {
  int64_t in, out;
  float roi_begin = 0, roi_end = 0;  // tf_crop_and_resize
};

// The coordinate in the input of position `x` of the output; nothing if the mode is not known.
std::optional<float> resize_coordinate(std::string_view mode, const ResizedAxis& axis, int64_t x);
// The whole number that the method takes for a coordinate; nothing if it is not known.
std::optional<int64_t> resize_rounded(std::string_view method, std::string_view mode, float coordinate);

}  // namespace hammock

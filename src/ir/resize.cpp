// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/resize.h"

#include <cmath>

namespace hammock {

std::optional<float> resize_coordinate(std::string_view mode, const ResizedAxis& a, int64_t i) {
  float scale = static_cast<float>(a.in) / static_cast<float>(a.out), x = static_cast<float>(i),
        last = static_cast<float>(a.in - 1);
  if (mode == "half_pixel") return (x + 0.5f) * scale - 0.5f;
  if (mode == "align_corners") return a.out > 1 ? x * (last / static_cast<float>(a.out - 1)) : 0.0f;
  if (mode == "asymmetric") return x * scale;
  if (mode == "pytorch_half_pixel") return a.out > 1 ? (x + 0.5f) * scale - 0.5f : 0.0f;
  if (mode == "tf_half_pixel_for_nn") return (x + 0.5f) * scale;
  if (mode == "tf_crop_and_resize") {
    if (a.out <= 1) return 0.5f * (a.roi_begin + a.roi_end) * last;
    return a.roi_begin * last + x * ((a.roi_end - a.roi_begin) * last / static_cast<float>(a.out - 1));
  }
  return std::nullopt;
}

std::optional<int64_t> resize_rounded(std::string_view method, std::string_view mode, float v) {
  if (method.empty()) method = mode == "align_corners" ? "round" : "floor";
  if (method == "round") return std::lround(v);
  if (method == "round_prefer_floor") return static_cast<int64_t>(std::ceil(v - 0.5f));
  if (method == "round_prefer_ceil") return static_cast<int64_t>(std::floor(v + 0.5f));
  if (method == "floor") return static_cast<int64_t>(std::floor(v + 1e-5f));
  if (method == "ceil") return static_cast<int64_t>(std::ceil(v - 1e-5f));
  return std::nullopt;
}

}  // namespace hammock

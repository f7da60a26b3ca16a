// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/resize.h"

#include <algorithm>
#include <cmath>

namespace hammock {
namespace {

// The coordinate in the input of position `i` of the output; nothing if the mode is not known.
std::optional<float> coordinate(std::string_view mode, const ResizedAxis& a, int64_t i) {
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

// The whole number that the method takes for a coordinate; nothing if it is not known.
std::optional<int64_t> rounded(std::string_view method, std::string_view mode, float v) {
  if (method.empty()) method = mode == "align_corners" ? "round" : "floor";
  if (method == "round") return std::lround(v);
  if (method == "round_prefer_floor") return static_cast<int64_t>(std::ceil(v - 0.5f));
  if (method == "round_prefer_ceil") return static_cast<int64_t>(std::floor(v + 0.5f));
  if (method == "floor") return static_cast<int64_t>(std::floor(v + 1e-5f));
  if (method == "ceil") return static_cast<int64_t>(std::ceil(v - 1e-5f));
  return std::nullopt;
}

}  // namespace

ResizeMethod resize_method(const CallAttrs& attrs) {
  return {attrs.string("method"), attrs.string("coordinate_transformation_mode"), attrs.string("rounding_method"),
          static_cast<float>(attrs.real("cubic_alpha")), attrs.integer("cubic_exclude") != 0};
}

ResizedAxis resized_axis(const CallAttrs& attrs, size_t n, size_t dims, int64_t in, int64_t out) {
  const std::vector<double> roi = attrs.reals("roi");
  const auto at = [&](size_t i) { return i < roi.size() ? static_cast<float>(roi[i]) : 0.0f; };
  return {in, out, at(n), at(n + dims)};
}

std::optional<ResizeTaps> resize_taps(const ResizeMethod& m, const ResizedAxis& a, int64_t i) {
  std::optional<float> at = coordinate(m.mode, a, i);
  if (!at) return std::nullopt;
  ResizeTaps taps;
  auto clamped = [&](int64_t k) { return std::clamp<int64_t>(k, 0, a.in - 1); };
  taps.outside = m.mode == "tf_crop_and_resize" && (*at < 0 || *at > static_cast<float>(a.in - 1));
  if (m.is_choice()) {
    bool is_whole = m.mode == "asymmetric" && a.out % a.in == 0;  // exact where the division is
    std::optional<int64_t> index = rounded(m.rounding, m.mode, *at);
    if (!index) return std::nullopt;
    taps.count = 1;
    taps.index[0] = clamped(is_whole ? i / (a.out / a.in) : *index);
    taps.weight[0] = 1;
    return taps;
  }
  auto base = static_cast<int64_t>(std::floor(*at));
  float t = *at - std::floor(*at);
  if (m.name == "linear") {
    taps.count = 2;
    taps.weight[0] = 1 - t;
    taps.weight[1] = t;
    for (int k = 0; k < 2; ++k) taps.index[k] = clamped(base + k);
    return taps;
  }
  if (m.name != "cubic") return std::nullopt;
  float s = m.cubic_alpha, t2 = t * t, t3 = t2 * t;
  taps.count = 4;
  taps.weight[0] = s * (t3 - 2 * t2 + t);
  taps.weight[1] = (s + 2) * t3 - (s + 3) * t2 + 1;
  taps.weight[2] = -(s + 2) * t3 + (2 * s + 3) * t2 - s * t;
  taps.weight[3] = -s * t3 + s * t2;
  float total = 0;
  for (int k = 0; k < 4; ++k) {
    int64_t index = base - 1 + k;
    if (m.excludes_outside && (index < 0 || index >= a.in)) taps.weight[k] = 0;
    total += taps.weight[k];
    taps.index[k] = clamped(index);
  }
  for (int k = 0; m.excludes_outside && k < 4; ++k) taps.weight[k] /= total;
  return taps;
}

}  // namespace hammock

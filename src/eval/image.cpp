// SPDX-License-Identifier: Apache-2.0
// image.resize2d (operators 2.21), computed in float32.
#include <algorithm>
#include <cmath>

#include "layout.h"
#include "operators.h"

namespace hammock::reference {
namespace {

struct Axis {
  int64_t in, out;
  float roi_begin = 0, roi_end = 0;
};

std::optional<float> coordinate(std::string_view mode, const Axis& a, int64_t i) {
  float scale = static_cast<float>(a.in) / static_cast<float>(a.out), x = static_cast<float>(i), last = static_cast<float>(a.in - 1);
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

std::optional<int64_t> nearest(std::string_view rounding, bool aligns_corners, float v) {
  if (rounding.empty()) rounding = aligns_corners ? "round" : "floor_exact";
  if (rounding == "round") return std::lround(v);
  if (rounding == "round_prefer_floor") return static_cast<int64_t>(std::ceil(v - 0.5f));
  if (rounding == "round_prefer_ceil") return static_cast<int64_t>(std::floor(v + 0.5f));
  if (rounding == "floor") return static_cast<int64_t>(std::floor(v + 1e-5f));
  if (rounding == "ceil") return static_cast<int64_t>(std::ceil(v - 1e-5f));
  if (rounding == "floor_exact") return static_cast<int64_t>(std::floor(v));
  return std::nullopt;
}

// The elements of an axis that an output element is made of.
struct Taps {
  int count = 0;
  int64_t index[4] = {};
  float weight[4] = {};
  bool outside = false;  // tf_crop_and_resize beyond the image
};

struct Method {
  std::string_view name, mode, rounding;
  float alpha;
  bool exclude;
};

std::optional<Taps> taps_of(const Method& m, const Axis& a, int64_t i) {
  std::optional<float> at = coordinate(m.mode, a, i);
  if (!at) return std::nullopt;
  Taps taps;
  auto clamped = [&](int64_t k) { return std::clamp<int64_t>(k, 0, a.in - 1); };
  taps.outside = m.mode == "tf_crop_and_resize" && (*at < 0 || *at > static_cast<float>(a.in - 1));
  if (m.name == "nearest_neighbor") {
    bool is_whole = m.mode == "asymmetric" && a.out % a.in == 0;  // exact where the division is
    std::optional<int64_t> index = nearest(m.rounding, m.mode == "align_corners", *at);
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
  float s = m.alpha, t2 = t * t, t3 = t2 * t;
  taps.count = 4;
  taps.weight[0] = s * (t3 - 2 * t2 + t);
  taps.weight[1] = (s + 2) * t3 - (s + 3) * t2 + 1;
  taps.weight[2] = -(s + 2) * t3 + (2 * s + 3) * t2 - s * t;
  taps.weight[3] = -s * t3 + s * t2;
  float total = 0;
  for (int k = 0; k < 4; ++k) {
    int64_t index = base - 1 + k;
    if (m.exclude && (index < 0 || index >= a.in)) taps.weight[k] = 0;
    total += taps.weight[k];
    taps.index[k] = clamped(index);
  }
  for (int k = 0; m.exclude && k < 4; ++k) taps.weight[k] /= total;
  return taps;
}

}  // namespace

Result<RuntimeValue> resize2d(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::string_view layout = call.attr_string("layout", "NCHW");
  std::optional<Dims> size = call.integers(1);
  if (!size || size->size() != 2 || (*size)[0] <= 0 || (*size)[1] <= 0) return call.fail("the size is not a shape of two positive dims");
  Result<Tensor> data = to_canonical(call, x, layout, "NCHW");
  if (!data) return data.error();
  DType dtype = call.attr_dtype("out_dtype").is_unknown() ? x.dtype : call.attr_dtype("out_dtype");
  Result<Tensor> wide = cast(call, *data, kFloat32);
  if (!wide) return wide.error();
  Method method{call.attr_string("method", "linear"), call.attr_string("coordinate_transformation_mode", "half_pixel"), call.attr_string("rounding_method"),
                static_cast<float>(call.attr_real("cubic_alpha", -0.5)), call.attr_int("cubic_exclude", 0) != 0};
  std::vector<double> roi = call.attr_reals("roi");
  roi.resize(4, 0);
  auto extrapolated = static_cast<float>(call.attr_real("extrapolation_value", 0));
  int64_t height = data->shape[2], width = data->shape[3], out_height = (*size)[0], out_width = (*size)[1];
  if (height == 0 || width == 0) return call.fail("an image without elements");
  auto taps_along = [&](const Axis& axis) {
    std::vector<Taps> all;
    for (int64_t i = 0; i < axis.out; ++i) {
      std::optional<Taps> taps = taps_of(method, axis, i);
      if (!taps) return std::vector<Taps>{};
      all.push_back(*taps);
    }
    return all;
  };
  std::vector<Taps> rows = taps_along({height, out_height, static_cast<float>(roi[0]), static_cast<float>(roi[2])});
  std::vector<Taps> columns = taps_along({width, out_width, static_cast<float>(roi[1]), static_cast<float>(roi[3])});
  if (rows.empty() || columns.empty()) return call.fail("unknown method, coordinate_transformation_mode or rounding_method");
  Result<Tensor> out = call.make(kFloat32, {data->shape[0], data->shape[1], out_height, out_width});
  if (!out) return out.error();
  float* to = out->as<float>();
  for (int64_t plane = 0; plane < data->shape[0] * data->shape[1]; ++plane) {
    const float* from = wide->as<float>() + plane * height * width;
    for (const Taps& r : rows) {
      for (const Taps& c : columns) {
        float value = 0;
        for (int i = 0; i < r.count; ++i) {
          float row = 0;
          for (int j = 0; j < c.count; ++j) row += from[r.index[i] * width + c.index[j]] * c.weight[j];
          value += row * r.weight[i];
        }
        *to++ = r.outside || c.outside ? extrapolated : value;
      }
    }
  }
  Result<Tensor> ordered = from_canonical(call, *out, layout, "NCHW");
  if (!ordered) return ordered.error();
  return OpCall::wrap(cast(call, *ordered, dtype));
}

}  // namespace hammock::reference

// SPDX-License-Identifier: Apache-2.0
// image.resize2d and image.resize3d (operators 2.21, 5.2): elements are mixed in float32, the nearest one is taken as
// it is.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "hammock/ir/resize.h"
#include "layout.h"
#include "operators.h"

namespace hammock::reference {
namespace {

using Taps = ResizeTaps;
using AllTaps = std::array<std::vector<Taps>, 3>;  // of depth, rows, columns

// Calls f(image, depth, row, column) for every element of the result.
template <class F>
void for_each_place(int64_t images, const AllTaps& taps, F&& f) {
  for (int64_t image = 0; image < images; ++image) {
    for (const Taps& d : taps[0]) {
      for (const Taps& r : taps[1]) {
        for (const Taps& c : taps[2]) f(image, d, r, c);
      }
    }
  }
}

// Elements as they are, of any dtype.
void choose(const Tensor& x, const Tensor& outside, const AllTaps& taps, const Tensor& out) {
  int64_t depth = x.shape[2], height = x.shape[3], width = x.shape[4], bytes = x.dtype.bytes();
  std::byte* to = out.data.get();
  for_each_place(x.shape[0] * x.shape[1], taps, [&](int64_t image, const Taps& d, const Taps& r, const Taps& c) {
    int64_t at = ((image * depth + d.index[0]) * height + r.index[0]) * width + c.index[0];
    const std::byte* from = d.outside || r.outside || c.outside ? outside.data.get() : x.data.get() + at * bytes;
    std::memcpy(to, from, static_cast<size_t>(bytes));
    to += bytes;
  });
}

void mix(const Tensor& x, float extrapolated, const AllTaps& taps, const Tensor& out) {
  int64_t height = x.shape[3], width = x.shape[4], volume = x.shape[2] * height * width;
  float* to = out.as<float>();
  for_each_place(x.shape[0] * x.shape[1], taps, [&](int64_t image, const Taps& d, const Taps& r, const Taps& c) {
    const float* from = x.as<float>() + image * volume;
    float value = 0;
    for (int k = 0; k < d.count; ++k) {
      float plane = 0;
      for (int i = 0; i < r.count; ++i) {
        float row = 0;
        for (int j = 0; j < c.count; ++j)
          row += from[(d.index[k] * height + r.index[i]) * width + c.index[j]] * c.weight[j];
        plane += row * r.weight[i];
      }
      value += plane * d.weight[k];
    }
    *to++ = d.outside || r.outside || c.outside ? extrapolated : value;
  });
}

}  // namespace

Result<RuntimeValue> resize(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::string_view layout = call.attrs.string("layout");
  constexpr std::string_view kCanonical = "NCDHW";
  std::optional<Dims> size = call.integers(1);
  size_t spatial = layout.find('D') == std::string_view::npos ? 2 : 3;
  if (!size || size->size() != spatial || std::ranges::any_of(*size, [](int64_t d) { return d < 0; })) {
    return call.fail("the size is not a shape of " + std::to_string(spatial) + " dims");
  }
  Tensor data = to_canonical(call, x, layout, kCanonical);
  DType dtype = call.attrs.dtype("out_dtype").is_unknown() ? x.dtype : call.attrs.dtype("out_dtype");
  const ResizeMethod method = resize_method(call.attrs);
  auto extrapolated = static_cast<float>(call.attrs.real("extrapolation_value"));
  AllTaps taps;
  const Dims in = data.shape;
  Dims shape{in[0], in[1], 1, 1, 1};
  std::ranges::copy(*size, shape.end() - static_cast<ptrdiff_t>(spatial));
  const bool is_choice = method.is_choice();
  Tensor wide = is_choice ? data : cast(call, data, kFloat32);
  Tensor out = call.make(wide.dtype, shape);  // before the taps: they are as many
  for (size_t d = 0; d < 3; ++d) {
    if (d + spatial < 3) {  // no depth: one place, taken as it is
      taps[d] = {Taps{1, {0}, {1}, false}};
      continue;
    }
    size_t at = d + spatial - 3;
    const ResizedAxis axis = resized_axis(call.attrs, at, spatial, in[2 + d], (*size)[at]);
    if (axis.in == 0 && axis.out > 0) return call.fail("an image without elements");
    for (int64_t i = 0; i < axis.out; ++i) {
      std::optional<Taps> one = resize_taps(method, axis, i);
      if (!one) return call.fail("unknown method, coordinate_transformation_mode or rounding_method");
      taps[d].push_back(*one);
    }
  }
  if (is_choice) {
    Tensor outside = call.make(kFloat32, {});
    *outside.as<float>() = extrapolated;
    outside = cast(call, outside, wide.dtype);
    choose(wide, outside, taps, out);
  } else {
    mix(wide, extrapolated, taps, out);
  }
  Tensor ordered = from_canonical(call, out, layout, kCanonical);
  return value_of(cast(call, ordered, dtype));
}

}  // namespace hammock::reference

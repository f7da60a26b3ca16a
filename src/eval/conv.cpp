// SPDX-License-Identifier: Apache-2.0
// Convolutions over 1, 2 and 3 axes and their adjoints (operators 2.16). The padding of a convolution is zeros like any
// other elements; what an adjoint does not reach is no product.
#include <algorithm>
#include <cmath>

#include "hammock/base/hash.h"
#include "hammock/eval/eval.h"
#include "layout.h"
#include "noise.h"
#include "operators.h"
#include "sums.h"

namespace hammock::reference {

std::optional<Window> window_of(const OpCall& call, const Dims& size) {
  auto n = static_cast<int64_t>(size.size());
  Dims ones(size.size(), 1), zeros(size.size() * 2, 0);
  Dims strides = call.attrs.maybe_integers("strides").value_or(ones),
       dilation = call.attrs.maybe_integers("dilation").value_or(ones),
       padding = call.attrs.maybe_integers("padding").value_or(zeros);
  for (Dims* list : {&strides, &dilation}) {
    if (list->size() == 1) list->resize(size.size(), list->front());
    if (list->size() != size.size()) return std::nullopt;
  }
  if (padding.size() == 1) padding.assign(size.size() * 2, padding.front());
  if (padding.size() == size.size()) padding.insert(padding.end(), padding.begin(), padding.end());
  if (padding.size() != size.size() * 2) return std::nullopt;
  Window w{n, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}};
  for (size_t i = 0; i < size.size(); ++i) {
    size_t at = 3 - size.size() + i;
    w.size[at] = size[i];
    w.stride[at] = strides[i];
    w.dilation[at] = dilation[i];
    w.begin[at] = padding[i];
    w.end[at] = padding[i + size.size()];
    if (w.stride[at] <= 0 || w.dilation[at] <= 0 || w.size[at] <= 0) return std::nullopt;
  }
  return w;
}

// ---- convolution ---------------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kData = "NCDHW", kKernel = "OIDHW";

int64_t floor_div(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// Positions o of [0, count) with 0 <= o * stride + shift < size.
std::pair<int64_t, int64_t> inside(int64_t shift, int64_t stride, int64_t size, int64_t count) {
  int64_t first = shift >= 0 ? 0 : (-shift + stride - 1) / stride;
  int64_t last = size - shift <= 0 ? 0 : (size - 1 - shift) / stride + 1;
  return {std::min(first, count), std::clamp<int64_t>(last, std::min(first, count), count)};
}

// A plane (depth, height, width) of accumulators. One tap of the kernel at a time, rows innermost:
//   large[o * stride + shift] and small[o] meet for every o inside; `meet(small, large, row length, large's step)`.
template <class Meet>
void for_each_meeting_row(const Window& w, const std::array<int64_t, 3>& tap, const int64_t* small,
                          const int64_t* large, Meet&& meet) {
  std::array<int64_t, 3> shift;
  for (size_t a = 0; a < 3; ++a) shift[a] = tap[a] * w.dilation[a] - w.begin[a];
  auto [x0, x1] = inside(shift[2], w.stride[2], large[2], small[2]);
  auto [y0, y1] = inside(shift[1], w.stride[1], large[1], small[1]);
  auto [z0, z1] = inside(shift[0], w.stride[0], large[0], small[0]);
  for (int64_t z = z0; z < z1; ++z) {
    for (int64_t y = y0; y < y1; ++y) {
      int64_t small_row = (z * small[1] + y) * small[2] + x0;
      int64_t large_row = ((z * w.stride[0] + shift[0]) * large[1] + y * w.stride[1] + shift[1]) * large[2] +
                          x0 * w.stride[2] + shift[2];
      meet(small_row, large_row, x1 - x0);
    }
  }
}

// The small positions that a tap leaves out: there it meets the padding.
template <class F>
void for_each_padding(const Window& w, const std::array<int64_t, 3>& tap, const int64_t* small, const int64_t* large,
                      F&& f) {
  std::vector<bool> is_met(static_cast<size_t>(small[0] * small[1] * small[2]));
  for_each_meeting_row(w, tap, small, large, [&](int64_t row, int64_t, int64_t count) {
    for (int64_t x = 0; x < count; ++x) is_met[static_cast<size_t>(row + x)] = true;
  });
  for (size_t i = 0; i < is_met.size(); ++i) {
    if (!is_met[i]) f(i);
  }
}

template <class F>
void for_each_tap(const Window& w, F&& f) {
  int64_t index = 0;
  for (int64_t z = 0; z < w.size[0]; ++z) {
    for (int64_t y = 0; y < w.size[1]; ++y) {
      for (int64_t x = 0; x < w.size[2]; ++x) f(std::array<int64_t, 3>{z, y, x}, index++);
    }
  }
}

Dims spatial_sizes(const Tensor& canonical, size_t spatial) {
  return Dims(canonical.shape.end() - static_cast<int64_t>(spatial), canonical.shape.end());
}

struct Operands {
  Tensor data, kernel;
  Window window;
  int64_t groups;
  DType dtype;
  std::string_view out_layout;
};

Operands operands_of(const OpCall& call, std::string_view kernel_canonical) {
  const Tensor &x = call.tensor(0), &w = call.tensor(1);
  Operands o;
  o.dtype = call.attrs.dtype("out_dtype").is_unknown() ? x.dtype : call.attrs.dtype("out_dtype");
  if (call.attrs.dtype("out_dtype").is_unknown() && x.dtype != w.dtype)
    throw call.fail("dtypes " + to_string(x.dtype) + " and " + to_string(w.dtype) + " differ");
  std::string_view data_layout = call.attrs.string("data_layout"), kernel_layout = call.attrs.string("kernel_layout");
  o.out_layout = call.attrs.string("out_layout", data_layout);
  Tensor data = to_canonical(call, x, data_layout, kData);
  Tensor kernel = to_canonical(call, w, kernel_layout, kernel_canonical);
  Tensor wide = cast(call, data, o.dtype), wide_kernel = cast(call, kernel, o.dtype);
  o.data = wide;
  o.kernel = wide_kernel;
  std::optional<Window> window =
      window_of(call, spatial_sizes(o.kernel, static_cast<size_t>(spatial_axes(data_layout))));
  o.groups = call.attrs.integer("groups");
  if (!window || o.groups <= 0 || spatial_axes(o.out_layout) != window->spatial)
    throw call.fail("strides, padding, dilation or groups are malformed");
  o.window = *window;
  return o;
}

// A tile has up to six rows and columns of the data.
void add_noise_of_tiles(const OpCall& call, Operands& o) {
  const Window& w = o.window;
  const bool is_taken_so = o.dtype == kFloat32 && o.groups == 1 && w.spatial == 2 && w.size[1] == 3 && w.size[2] == 3 &&
                           w.stride[1] == 1 && w.stride[2] == 1 && w.dilation[1] == 1 && w.dilation[2] == 1;
  if (!is_taken_so) return;
  const uint64_t key = hash_mix(call.options().noise_seed, static_cast<uint64_t>(o.kernel.elements()));
  add_noise_of_neighbours(o.data, 5, call.options().noise, key);
  add_noise_of_neighbours(o.kernel, 2, call.options().noise, key + 1);
}

}  // namespace

Result<RuntimeValue> conv(const OpCall& call) {
  Operands o = operands_of(call, kKernel);
  if (call.options().noise > 0 && call.options().has_noise_of_tiles) add_noise_of_tiles(call, o);
  const Window& w = o.window;
  const Dims &in = o.data.shape, &kernel = o.kernel.shape;
  int64_t per_group = kernel[1], outputs = kernel[0];
  if (in[1] != per_group * o.groups || outputs % o.groups != 0)
    return call.fail("channels of data and weight do not fit the groups");
  Dims out_shape{in[0], outputs};
  for (size_t a = 0; a < 3; ++a) {
    int64_t size = floor_div(in[2 + a] + w.begin[a] + w.end[a] - w.dilation[a] * (w.size[a] - 1) - 1, w.stride[a]) + 1;
    if (size < 0) return call.fail("the kernel is larger than the padded data");
    out_shape.push_back(size);
  }
  return call.typed(o.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(o.dtype, out_shape);
    int64_t in_plane = in[2] * in[3] * in[4], out_plane = out_shape[2] * out_shape[3] * out_shape[4],
            taps = w.size[0] * w.size[1] * w.size[2];
    with_sums<T>(call, [&]<class Sum>(Tag<Sum>, auto&& part) {
      std::vector<Sum> sum(static_cast<size_t>(out_plane));
      for (int64_t n = 0; n < in[0]; ++n) {
        for (int64_t c = 0; c < outputs; ++c) {
          std::fill(sum.begin(), sum.end(), Sum());
          int64_t first = c / (outputs / o.groups) * per_group;
          for (int64_t i = 0; i < per_group; ++i) {
            const T* plane = o.data.template as<T>() + (n * in[1] + first + i) * in_plane;
            for_each_tap(w, [&](const std::array<int64_t, 3>& tap, int64_t t) {
              T weight = o.kernel.template as<T>()[(c * per_group + i) * taps + t];
              for_each_meeting_row(w, tap, &out_shape[2], &in[2], [&](int64_t small, int64_t large, int64_t count) {
                Sum* to = sum.data() + small;
                const T* from = plane + large;
                for (int64_t x = 0; x < count; ++x) to[x].add_product(from[x * w.stride[2]], weight);
              });
              if constexpr (kIsFloat<T>) {  // zero times infinity is NaN
                if (std::isfinite(Wide<T>(weight))) return;
                for_each_padding(w, tap, &out_shape[2], &in[2], [&](size_t at) { sum[at].add_product(T(0), weight); });
              }
            });
          }
          const int64_t at = (n * outputs + c) * out_plane;
          for (int64_t p = 0; p < out_plane; ++p)
            out.as<T>()[at + p] = T(sum[static_cast<size_t>(p)].total(part(at + p)));
        }
      }
    });
    return from_canonical(call, out, o.out_layout, kData);
  });
}

// Each element of the data is spread over the places that a convolution would have read it from.
Result<RuntimeValue> conv_transpose(const OpCall& call) {
  Operands o = operands_of(call, "IODHW");
  const Window& w = o.window;
  const Dims &in = o.data.shape, &kernel = o.kernel.shape;
  int64_t per_group = kernel[1], outputs = kernel[1] * o.groups;
  if (in[1] != kernel[0] || in[1] % o.groups != 0)
    return call.fail("channels of data and weight do not fit the groups");
  Dims extra = call.attrs.maybe_integers("output_padding").value_or(Dims{0});
  if (extra.size() == 1) extra.resize(static_cast<size_t>(w.spatial), extra.front());
  if (extra.size() != static_cast<size_t>(w.spatial)) return call.fail("output_padding is malformed");
  Dims out_shape{in[0], outputs};
  for (size_t a = 0; a < 3; ++a) {
    size_t missing = 3 - static_cast<size_t>(w.spatial);
    int64_t size = (in[2 + a] - 1) * w.stride[a] - w.begin[a] - w.end[a] + w.dilation[a] * (w.size[a] - 1) +
                   (a < missing ? 0 : extra[a - missing]) + 1;
    if (size < 0) return call.fail("the padding is larger than the result");
    out_shape.push_back(size);
  }
  return call.typed(o.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(o.dtype, out_shape);
    int64_t in_plane = in[2] * in[3] * in[4], out_plane = out_shape[2] * out_shape[3] * out_shape[4],
            taps = w.size[0] * w.size[1] * w.size[2];
    int64_t inputs = in[1] / o.groups;
    with_sums<T>(call, [&]<class Sum>(Tag<Sum>, auto&& part) {
      std::vector<Sum> sum(static_cast<size_t>(out_plane));
      for (int64_t n = 0; n < in[0]; ++n) {
        for (int64_t c = 0; c < outputs; ++c) {
          std::fill(sum.begin(), sum.end(), Sum());
          int64_t group = c / per_group;
          for (int64_t i = group * inputs; i < (group + 1) * inputs; ++i) {
            const T* plane = o.data.template as<T>() + (n * in[1] + i) * in_plane;
            for_each_tap(w, [&](const std::array<int64_t, 3>& tap, int64_t t) {
              T weight = o.kernel.template as<T>()[(i * per_group + c % per_group) * taps + t];
              for_each_meeting_row(w, tap, &in[2], &out_shape[2], [&](int64_t small, int64_t large, int64_t count) {
                for (int64_t x = 0; x < count; ++x)
                  sum[static_cast<size_t>(large + x * w.stride[2])].add_product(plane[small + x], weight);
              });
            });
          }
          const int64_t at = (n * outputs + c) * out_plane;
          for (int64_t p = 0; p < out_plane; ++p)
            out.as<T>()[at + p] = T(sum[static_cast<size_t>(p)].total(part(at + p)));
        }
      }
    });
    return from_canonical(call, out, o.out_layout, kData);
  });
}

}  // namespace hammock::reference

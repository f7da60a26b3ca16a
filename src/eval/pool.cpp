// SPDX-License-Identifier: Apache-2.0
// Pooling over 1, 2 and 3 axes (operators 2.17, 2.22).
#include <algorithm>
#include <limits>
#include <vector>

#include "layout.h"
#include "operators.h"
#include "sums.h"

namespace hammock::reference {
namespace {

constexpr std::string_view kData = "NCDHW";

// The data as planes, the window that moves over them, the shape of the result.
struct Pool {
  Tensor data;
  Window window;
  Dims out_shape;  // canonical
  std::string_view layout;
};

Pool pool_of(const OpCall& call, const Tensor& x) {
  Pool p;
  std::string_view layout = call.attrs.string("layout");
  p.layout = call.attrs.string("out_layout", layout);
  Tensor data = to_canonical(call, x, layout, kData);
  Dims size = call.attrs.maybe_integers("pool_size").value_or(Dims{1});
  const auto spatial = static_cast<size_t>(spatial_axes(layout));
  if (size.size() == 1) size.resize(spatial, size.front());
  std::optional<Window> window = size.size() == spatial ? window_of(call, size) : std::nullopt;
  if (!window || spatial_axes(p.layout) != spatial_axes(layout))
    throw call.fail("pool_size, strides, padding or dilation are malformed");
  p.data = data;
  p.window = *window;
  p.out_shape = {data.shape[0], data.shape[1]};
  bool ceil_mode = call.attrs.boolean("ceil_mode");
  for (size_t a = 0; a < 3; ++a) {
    const Window& w = p.window;
    int64_t room = data.shape[2 + a] + w.begin[a] + w.end[a] - w.dilation[a] * (w.size[a] - 1) - 1 +
                   (ceil_mode ? w.stride[a] - 1 : 0);
    int64_t steps =
        room / w.stride[a] - (room % w.stride[a] < 0);  // rounded down: -1 for a window that just does not fit
    if (steps < -1) throw call.fail("the window is larger than the padded data");
    p.out_shape.push_back(steps + 1);
  }
  return p;
}

// Of a window along an axis: its taps inside the data, and how many of them lie before the end of the padding.
struct Taps {
  int64_t first, begin, end, padded;  // first: where tap 0 is
};
Taps taps_of(const Pool& p, size_t axis, int64_t out) {
  const Window& w = p.window;
  const int64_t n = p.data.shape[2 + axis], step = w.dilation[axis], first = out * w.stride[axis] - w.begin[axis];
  // Taps at places below `place`.
  const auto before = [&](int64_t place) {
    return place <= first ? 0 : std::min(w.size[axis], (place - first - 1) / step + 1);
  };
  return {first, before(0), before(n), before(n + w.end[axis])};
}

// f(index in the result's plane, offsets inside the data's plane, positions inside data and padding) for each window,
// however much larger than the data it is.
template <class F>
void for_each_window(const Pool& p, F&& f) {
  const Window& w = p.window;
  const int64_t *in = &p.data.shape[2], *out = &p.out_shape[2];
  std::vector<int64_t> offsets;
  int64_t index = 0;
  for (int64_t z = 0; z < out[0]; ++z) {
    for (int64_t y = 0; y < out[1]; ++y) {
      for (int64_t x = 0; x < out[2]; ++x) {
        offsets.clear();
        const Taps d = taps_of(p, 0, z), h = taps_of(p, 1, y), v = taps_of(p, 2, x);
        for (int64_t i = d.begin; i < d.end; ++i)
          for (int64_t j = h.begin; j < h.end; ++j) {
            const int64_t row = (d.first + i * w.dilation[0]) * in[1] + h.first + j * w.dilation[1];
            for (int64_t k = v.begin; k < v.end; ++k) offsets.push_back(row * in[2] + v.first + k * w.dilation[2]);
          }
        int64_t padded = d.padded;
        for (int64_t taps : {h.padded, v.padded})
          if (__builtin_mul_overflow(padded, taps, &padded)) padded = std::numeric_limits<int64_t>::max();
        f(index++, offsets, padded);
      }
    }
  }
}

// of(plane, offsets, divisor) -> T for each window of each plane.
template <class F>
Result<RuntimeValue> pooled(const OpCall& call, F&& of) {
  Pool p = pool_of(call, call.tensor(0));
  return call.typed(p.data.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(p.data.dtype, p.out_shape);
    int64_t planes = p.out_shape[0] * p.out_shape[1], in_plane = product(std::span(p.data.shape).subspan(2)),
            out_plane = product(std::span(p.out_shape).subspan(2));
    for_each_window(p, [&](int64_t index, const std::vector<int64_t>& offsets, int64_t padded) {
      for (int64_t n = 0; n < planes; ++n)
        out.as<T>()[n * out_plane + index] = of(p.data.template as<T>() + n * in_plane, offsets, padded);
    });
    return from_canonical(call, out, p.layout, kData);
  });
}

}  // namespace

// A window without data is the lowest value. NaN stays.
Result<RuntimeValue> max_pool(const OpCall& call) {
  return pooled(call, []<class T>(const T* plane, const std::vector<int64_t>& offsets, int64_t) {
    T best = lowest<T>();
    for (int64_t at : offsets) best = best > plane[at] || best != best ? best : plane[at];
    return best;
  });
}

Result<RuntimeValue> avg_pool(const OpCall& call) {
  bool counts_padding = call.attrs.boolean("count_include_pad");
  return pooled(call, [&]<class T>(const T* plane, const std::vector<int64_t>& offsets, int64_t padded) {
    int64_t divisor = counts_padding ? padded : static_cast<int64_t>(offsets.size());
    if constexpr (kIsFloat<T>) {
      RangedSum<T> sum(call);
      for (int64_t at : offsets) sum.add(static_cast<Accumulator<T>>(plane[at]));
      return divisor == 0 ? T(0) : T(sum.total() / static_cast<Accumulator<T>>(divisor));
    } else {
      WideSum<T> total = 0;
      for (int64_t at : offsets) total += static_cast<WideSum<T>>(plane[at]);
      return T(divisor == 0 ? 0 : total / static_cast<WideSum<T>>(divisor));
    }
  });
}

// Bin i of an axis of L into M goes from floor(i L / M) to ceil((i + 1) L / M).
Result<RuntimeValue> adaptive_avg_pool(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::string_view layout = call.attrs.string("layout"), out_layout = call.attrs.string("out_layout", layout);
  Tensor data = to_canonical(call, x, layout, kData);
  const auto spatial = static_cast<size_t>(spatial_axes(layout));
  std::optional<Dims> size = call.attrs.maybe_integers("output_size");
  if (size && size->size() == 1) size->resize(spatial, size->front());
  if ((size && size->size() != spatial) || spatial_axes(out_layout) != spatial_axes(layout))
    return call.fail("output_size is malformed");
  Dims out_shape = data.shape;
  for (size_t a = 0; size && a < spatial; ++a) out_shape[5 - spatial + a] = (*size)[a];
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, out_shape);
    const Dims& in = data.shape;
    int64_t in_plane = in[2] * in[3] * in[4], out_plane = out_shape[2] * out_shape[3] * out_shape[4];
    for (int64_t i = 0; i < out.elements(); ++i) {
      int64_t position = i % out_plane, index[3] = {position / (out_shape[3] * out_shape[4]),
                                                    position / out_shape[4] % out_shape[3], position % out_shape[4]};
      int64_t first[3], last[3], count = 1;
      for (size_t a = 0; a < 3; ++a) {
        first[a] = index[a] * in[2 + a] / out_shape[2 + a];
        last[a] = ((index[a] + 1) * in[2 + a] + out_shape[2 + a] - 1) / out_shape[2 + a];
        count *= last[a] - first[a];
      }
      const T* plane = data.as<T>() + i / out_plane * in_plane;
      RangedSum<T> total(call);
      for (int64_t z = first[0]; z < last[0]; ++z) {
        for (int64_t y = first[1]; y < last[1]; ++y) {
          for (int64_t c = first[2]; c < last[2]; ++c)
            total.add(static_cast<Accumulator<T>>(plane[(z * in[3] + y) * in[4] + c]));
        }
      }
      if constexpr (kIsFloat<T>)
        out.as<T>()[i] = count == 0 ? T(0) : T(in_range_of<T>(total.total()) / static_cast<Accumulator<T>>(count));
      else out.as<T>()[i] = count == 0 ? T(0) : T(T(total.total()) / T(count));
    }
    return from_canonical(call, out, out_layout, kData);
  });
}

// spread(gradient of the window, plane of the data, plane of the result, offsets, divisor)
template <class F>
static Result<RuntimeValue> pool_backward(const OpCall& call, F&& spread) {
  const Tensor& x = call.tensor(1);
  Pool p = pool_of(call, x);
  Tensor gradient = to_canonical(call, call.tensor(0), p.layout, kData);
  if (gradient.shape != p.out_shape || gradient.dtype != x.dtype)
    return call.fail("the gradient does not fit the pooled data");
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, p.data.shape);
    std::fill(out.as<T>(), out.as<T>() + out.elements(), T(0));
    int64_t planes = p.out_shape[0] * p.out_shape[1], in_plane = product(std::span(p.data.shape).subspan(2)),
            out_plane = product(std::span(p.out_shape).subspan(2));
    for_each_window(p, [&](int64_t index, const std::vector<int64_t>& offsets, int64_t padded) {
      for (int64_t n = 0; n < planes; ++n) {
        spread(gradient.as<T>()[n * out_plane + index], p.data.template as<T>() + n * in_plane,
               out.as<T>() + n * in_plane, offsets, padded);
      }
    });
    return from_canonical(call, out, call.attrs.string("layout"), kData);
  });
}

Result<RuntimeValue> max_pool2d_backward(const OpCall& call) {
  return pool_backward(call, []<class T>(T g, const T* plane, T* to, const std::vector<int64_t>& offsets, int64_t) {
    if (offsets.empty()) return;
    int64_t best = offsets[0];
    for (int64_t at : offsets) best = plane[at] > plane[best] ? at : best;
    to[best] = T(to[best] + g);
  });
}

Result<RuntimeValue> avg_pool2d_backward(const OpCall& call) {
  bool counts_padding = call.attrs.boolean("count_include_pad");
  return pool_backward(call, [&]<class T>(T g, const T*, T* to, const std::vector<int64_t>& offsets, int64_t padded) {
    int64_t divisor = counts_padding ? padded : static_cast<int64_t>(offsets.size());
    for (int64_t at : offsets) to[at] = T(to[at] + T(g / T(divisor)));
  });
}

}  // namespace hammock::reference

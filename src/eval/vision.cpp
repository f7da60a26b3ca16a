// SPDX-License-Identifier: Apache-2.0
// Sampling of images at computed places, regions of interest, suppression of boxes (operators 5.2). Computed in
// float64.
#include <algorithm>
#include <cmath>

#include "layout.h"
#include "operators.h"

namespace hammock::reference {
namespace {

// Where a coordinate in [-1, 1] lies on an axis of n elements.
double unnormalized(double c, int64_t n, bool align_corners) {
  double length = static_cast<double>(n);
  return align_corners ? (c + 1) / 2 * (length - 1) : ((c + 1) * length - 1) / 2;
}

// Back into the axis by reflection at its borders.
double reflected(double c, int64_t n, bool align_corners) {
  double low = align_corners ? 0 : -0.5, span = align_corners ? static_cast<double>(n - 1) : static_cast<double>(n);
  if (span <= 0) return 0;
  double d = std::fmod(std::abs(c - low), 2 * span);
  return low + (d > span ? 2 * span - d : d);
}

// The elements of one axis that a sample is made of; outside the axis they count as 0.
struct Taps {
  int count = 0;
  int64_t index[4];
  double weight[4];
};

std::optional<Taps> taps_of(std::string_view method, double at) {
  Taps taps;
  constexpr double kBeside = 0x1p52;  // every axis
  at = std::isfinite(at) ? std::clamp(at, -kBeside, kBeside) : -kBeside;
  double base = std::floor(at), t = at - base;
  if (method == "nearest") return Taps{1, {static_cast<int64_t>(std::nearbyint(at))}, {1}};
  if (method == "bilinear") return Taps{2, {static_cast<int64_t>(base), static_cast<int64_t>(base) + 1}, {1 - t, t}};
  if (method != "bicubic") return std::nullopt;
  constexpr double a = -0.75;
  taps.count = 4;
  double t2 = t * t, t3 = t2 * t;
  double weights[] = {a * (t3 - 2 * t2 + t), (a + 2) * t3 - (a + 3) * t2 + 1, -(a + 2) * t3 + (2 * a + 3) * t2 - a * t,
                      -a * t3 + a * t2};
  for (int k = 0; k < 4; ++k) {
    taps.index[k] = static_cast<int64_t>(base) - 1 + k;
    taps.weight[k] = weights[k];
  }
  return taps;
}

Result<RuntimeValue> ordered(const OpCall& call, const Tensor& wide, std::string_view layout,
                             std::string_view canonical, DType dtype) {
  return value_of(cast(call, from_canonical(call, wide, layout, canonical), dtype));
}

}  // namespace

// data (N, C, H, W), grid (N, 2, H', W') with x before y; with depth (N, 3, D', H', W'), x, y, z.
Result<RuntimeValue> grid_sample(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::string_view layout = call.attrs.string("layout"), method = call.attrs.string("method"),
                   padding = call.attrs.string("padding_mode");
  std::string_view canonical = layout.size() == 5 ? "NCDHW" : "NCHW";
  bool align = call.attrs.boolean("align_corners");
  Tensor data = to_canonical(call, x, layout, canonical);
  Tensor wide = cast(call, data, kFloat64), grid = cast(call, call.tensor(1), kFloat64);
  size_t spatial = canonical.size() - 2;
  if (wide.shape.size() != canonical.size() || grid.shape.size() != canonical.size() ||
      grid.shape[0] != wide.shape[0] || grid.shape[1] != static_cast<int64_t>(spatial)) {
    return call.fail("the grid does not fit the data");
  }
  Dims shape{wide.shape[0], wide.shape[1]};
  shape.insert(shape.end(), grid.shape.begin() + 2, grid.shape.end());
  Tensor out = call.make(kFloat64, shape);
  int64_t points = product(std::span(shape).subspan(2)), plane = product(std::span(wide.shape).subspan(2));
  const double* coordinates = grid.as<double>();
  for (int64_t n = 0; n < shape[0]; ++n) {
    for (int64_t p = 0; p < points; ++p) {
      // offset and weight of every element that the sample takes
      std::vector<std::pair<int64_t, double>> places{{0, 1}};
      for (size_t d = 0; d < spatial; ++d) {
        int64_t length = wide.shape[2 + d];
        double at = unnormalized(
            coordinates[(n * static_cast<int64_t>(spatial) + static_cast<int64_t>(spatial - 1 - d)) * points + p],
            length, align);
        if (padding == "border") at = std::clamp(at, 0.0, static_cast<double>(length - 1));
        if (padding == "reflection")
          at = std::clamp(reflected(at, length, align), 0.0, static_cast<double>(length - 1));
        std::optional<Taps> taps = taps_of(method, at);
        if (!taps) return call.fail("the method must be nearest, bilinear or bicubic");
        std::vector<std::pair<int64_t, double>> next;
        for (auto [offset, weight] : places) {
          for (int k = 0; k < taps->count; ++k) {
            int64_t i = taps->index[k];
            if (padding != "zeros") i = std::clamp<int64_t>(i, 0, length - 1);
            if (i >= 0 && i < length) next.emplace_back(offset * length + i, weight * taps->weight[k]);
          }
        }
        places = std::move(next);
      }
      for (int64_t c = 0; c < shape[1]; ++c) {
        const double* from = wide.as<double>() + (n * shape[1] + c) * plane;
        double sum = 0;
        for (auto [offset, weight] : places) sum += from[offset] * weight;
        out.as<double>()[(n * shape[1] + c) * points + p] = sum;
      }
    }
  }
  return ordered(call, out, layout, canonical, x.dtype);
}

// The places of an image of the size, mapped by each matrix.
Result<RuntimeValue> affine_grid(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::optional<Dims> size = call.integers(1);
  size_t spatial = size ? size->size() : 0;
  if (x.shape.size() != 3 || (spatial != 2 && spatial != 3) || x.shape[1] != static_cast<int64_t>(spatial) ||
      x.shape[2] != static_cast<int64_t>(spatial) + 1) {
    return call.fail("the matrices do not fit the size");
  }
  bool align = call.attrs.boolean("align_corners");
  Tensor matrices = cast(call, x, kFloat64);
  Dims shape{x.shape[0], x.shape[1]};
  shape.insert(shape.end(), size->begin(), size->end());
  Tensor out = call.make(kFloat64, shape);
  int64_t points = product(*size);
  for (int64_t b = 0; b < x.shape[0]; ++b) {
    for (int64_t p = 0; p < points; ++p) {
      double place[4] = {};  // x, y, z, 1: the last axis first
      int64_t rest = p;
      for (size_t d = 0; d < spatial; ++d) {
        int64_t length = (*size)[spatial - 1 - d], i = rest % length;
        rest /= length;
        double n = static_cast<double>(length);
        place[d] = align ? (length > 1 ? -1 + 2 * static_cast<double>(i) / (n - 1) : -1)
                         : (2 * static_cast<double>(i) + 1) / n - 1;
      }
      place[spatial] = 1;
      for (size_t row = 0; row < spatial; ++row) {
        const double* m = matrices.as<double>() + (b * static_cast<int64_t>(spatial) + static_cast<int64_t>(row)) *
                                                      static_cast<int64_t>(spatial + 1);
        double sum = 0;
        for (size_t k = 0; k <= spatial; ++k) sum += m[k] * place[k];
        out.as<double>()[(b * static_cast<int64_t>(spatial) + static_cast<int64_t>(row)) * points + p] = sum;
      }
    }
  }
  return value_of(cast(call, out, x.dtype));
}

namespace {

// What the operators on regions share: data in NCHW, regions (batch, x1, y1, x2, y2), the size of the result.
struct Regions {
  Tensor data, rois, out;
  int64_t batch = 0, channels = 0, height = 0, width = 0, count = 0, rows = 0, columns = 0;
  double scale = 1;
};

Regions regions_of(const OpCall& call) {
  Tensor data = to_canonical(call, call.tensor(0), call.attrs.string("layout"), "NCHW");
  Tensor wide = cast(call, data, kFloat64), rois = cast(call, call.tensor(1), kFloat64);
  Dims size = call.attrs.integers("pooled_size");
  if (wide.shape.size() != 4 || rois.shape.size() != 2 || rois.shape[1] != 5 || size.size() != 2)
    throw call.fail("the regions do not fit the data");
  Regions r{wide,
            rois,
            {},
            wide.shape[0],
            wide.shape[1],
            wide.shape[2],
            wide.shape[3],
            rois.shape[0],
            size[0],
            size[1],
            call.attrs.real("spatial_scale")};
  for (int64_t i = 0; i < r.count; ++i) {
    double batch = rois.as<double>()[i * 5];
    if (!(batch >= 0 && batch < static_cast<double>(r.batch)))
      throw call.fail("a region names a batch that does not exist");
  }
  Tensor out = call.make(kFloat64, {r.count, r.channels, r.rows, r.columns});
  r.out = out;
  return r;
}

// The value between the elements; 0 beyond one element outside.
double between(const double* plane, int64_t height, int64_t width, double y, double x) {
  const auto is_near = [](double at, int64_t extent) { return at >= -1 && at <= static_cast<double>(extent); };
  if (height == 0 || width == 0 || !is_near(y, height) || !is_near(x, width)) return 0;
  y = std::clamp(y, 0.0, static_cast<double>(height - 1));
  x = std::clamp(x, 0.0, static_cast<double>(width - 1));
  int64_t top = static_cast<int64_t>(y), left = static_cast<int64_t>(x), bottom = std::min(top + 1, height - 1),
          right = std::min(left + 1, width - 1);
  double v = y - static_cast<double>(top), h = x - static_cast<double>(left);
  return (1 - v) * ((1 - h) * plane[top * width + left] + h * plane[top * width + right]) +
         v * ((1 - h) * plane[bottom * width + left] + h * plane[bottom * width + right]);
}

}  // namespace

Result<RuntimeValue> roi_align(const OpCall& call) {
  Regions regions = regions_of(call);
  Regions& r = regions;
  std::string_view mode = call.attrs.string("mode");
  if (mode != "avg" && mode != "max") return call.fail("the mode must be avg or max");
  int64_t ratio = call.attrs.integer("sample_ratio");
  double shift = call.attrs.boolean("aligned") ? 0.5 : 0;
  for (int64_t i = 0; i < r.count; ++i) {
    const double* roi = r.rois.as<double>() + i * 5;
    double left = roi[1] * r.scale - shift, top = roi[2] * r.scale - shift, width = roi[3] * r.scale - shift - left,
           height = roi[4] * r.scale - shift - top;
    if (shift == 0) {
      width = std::max(width, 1.0);
      height = std::max(height, 1.0);
    }
    double bin_height = height / static_cast<double>(r.rows), bin_width = width / static_cast<double>(r.columns);
    auto samples = [&](double bin) {
      return ratio > 0 ? static_cast<double>(ratio) : std::max(1.0, std::ceil(bin));
    };  // of a NaN: 1
    constexpr double kMostSamples = 1 << 24;
    if (!(samples(bin_height) * samples(bin_width) <= kMostSamples)) {
      return call.fail("region " + std::to_string(i) + " wants more than " +
                       std::to_string(static_cast<int64_t>(kMostSamples)) + " samples for an element");
    }
    int64_t samples_y = static_cast<int64_t>(samples(bin_height)), samples_x = static_cast<int64_t>(samples(bin_width));
    for (int64_t c = 0; c < r.channels; ++c) {
      const double* plane = r.data.as<double>() + (static_cast<int64_t>(roi[0]) * r.channels + c) * r.height * r.width;
      for (int64_t py = 0; py < r.rows; ++py) {
        for (int64_t px = 0; px < r.columns; ++px) {
          double sum = 0, most = -HUGE_VAL;
          for (int64_t sy = 0; sy < samples_y; ++sy) {
            for (int64_t sx = 0; sx < samples_x; ++sx) {
              double y = top + bin_height * (static_cast<double>(py) +
                                             (static_cast<double>(sy) + 0.5) / static_cast<double>(samples_y));
              double x = left + bin_width * (static_cast<double>(px) +
                                             (static_cast<double>(sx) + 0.5) / static_cast<double>(samples_x));
              double value = between(plane, r.height, r.width, y, x);
              sum += value;
              most = std::max(most, value);
            }
          }
          double result = mode == "max" ? most : sum / static_cast<double>(samples_y * samples_x);
          r.out.as<double>()[((i * r.channels + c) * r.rows + py) * r.columns + px] = result;
        }
      }
    }
  }
  return ordered(call, r.out, call.attrs.string("layout"), "NCHW", call.tensor(0).dtype);
}

// The largest element of each bin; bins without elements are 0.
Result<RuntimeValue> roi_pool(const OpCall& call) {
  Regions regions = regions_of(call);
  Regions& r = regions;
  for (int64_t i = 0; i < r.count; ++i) {
    const double* roi = r.rois.as<double>() + i * 5;
    double left = std::round(roi[1] * r.scale), top = std::round(roi[2] * r.scale);
    double width = std::max(std::round(roi[3] * r.scale) - left + 1, 1.0),
           height = std::max(std::round(roi[4] * r.scale) - top + 1, 1.0);
    auto range = [](double begin, double length, int64_t bins, int64_t bin, int64_t limit) {
      double step = length / static_cast<double>(bins);
      auto at = [&](double v) {
        return v + begin > 0 ? static_cast<int64_t>(std::min(v + begin, static_cast<double>(limit))) : 0;
      };  // of a NaN: 0
      return std::pair(at(std::floor(static_cast<double>(bin) * step)),
                       at(std::ceil(static_cast<double>(bin + 1) * step)));
    };
    for (int64_t c = 0; c < r.channels; ++c) {
      const double* plane = r.data.as<double>() + (static_cast<int64_t>(roi[0]) * r.channels + c) * r.height * r.width;
      for (int64_t py = 0; py < r.rows; ++py) {
        for (int64_t px = 0; px < r.columns; ++px) {
          auto [y0, y1] = range(top, height, r.rows, py, r.height);
          auto [x0, x1] = range(left, width, r.columns, px, r.width);
          double most = y0 < y1 && x0 < x1 ? -HUGE_VAL : 0;
          for (int64_t y = y0; y < y1; ++y) {
            for (int64_t x = x0; x < x1; ++x) most = std::max(most, plane[y * r.width + x]);
          }
          r.out.as<double>()[((i * r.channels + c) * r.rows + py) * r.columns + px] = most;
        }
      }
    }
  }
  return ordered(call, r.out, call.attrs.string("layout"), "NCHW", call.tensor(0).dtype);
}

namespace {

// Area of the intersection by the area of the union; corners in any order.
double overlap(const double* a, const double* b) {
  auto extent = [](const double* box, int d) {
    return std::pair(std::min(box[d], box[d + 2]), std::max(box[d], box[d + 2]));
  };
  double common = 1, area_a = 1, area_b = 1;
  for (int d = 0; d < 2; ++d) {
    auto [a0, a1] = extent(a, d);
    auto [b0, b1] = extent(b, d);
    common *= std::max(0.0, std::min(a1, b1) - std::max(a0, b0));
    area_a *= a1 - a0;
    area_b *= b1 - b0;
  }
  double all = area_a + area_b - common;
  return all > 0 ? common / all : 0;
}

}  // namespace

// Boxes whose score is above the threshold (and whose class is not the background) move to the front; the rest is -1.
Result<RuntimeValue> get_valid_counts(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  int64_t id = call.attrs.integer("id_index"), score = call.attrs.integer("score_index");
  double threshold = call.attrs.real("score_threshold");
  if (x.shape.size() != 3 || score < 0 || score >= x.shape[2] || id >= x.shape[2])
    return call.fail("the indices do not fit the rows of the data");
  Tensor wide = cast(call, x, kFloat64), boxes = call.make(kFloat64, x.shape), counts = call.make(kInt32, {x.shape[0]}),
         indices = call.make(kInt32, {x.shape[0], x.shape[1]});
  std::fill_n(boxes.as<double>(), boxes.elements(), -1.0);
  std::fill_n(indices.as<int32_t>(), indices.elements(), -1);
  int64_t row = x.shape[2];
  for (int64_t b = 0; b < x.shape[0]; ++b) {
    int64_t found = 0;
    for (int64_t n = 0; n < x.shape[1]; ++n) {
      const double* from = wide.as<double>() + (b * x.shape[1] + n) * row;
      if (!(from[score] > threshold) || (id >= 0 && from[id] < 0)) continue;
      std::copy_n(from, row, boxes.as<double>() + (b * x.shape[1] + found) * row);
      indices.as<int32_t>()[b * x.shape[1] + found++] = static_cast<int32_t>(n);
    }
    counts.as<int32_t>()[b] = static_cast<int32_t>(found);
  }
  Tensor narrow = cast(call, boxes, x.dtype);
  return RuntimeValue{RuntimeTuple{value_of(counts), value_of(narrow), value_of(indices)}};
}

// ONNX: rows (batch, class, box) of what is selected, class by class in the order of the scores; the rest of the rows
// is 0.
Result<RuntimeValue> all_class_non_max_suppression(const OpCall& call) {
  if (call.attrs.string("output_format") != "onnx")
    return call.fail("this output_format has no reference", Error::Kind::unsupported);
  Tensor boxes = cast(call, call.tensor(0), kFloat64), scores = cast(call, call.tensor(1), kFloat64);
  if (boxes.shape.size() != 3 || scores.shape.size() != 3 || boxes.shape[2] != 4 || boxes.shape[0] != scores.shape[0] ||
      boxes.shape[1] != scores.shape[2]) {
    return call.fail("boxes and scores do not fit");
  }
  for (size_t i = 2; i < 5; ++i) {
    if (!call.value(i).tensor() || call.tensor(i).elements() != 1) return call.fail("the limits are scalars");
  }
  double most = element_as_double(call.tensor(2), 0), iou = element_as_double(call.tensor(3), 0),
         least = element_as_double(call.tensor(4), 0);
  int64_t batch = scores.shape[0], classes = scores.shape[1], count = scores.shape[2];
  Tensor out = call.make(kInt64, {batch * classes * count, 3}), total = call.make(kInt64, {1});
  std::fill_n(out.as<int64_t>(), out.elements(), 0);
  int64_t found = 0;
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t c = 0; c < classes; ++c) {
      const double* score = scores.as<double>() + (b * classes + c) * count;
      std::vector<int64_t> order;
      for (int64_t n = 0; n < count; ++n) {
        if (score[n] > least) order.push_back(n);
      }
      std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) { return score[x] > score[y]; });
      std::vector<int64_t> kept;
      for (int64_t n : order) {
        if (static_cast<double>(kept.size()) >= most) break;
        const double* box = boxes.as<double>() + (b * count + n) * 4;
        bool is_free = std::none_of(kept.begin(), kept.end(), [&](int64_t k) {
          return overlap(box, boxes.as<double>() + (b * count + k) * 4) > iou;
        });
        if (!is_free) continue;
        kept.push_back(n);
        int64_t* row = out.as<int64_t>() + 3 * found++;
        row[0] = b;
        row[1] = c;
        row[2] = n;
      }
    }
  }
  *total.as<int64_t>() = found;
  return RuntimeValue{RuntimeTuple{value_of(out), value_of(total)}};
}

}  // namespace hammock::reference

// SPDX-License-Identifier: Apache-2.0
// max_pool (1d, 2d, 3d): the largest element of a window, outside the image the lowest value. avg_pool: the sum of
// those inside over their number, or over the number of those inside the declared padding too.
//
// Small windows are written out as one expression, so that the lanes run along the output's row.
#include <algorithm>

#include "lowerer.h"

namespace hammock::loop {
namespace {

struct Spatial {
  int64_t kernel, stride, dilation, before, after, extent;
};

// How many positions of a window that begins at `first` are at or above -low and below high.
Prim count_inside(KernelBuilder& b, const Spatial& s, Prim first, int64_t low, int64_t high) {
  PrimStore& p = b.prims();
  Prim count;
  for (int64_t k = 0; k < s.kernel; ++k) {
    Prim at = b.math.add(first, b.math.constant(k * s.dilation));
    Prim inside = p.node(PrimKind::logical_and, kBool, p.node(PrimKind::ge, kBool, at, b.math.constant(-low)),
                         p.node(PrimKind::lt, kBool, at, b.math.constant(high)));
    auto range = b.math.range(at);
    bool is_sure = range && range->low >= -low && range->high < high;
    Prim one =
        is_sure ? b.math.constant(1) : p.node(PrimKind::select, kInt64, inside, b.math.constant(1), b.math.constant(0));
    count = count ? p.add(count, one) : one;
  }
  return count;
}

// The dims of a layout: "N", "C", "H", "W", "16c".
std::vector<std::string_view> dims_of(std::string_view layout) {
  std::vector<std::string_view> out;
  for (size_t begin = 0, i = 0; i < layout.size(); ++i) {
    if (layout[i] >= '0' && layout[i] <= '9') continue;
    out.push_back(layout.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  return out;
}

// The spatial dims of a layout, in the order of the attributes.
std::vector<size_t> spatial_axes(const std::vector<std::string_view>& layout) {
  std::vector<size_t> out;
  for (std::string_view dim : {"D", "H", "W"}) {
    if (auto at = std::ranges::find(layout, dim); at != layout.end())
      out.push_back(static_cast<size_t>(at - layout.begin()));
  }
  return out;
}

// The k-th position of the window, in the data; `inside`: the condition for being there, none if it always is.
Point position(KernelBuilder& b, std::span<const Spatial> spatial, std::span<const size_t> axes, const Point& place,
               int64_t rest, Prim& inside) {
  Point in = place;
  for (size_t d = axes.size(); d-- > 0;) {
    const Spatial& s = spatial[d];
    Prim& e = in[axes[d]];
    e = b.math.add(b.math.mul(e, s.stride), b.math.constant(rest % s.kernel * s.dilation - s.before));
    rest /= s.kernel;
    b.require_inside(e, s.extent, inside);
  }
  return in;
}

// Elements of the window at a place of the result; with those of the padding that is declared, if they count.
Prim number_inside(KernelBuilder& b, std::span<const Spatial> spatial, std::span<const size_t> axes, const Point& place,
                   bool with_padding) {
  PrimStore& p = b.prims();
  Prim count = b.math.constant(1);
  for (size_t d = 0; d < axes.size(); ++d) {
    const Spatial& s = spatial[d];
    Prim first = b.math.add(b.math.mul(place[axes[d]], s.stride), b.math.constant(-s.before));
    count =
        p.mul(count, count_inside(b, s, first, with_padding ? s.before : 0, s.extent + (with_padding ? s.after : 0)));
  }
  return p.max(count, b.math.constant(1));  // a window of padding only is 0
}

Prim mean(KernelBuilder& b, const GraphItem& item, DType d, Prim sum, Prim count) {
  PrimStore& p = b.prims();
  Prim divisor = !d.is_any_float()   ? cast(p, count, d)
                 : p.constant(count) ? p.real(static_cast<double>(*p.constant(count)), d)
                                     : p.node(PrimKind::cast, d, count);
  return cast(p, p.node(PrimKind::div, d, sum, divisor), item.dtype);
}

Prim element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  PrimStore& p = b.prims();
  std::string_view layout = attrs.string("layout");
  std::string_view out_layout =
      attrs.is_none("out_layout") || attrs.string("out_layout").empty() ? layout : attrs.string("out_layout");
  const std::vector<std::string_view> dims = dims_of(layout), out_dims = dims_of(out_layout);
  const std::vector<size_t> axes = spatial_axes(dims);
  std::vector<int64_t> size = attrs.integers("pool_size"), strides = attrs.integers("strides");
  std::vector<int64_t> padding = attrs.integers("padding"), dilation = attrs.integers("dilation");
  auto at = [](const std::vector<int64_t>& v, size_t i) { return v[v.size() > i ? i : 0]; };
  std::vector<Spatial> spatial;
  int64_t window = 1;
  for (size_t d = 0; d < axes.size(); ++d) {
    int64_t after = at(padding, padding.size() == 2 * axes.size() ? axes.size() + d : d);
    spatial.push_back(
        {at(size, d), at(strides, d), at(dilation, d), at(padding, d), after, b.item(item.inputs[0]).shape[axes[d]]});
    window *= spatial.back().kernel;
  }
  bool is_average = (info(item.op).name.find("avg") != std::string_view::npos);
  auto unsupported = [&](std::string what) {
    b.lowerer().unsupported("R." + std::string(info(item.op).name) + " with " + std::move(what), i);
  };
  if (window > kMaxWindow) unsupported("a window of more than " + std::to_string(kMaxWindow) + " elements");
  Point place;  // of the result, its dims in the order of the data's
  for (std::string_view dim : dims) {
    const auto d = std::ranges::find(out_dims, dim);
    const bool is_spatial_part = dim.size() > 1 && std::string_view("dhw").find(dim.back()) != std::string_view::npos;
    if (d != out_dims.end() && !is_spatial_part) place.push_back(point[static_cast<size_t>(d - out_dims.begin())]);
  }
  if (place.size() != point.size() || dims.size() != out_dims.size()) {
    unsupported("layout " + std::string(layout) + " and out_layout " + std::string(out_layout));
    return p.integer(0, item.dtype);
  }
  const DType d = is_average ? sum_of_mean(item.dtype) : item.dtype;
  Prim outside = is_average ? number(p, 0, d) : extreme(p, d, true), best;
  for (int64_t k = 0; k < window; ++k) {
    Prim inside;
    const Point in = position(b, spatial, axes, place, k, inside);
    Prim value = cast(p, b.element(item.inputs[0], in), d);
    if (inside) value = p.node(PrimKind::select, d, inside, value, outside);
    if (!best) best = value;
    else if (is_average) best = p.node(PrimKind::add, d, best, value);
    else best = p.node(PrimKind::max, d, best, value);
  }
  if (!is_average) return best;
  return mean(b, item, d, best, number_inside(b, spatial, axes, place, attrs.boolean("count_include_pad")));
}

int cost(const GraphItem& item) { return 40; }

}  // namespace

const Family families::pool{.kind = FamilyKind::element, .reads = Reads::strided, .element = element, .cost = cost};

}  // namespace hammock::loop

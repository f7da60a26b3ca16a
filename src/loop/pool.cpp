// SPDX-License-Identifier: Apache-2.0
// max_pool2d: the largest element of a window, outside the image the lowest value. avg_pool2d: the sum of those inside over
// their number, or over the number of those inside the declared padding too.
//
// Small windows are written out as one expression, so that the lanes run along the output's row.
#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr int64_t kMaxWindow = 64;

struct Spatial {
  int64_t kernel, stride, dilation, before, after, extent;
};

// How many positions of a window that begins at `first` are at or above -low and below high.
Prim count_inside(KernelBuilder& b, const Spatial& s, Prim first, int64_t low, int64_t high) {
  PrimStore& p = b.prims();
  Prim count;
  for (int64_t k = 0; k < s.kernel; ++k) {
    Prim at = b.math.add(first, b.math.constant(k * s.dilation));
    Prim inside = p.node(PrimKind::logical_and, kBool, p.node(PrimKind::ge, kBool, at, b.math.constant(-low)), p.node(PrimKind::lt, kBool, at, b.math.constant(high)));
    auto range = b.math.range(at);
    bool is_sure = range && range->low >= -low && range->high < high;
    Prim one = is_sure ? b.math.constant(1) : p.node(PrimKind::select, kInt64, inside, b.math.constant(1), b.math.constant(0));
    count = count ? p.add(count, one) : one;
  }
  return count;
}

Prim element(KernelBuilder& b, Item i, std::span<const Prim> point) {
  const ItemNode& item = b.item(i);
  AttrReader attrs(b.context(), item.op, item.attrs);
  std::string_view layout = attrs.string("layout");
  std::vector<int64_t> size = attrs.integers("pool_size"), strides = attrs.integers("strides");
  std::vector<int64_t> padding = attrs.integers("padding"), dilation = attrs.integers("dilation");
  const Dims& shape = b.item(item.inputs[0]).shape;
  auto at = [](const std::vector<int64_t>& v, size_t i) { return v[v.size() > i ? i : 0]; };
  size_t axes[2] = {layout.find('H'), layout.find('W')};
  Spatial s[2];
  for (size_t d = 0; d < 2; ++d) s[d] = {at(size, d), at(strides, d), at(dilation, d), at(padding, d), at(padding, padding.size() == 4 ? d + 2 : d), shape[axes[d]]};
  PrimStore& p = b.prims();
  bool is_average = item.op == Op::nn_avg_pool2d;
  Prim lowest = is_average ? p.real(0, item.dtype) : extreme(p, item.dtype, true), best = lowest;
  bool is_known = layout.size() == 4 && (item.dtype.is_any_float() || !is_average);
  if (s[0].kernel * s[1].kernel > kMaxWindow || !is_known) {
    b.lowerer().unsupported("R." + std::string(info(item.op).name) + " of " + to_string(item.dtype) + " with a window of more than " + std::to_string(kMaxWindow) + " elements or layout " + std::string(layout), i);
    return lowest;
  }
  for (int64_t y = 0; y < s[0].kernel; ++y) {
    for (int64_t x = 0; x < s[1].kernel; ++x) {
      Point in(point.begin(), point.end());
      Prim inside;
      for (size_t d = 0; d < 2; ++d) {
        Prim& e = in[axes[d]];
        e = b.math.add(b.math.mul(e, s[d].stride), b.math.constant((d ? x : y) * s[d].dilation - s[d].before));
        auto range = b.math.range(e);
        auto require = [&](Prim condition) { inside = inside ? p.node(PrimKind::logical_and, kBool, inside, condition) : condition; };
        if (!range || range->low < 0) require(p.node(PrimKind::ge, kBool, e, b.math.constant(0)));
        if (!range || range->high >= s[d].extent) require(p.node(PrimKind::lt, kBool, e, b.math.constant(s[d].extent)));
      }
      Prim value = b.element(item.inputs[0], in);
      if (inside) value = p.node(PrimKind::select, item.dtype, inside, value, lowest);
      bool is_first = y == 0 && x == 0;
      if (is_average) best = is_first ? value : p.node(PrimKind::add, item.dtype, best, value);
      else best = is_first ? value : p.node(PrimKind::select, item.dtype, p.node(PrimKind::gt, kBool, best, value), best, value);
    }
  }
  if (!is_average) return best;
  bool with_padding = attrs.boolean("count_include_pad");
  Prim count;
  for (size_t d = 0; d < 2; ++d) {
    Prim first = b.math.add(b.math.mul(point[axes[d]], s[d].stride), b.math.constant(-s[d].before));
    Prim n = count_inside(b, s[d], first, with_padding ? s[d].before : 0, s[d].extent + (with_padding ? s[d].after : 0));
    count = count ? p.mul(count, n) : n;
  }
  Prim divisor = p.constant(count) ? p.real(static_cast<double>(*p.constant(count)), item.dtype) : p.node(PrimKind::cast, item.dtype, count);
  return p.node(PrimKind::div, item.dtype, best, divisor);
}

int cost(const ItemNode& item) { return 40; }

}  // namespace

const Family pool2d{.kind = FamilyKind::element, .reads = Reads::strided, .element = element, .cost = cost};

}  // namespace hammock::loop

// SPDX-License-Identifier: Apache-2.0
// max_pool2d: the largest element of a window, outside the image the lowest value.
//
// Small windows are written out as one expression, so that the lanes run along the output's row.
#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr int64_t kMaxWindow = 64;

struct Spatial {
  int64_t kernel, stride, dilation, before, extent;
};

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
  for (size_t d = 0; d < 2; ++d) s[d] = {at(size, d), at(strides, d), at(dilation, d), at(padding, d), shape[axes[d]]};
  PrimStore& p = b.prims();
  Prim lowest = extreme(p, item.dtype, true), best = lowest;
  if (s[0].kernel * s[1].kernel > kMaxWindow || layout.size() != 4) {
    b.lowerer().unsupported("R.nn.max_pool2d with a window of more than " + std::to_string(kMaxWindow) + " elements or layout " + std::string(layout), i);
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
      best = best == lowest ? value : p.node(PrimKind::select, item.dtype, p.node(PrimKind::gt, kBool, best, value), best, value);
    }
  }
  return best;
}

int cost(const ItemNode& item) { return 40; }

}  // namespace

const Family pool2d{.kind = FamilyKind::element, .reads = Reads::strided, .element = element, .cost = cost};

}  // namespace hammock::loop

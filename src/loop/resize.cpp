// SPDX-License-Identifier: Apache-2.0
// image.resize2d, nearest neighbour and linear: elements at positions that a table gives, made before the run in
// float32 as the language computes them. Nearest with a whole factor needs no table.
#include "hammock/ir/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lowerer.h"

namespace hammock::loop {
namespace {

template <class T>
Constant constant_of(const std::vector<T>& values, DType dtype) {
  Constant c{dtype, {static_cast<int64_t>(values.size())}, std::vector<std::byte>(values.size() * sizeof(T))};
  std::memcpy(c.data.data(), values.data(), c.data.size());
  return c;
}

int64_t clamped(int64_t v, int64_t extent) { return std::clamp<int64_t>(v, 0, extent - 1); }

struct Resize {
  KernelBuilder& b;
  ItemId i;
  const GraphItem& item;
  CallAttrs attrs;
  std::string_view mode, rounding;

  // Index of the nearest element along an axis.
  Prim nearest(Prim x, int64_t in, int64_t out) {
    if (in == out && mode != "tf_half_pixel_for_nn") return x;
    if (mode == "asymmetric" && out % in == 0) return b.math.quotient(x, out / in);
    std::vector<int64_t> at;
    for (int64_t k = 0; k < out; ++k) {
      const float v = *resize_coordinate(mode, {in, out}, k);
      at.push_back(clamped(resize_rounded(rounding, mode, v).value_or(0), in));
    }
    return b.load(b.lowerer().table(constant_of(at, kInt64)), std::array{x});
  }

  struct Taps {
    Prim low, high, fraction;
  };
  Taps linear(Prim x, int64_t in, int64_t out) {
    std::vector<int64_t> low, high;
    std::vector<float> fraction;
    for (int64_t k = 0; k < out; ++k) {
      const float v = *resize_coordinate(mode, {in, out}, k), whole = std::floor(v);
      low.push_back(clamped(static_cast<int64_t>(whole), in));
      high.push_back(clamped(static_cast<int64_t>(whole) + 1, in));
      fraction.push_back(v - whole);
    }
    auto load = [&](Constant c) { return b.load(b.lowerer().table(std::move(c)), std::array{x}); };
    return {load(constant_of(low, kInt64)), load(constant_of(high, kInt64)), load(constant_of(fraction, kFloat32))};
  }

  Prim element(std::span<const Prim> point) {
    std::string_view layout = attrs.string("layout"), method = attrs.string("method");
    const bool is_known =
        mode != "tf_crop_and_resize" && (method == "nearest_neighbor" || method == "linear") && layout.size() == 4;
    if (!is_known) {
      b.lowerer().unsupported("R.image.resize2d with method \"" + std::string(method) + "\", mode \"" +
                                  std::string(mode) + "\", layout " + std::string(layout),
                              i);
      return b.prims().real(0, item.dtype);
    }
    ItemId x = item.inputs[0];
    const Dims& in = b.item(x).shape;
    size_t h = layout.find('H'), w = layout.find('W');
    Point at(point.begin(), point.end());
    if (method == "nearest_neighbor") {
      at[h] = nearest(point[h], in[h], item.shape[h]);
      at[w] = nearest(point[w], in[w], item.shape[w]);
      return cast(b.element(x, at), item.dtype);
    }
    Taps ty = linear(point[h], in[h], item.shape[h]), tx = linear(point[w], in[w], item.shape[w]);
    auto row = [&](Prim y) {
      at[h] = y;
      at[w] = tx.low;
      Prim left = cast(b.element(x, at), kFloat32);
      at[w] = tx.high;
      return mix(left, cast(b.element(x, at), kFloat32), tx.fraction);
    };
    Prim top = row(ty.low);
    return cast(mix(top, row(ty.high), ty.fraction), item.dtype);
  }

  Prim cast(Prim e, DType to) { return loop::cast(b.prims(), e, to); }
  // a (1 - f) + c f
  Prim mix(Prim a, Prim c, Prim f) {
    PrimStore& p = b.prims();
    auto node = [&](PrimKind kind, Prim l, Prim r) { return p.node(kind, kFloat32, l, r); };
    return node(PrimKind::add, node(PrimKind::mul, a, node(PrimKind::sub, p.real(1), f)), node(PrimKind::mul, c, f));
  }
};

Prim element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  return Resize{b, i, item, attrs, attrs.string("coordinate_transformation_mode"), attrs.string("rounding_method")}
      .element(point);
}

int cost(const GraphItem&) { return 6; }

}  // namespace

const Family families::resize2d{.kind = FamilyKind::element, .reads = Reads::once, .element = element, .cost = cost};

}  // namespace hammock::loop

// SPDX-License-Identifier: Apache-2.0
// image.resize2d, nearest neighbour and linear: elements at positions that a table gives, made before the run in
// float32 as the language computes them. Nearest with a whole factor needs no table.
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

// The coordinate in the input (of size in) of position x of the output (of size out); false: a mode not known here.
bool coordinate(std::string_view mode, int64_t in, int64_t out, int64_t x, float& at) {
  float scale = static_cast<float>(in) / static_cast<float>(out), f = static_cast<float>(x);
  if (mode == "half_pixel") at = (f + 0.5f) * scale - 0.5f;
  else if (mode == "align_corners") at = out == 1 ? 0 : f * (static_cast<float>(in - 1) / static_cast<float>(out - 1));
  else if (mode == "asymmetric") at = f * scale;
  else if (mode == "pytorch_half_pixel") at = out > 1 ? (f + 0.5f) * scale - 0.5f : 0;
  else if (mode == "tf_half_pixel_for_nn") at = (f + 0.5f) * scale;
  else return false;
  return true;
}

float rounded(std::string_view method, std::string_view mode, float v) {
  if (method.empty()) method = mode == "align_corners" ? "round" : "floor";
  if (method == "round") return std::round(v);
  if (method == "round_prefer_floor") return std::ceil(v - 0.5f);
  if (method == "round_prefer_ceil") return std::floor(v + 0.5f);
  if (method == "ceil") return std::ceil(v - 1e-5f);
  return std::floor(v + 1e-5f);
}

int64_t clamped(float v, int64_t extent) { return std::clamp<int64_t>(static_cast<int64_t>(v), 0, extent - 1); }

struct Resize {
  KernelBuilder& b;
  Item i;
  const ItemNode& item;
  CallAttrs attrs;
  std::string_view mode, rounding;

  // Index of the nearest element along an axis.
  Prim nearest(Prim x, int64_t in, int64_t out) {
    if (in == out && mode != "tf_half_pixel_for_nn") return x;
    if (mode == "asymmetric" && out % in == 0) return b.math.quotient(x, out / in);
    std::vector<int64_t> at;
    for (int64_t k = 0; k < out; ++k) {
      float v = 0;
      coordinate(mode, in, out, k, v);
      at.push_back(clamped(rounded(rounding, mode, v), in));
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
      float v = 0;
      coordinate(mode, in, out, k, v);
      float whole = std::floor(v);
      low.push_back(clamped(whole, in));
      high.push_back(clamped(whole + 1, in));
      fraction.push_back(v - whole);
    }
    auto load = [&](Constant c) { return b.load(b.lowerer().table(std::move(c)), std::array{x}); };
    return {load(constant_of(low, kInt64)), load(constant_of(high, kInt64)), load(constant_of(fraction, kFloat32))};
  }

  Prim element(std::span<const Prim> point) {
    std::string_view layout = attrs.string("layout"), method = attrs.string("method");
    float ignored = 0;
    bool is_known = coordinate(mode, 1, 1, 0, ignored) && (method == "nearest_neighbor" || method == "linear") &&
                    layout.size() == 4;
    if (!is_known) {
      b.lowerer().unsupported("R.image.resize2d with method \"" + std::string(method) + "\", mode \"" +
                                  std::string(mode) + "\", layout " + std::string(layout),
                              i);
      return b.prims().real(0, item.dtype);
    }
    Item x = item.inputs[0];
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

  Prim cast(Prim e, DType to) { return b.prims()[e].dtype == to ? e : b.prims().node(PrimKind::cast, to, e); }
  // a (1 - f) + c f
  Prim mix(Prim a, Prim c, Prim f) {
    PrimStore& p = b.prims();
    auto node = [&](PrimKind kind, Prim l, Prim r) { return p.node(kind, kFloat32, l, r); };
    return node(PrimKind::add, node(PrimKind::mul, a, node(PrimKind::sub, p.real(1), f)), node(PrimKind::mul, c, f));
  }
};

Prim element(KernelBuilder& b, Item i, std::span<const Prim> point) {
  const ItemNode& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  return Resize{b, i, item, attrs, attrs.string("coordinate_transformation_mode"), attrs.string("rounding_method")}
      .element(point);
}

int cost(const ItemNode&) { return 6; }

}  // namespace

const Family families::resize2d{.kind = FamilyKind::element, .reads = Reads::once, .element = element, .cost = cost};

}  // namespace hammock::loop

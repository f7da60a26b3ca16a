// SPDX-License-Identifier: Apache-2.0
// R.quantize, R.dequantize and R.nn.prelu: element by element, with parameters along one axis.
#include <algorithm>
#include <cmath>
#include <ranges>

#include "lowerer.h"

namespace hammock::loop {
namespace {

using PrimKind::add, PrimKind::sub, PrimKind::mul, PrimKind::div, PrimKind::lt, PrimKind::gt, PrimKind::select;

bool parameters_fit(const Context& context, const Graph& graph, const GraphItem& item) {
  const size_t axis = axis_of(CallAttrs(context, item.op, item.attrs), item.shape.size());
  return std::ranges::all_of(item.inputs | std::views::drop(1), [&](ItemId i) {
    const GraphItem& of = graph[i];
    if (of.shape.empty() || of.elements() == 1) return true;
    return of.shape.size() == 1 && axis < item.shape.size() && of.elements() == item.shape[axis];
  });
}

// The element of a scalar, or of a vector along the axis.
Prim parameter(KernelBuilder& b, ItemId i, size_t n, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  const ItemId of = item.inputs[n];
  const size_t rank = b.item(of).shape.size();
  if (b.item(of).elements() == 1) return b.element(of, Point(rank, b.math.constant(0)));
  return b.element(of, std::array{point[axis_of(CallAttrs(b.context(), item.op, item.attrs), point.size())]});
}

// Limits of the values; NaN becomes the highest.
Prim limited(PrimStore& p, Prim e, double low, double high) {
  const DType d = p[e].dtype;
  const Prim least = number(p, low, d), most = number(p, high, d);
  const Prim below = p.node(select, d, p.node(lt, kBool, e, most), e, most);
  return p.node(select, d, p.node(gt, kBool, below, least), below, least);
}

bool is_small_integer(DType d) { return d.is_integral() && d.bits <= 16; }

Prim quantized(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  PrimStore& p = b.prims();
  const DType out = b.item(i).dtype;
  const Prim x = cast(p, b.element(b.item(i).inputs[0], point), kFloat32);
  const Prim scale = cast(p, parameter(b, i, 1, point), kFloat32), zero = parameter(b, i, 2, point);
  if (!out.is_integral()) b.lowerer().unsupported("R.quantize to " + to_string(out), i);
  Prim rounded = p.call(b.context().name("round"), kFloat32, std::array{p.node(div, kFloat32, x, scale)});
  // Sums that are within the limits have few digits, unless one of these has many.
  const DType d =
      is_small_integer(out) && (p[zero].dtype.is_any_float() || is_small_integer(p[zero].dtype)) ? kFloat32 : kFloat64;
  const Prim sum = p.node(add, d, cast(p, rounded, d), cast(p, zero, d));
  const double low = out.is_integer() ? -std::ldexp(1.0, out.bits - 1) : 0,
               high = std::ldexp(1.0, out.bits - out.is_integer()) - 1;
  const Prim nearest = limited(p, sum, low, static_cast<float>(high));
  return cast(p, cast(p, nearest, kFloat32), out);
}

Prim dequantized(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  PrimStore& p = b.prims();
  const DType out = b.item(i).dtype;
  const Prim x = b.element(b.item(i).inputs[0], point), scale = cast(p, parameter(b, i, 1, point), kFloat32),
             zero = parameter(b, i, 2, point);
  Prim shifted;
  if (p[x].dtype.is_integral()) {
    const DType d = is_small_integer(p[x].dtype) && is_small_integer(p[zero].dtype) ? kInt32 : kInt64;
    shifted = cast(p, p.node(sub, d, cast(p, cast(p, x, kInt32), d), cast(p, zero, d)), kFloat32);
  } else {
    shifted = p.node(sub, kFloat32, cast(p, x, kFloat32), cast(p, zero, kFloat32));
  }
  Prim value = p.node(mul, kFloat32, shifted, scale);
  if (out == kFloat16) {  // NaN stays
    const Prim low = number(p, -65504, kFloat32), high = number(p, 65504, kFloat32);
    const Prim below = p.node(select, kFloat32, p.node(gt, kBool, value, high), high, value);
    value = p.node(select, kFloat32, p.node(lt, kBool, value, low), low, below);
  }
  return cast(p, value, out);
}

Prim prelu_of(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  PrimStore& p = b.prims();
  const DType d = b.item(i).dtype;
  const Prim x = b.element(b.item(i).inputs[0], point), alpha = parameter(b, i, 1, point);
  return p.node(select, d, p.node(gt, kBool, x, number(p, 0, d)), x, p.node(mul, d, alpha, x));
}

int few(const GraphItem&) { return 8; }

}  // namespace

namespace families {
const Family quantize{
    .kind = FamilyKind::element, .element = quantized, .cost = few, .is_along_axis = true, .fits = parameters_fit};
const Family dequantize{
    .kind = FamilyKind::element, .element = dequantized, .cost = few, .is_along_axis = true, .fits = parameters_fit};
const Family prelu{
    .kind = FamilyKind::element, .element = prelu_of, .cost = few, .is_along_axis = true, .fits = parameters_fit};
}  // namespace families

}  // namespace hammock::loop

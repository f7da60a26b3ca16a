// SPDX-License-Identifier: Apache-2.0
// Operators whose elements are those of an operand at computed positions, or constants: index arithmetic in whatever
// kernel wants them. tile, repeat, flip, nn.pad, gather_elements, tril, triu; zeros, ones, full and their like.
#include "lowerer.h"

namespace hammock::loop {
namespace {

Prim pad(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  if (attrs.string("pad_mode") != "constant")
    b.lowerer().unsupported("R.nn.pad with pad_mode \"" + std::string(attrs.string("pad_mode")) + "\"", i);
  PrimStore& p = b.prims();
  Point at(point.begin(), point.end());
  std::vector<int64_t> widths = attrs.integers("pad_width");
  const Dims& shape = b.item(item.inputs[0]).shape;
  Prim inside;
  for (size_t d = 0; d < at.size(); ++d) {
    at[d] = b.math.add(at[d], b.math.constant(-widths[2 * d]));
    b.require_inside(at[d], shape[d], inside);
  }
  Prim value = b.element(item.inputs[0], at);
  return inside
             ? p.node(PrimKind::select, item.dtype, inside, value, cast(p, b.element(item.inputs[1], {}), item.dtype))
             : value;
}

Prim tile(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  ItemId x = b.item(i).inputs[0];
  const Dims& shape = b.item(x).shape;
  Point at(point.end() - static_cast<std::ptrdiff_t>(shape.size()), point.end());
  for (size_t d = 0; d < at.size(); ++d) at[d] = b.math.remainder(at[d], shape[d]);
  return b.element(x, at);
}

Prim repeat(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  int64_t times = attrs.integer("repeats");
  Point at(point.begin(), point.end()), flat;
  if (attrs.is_none("axis")) {
    b.math.unflatten(b.math.quotient(at[0], times), b.item(item.inputs[0]).shape, flat);
    return b.element(item.inputs[0], flat);
  }
  Prim& e = at[axis_of(attrs, at.size())];
  e = b.math.quotient(e, times);
  return b.element(item.inputs[0], at);
}

Prim flip(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  Point at(point.begin(), point.end());
  size_t a = axis_of(CallAttrs(b.context(), item.op, item.attrs), at.size());
  at[a] = b.math.add(b.math.mul(at[a], -1), b.math.constant(b.item(item.inputs[0]).shape[a] - 1));
  return b.element(item.inputs[0], at);
}

Prim gather(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  Point at(point.begin(), point.end());
  size_t a = axis_of(CallAttrs(b.context(), item.op, item.attrs), at.size());
  at[a] = cast(b.prims(), b.element(item.inputs[1], at), kInt64);
  return b.element(item.inputs[0], at);
}

// tril: column <= row + k; triu: column >= row + k
template <PrimKind keeps>
Prim triangle(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  PrimStore& p = b.prims();
  Prim limit = b.math.add(point[point.size() - 2], item.prims.empty() ? b.math.constant(0) : item.prims[0]);
  Prim is_kept = p.node(keeps, kBool, point.back(), limit);
  Prim zero = number(p, 0, item.dtype);
  return p.node(PrimKind::select, item.dtype, is_kept, b.element(item.inputs[0], point), zero);
}

template <int value>
Prim constant(KernelBuilder& b, ItemId i, std::span<const Prim>) {
  return number(b.prims(), value, b.item(i).dtype);
}

Prim filled(KernelBuilder& b, ItemId i, std::span<const Prim>) {
  return cast(b.prims(), b.element(b.item(i).inputs.back(), {}), b.item(i).dtype);
}

std::optional<size_t> gathered_axis(const Context& context, const GraphItem& item, size_t rank) {
  return axis_of(CallAttrs(context, item.op, item.attrs), rank);
}

template <int value>
int cost(const GraphItem&) {
  return value;
}

}  // namespace

namespace families {

const Family tiled{.kind = FamilyKind::element, .element = tile, .cost = cost<2>};
const Family repeated{.kind = FamilyKind::element, .element = repeat, .cost = cost<2>};
const Family flipped{.kind = FamilyKind::element, .element = flip, .cost = cost<2>};
const Family padded{.kind = FamilyKind::element, .element = pad, .cost = cost<6>};
const Family gathered{.kind = FamilyKind::element, .element = gather, .cost = cost<6>, .indexed_axis = gathered_axis};
const Family tril{.kind = FamilyKind::element, .element = triangle<PrimKind::le>, .cost = cost<2>};
const Family triu{.kind = FamilyKind::element, .element = triangle<PrimKind::ge>, .cost = cost<2>};
const Family zeros{.kind = FamilyKind::element, .element = constant<0>, .cost = cost<0>};
const Family ones{.kind = FamilyKind::element, .element = constant<1>, .cost = cost<0>};
const Family filled{.kind = FamilyKind::element, .element = loop::filled, .cost = cost<0>};

}  // namespace families
}  // namespace hammock::loop

// SPDX-License-Identifier: Apache-2.0
// Operators whose elements are those of an operand at computed positions, or constants: index arithmetic in whatever
// kernel wants them. tile, repeat, flip, nn.pad, gather_elements, tril, triu; zeros, ones, full and their like.
#include "lowerer.h"

namespace hammock::loop {
namespace {

Prim cast(PrimStore& p, Prim e, DType to) { return p[e].dtype == to ? e : p.node(PrimKind::cast, to, e); }

size_t axis_of(const CallAttrs& attrs, size_t rank) {
  int64_t axis = attrs.integer("axis", 0);
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}

Prim padded(KernelBuilder& b, const ItemNode& item, const CallAttrs& attrs, Point at) {
  PrimStore& p = b.prims();
  std::vector<int64_t> widths = attrs.integers("pad_width");
  const Dims& shape = b.item(item.inputs[0]).shape;
  Prim inside;
  for (size_t d = 0; d < at.size(); ++d) {
    at[d] = b.math.add(at[d], b.math.constant(-widths[2 * d]));
    auto range = b.math.range(at[d]);
    auto require = [&](Prim test) { inside = inside ? p.node(PrimKind::logical_and, kBool, inside, test) : test; };
    if (!range || range->low < 0) require(p.node(PrimKind::ge, kBool, at[d], b.math.constant(0)));
    if (!range || range->high >= shape[d]) require(p.node(PrimKind::lt, kBool, at[d], b.math.constant(shape[d])));
  }
  Prim value = b.element(item.inputs[0], at);
  return inside
             ? p.node(PrimKind::select, item.dtype, inside, value, cast(p, b.element(item.inputs[1], {}), item.dtype))
             : value;
}

Prim element(KernelBuilder& b, Item i, std::span<const Prim> point) {
  const ItemNode& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  PrimStore& p = b.prims();
  Point at(point.begin(), point.end());
  Item x = item.inputs[0];
  const Dims& shape = b.item(x).shape;
  switch (item.op) {
    case Op::tile: {
      at.erase(at.begin(), at.end() - static_cast<std::ptrdiff_t>(shape.size()));
      for (size_t d = 0; d < at.size(); ++d) at[d] = b.math.remainder(at[d], shape[d]);
      return b.element(x, at);
    }
    case Op::repeat: {
      int64_t times = attrs.integer("repeats");
      if (!attrs.is_none("axis")) {
        Prim& e = at[axis_of(attrs, at.size())];
        e = b.math.quotient(e, times);
        return b.element(x, at);
      }
      Point flat;
      b.math.unflatten(b.math.quotient(at[0], times), shape, flat);
      return b.element(x, flat);
    }
    case Op::flip: {
      size_t a = axis_of(attrs, at.size());
      at[a] = b.math.add(b.math.mul(at[a], -1), b.math.constant(shape[a] - 1));
      return b.element(x, at);
    }
    case Op::nn_pad:
      if (attrs.string("pad_mode") != "constant")
        b.lowerer().unsupported("R.nn.pad with pad_mode \"" + std::string(attrs.string("pad_mode")) + "\"", i);
      return padded(b, item, attrs, std::move(at));
    case Op::gather_elements:
      at[axis_of(attrs, at.size())] = cast(p, b.element(item.inputs[1], at), kInt64);
      return b.element(x, at);
    default: {  // tril: column <= row + k; triu: column >= row + k
      Prim limit = b.math.add(at[at.size() - 2], b.math.constant(item.numbers.empty() ? 0 : item.numbers[0]));
      Prim keeps = p.node(item.op == Op::tril ? PrimKind::le : PrimKind::ge, kBool, at.back(), limit);
      Prim zero = item.dtype.is_any_float() ? p.real(0, item.dtype) : p.integer(0, item.dtype);
      return p.node(PrimKind::select, item.dtype, keeps, b.element(x, at), zero);
    }
  }
}

Prim filled(KernelBuilder& b, Item i, std::span<const Prim> point) {
  const ItemNode& item = b.item(i);
  PrimStore& p = b.prims();
  if (item.op == Op::full || item.op == Op::full_like) return cast(p, b.element(item.inputs.back(), {}), item.dtype);
  bool is_one = item.op == Op::ones || item.op == Op::ones_like;
  return item.dtype.is_any_float() ? p.real(is_one, item.dtype) : p.integer(is_one, item.dtype);
}

std::optional<size_t> gathered_axis(const Context& context, const ItemNode& item, size_t rank) {
  if (item.op != Op::gather_elements) return std::nullopt;
  return axis_of(CallAttrs(context, item.op, item.attrs), rank);
}

int cost(const ItemNode& item) { return item.op == Op::nn_pad || item.op == Op::gather_elements ? 6 : 2; }
int no_cost(const ItemNode&) { return 0; }

}  // namespace

const Family rearrange{
    .kind = FamilyKind::element, .reads = Reads::once, .element = element, .cost = cost, .indexed_axis = gathered_axis};
const Family create{.kind = FamilyKind::element, .reads = Reads::once, .element = filled, .cost = no_cost};

}  // namespace hammock::loop

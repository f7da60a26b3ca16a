// SPDX-License-Identifier: Apache-2.0
// concat: every part is put into its slice of the result, computed there where nobody else needs it.
// take: an element at an index that is itself an element.
#include <cmath>

#include "lowerer.h"

namespace hammock::loop {
namespace {

void emit_concat(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  size_t a = axis_of(attrs, item.shape.size());
  View slice = t.dest;
  for (ItemId part : item.inputs) {
    slice.shape = b.item(part).shape;
    b.lowerer().place(part, slice);
    slice.offset += slice.shape[a] * slice.strides[a];
  }
}

// These modes say what an index beyond the axis means.
bool has_meaning_outside(std::string_view mode) { return mode == "clip" || mode == "wrap" || mode == "nan"; }

// An index that may be too large for int64: the same place of an axis of that extent by a smaller one.
Prim below_2_to_63(PrimStore& p, Prim index, std::string_view mode, int64_t extent) {
  const DType d = p[index].dtype;
  if (!d.is_unsigned() || d.bits < 64 || extent == 0) return index;
  if (mode == "wrap") return p.node(PrimKind::floormod, d, index, p.integer(extent, d));
  return p.node(PrimKind::min, d, index, p.integer(extent, d));
}

std::optional<size_t> taken_axis(const Context& context, const GraphItem& item, size_t rank) {
  CallAttrs attrs(context, item.op, item.attrs);
  return has_meaning_outside(attrs.string("mode")) ? std::nullopt : std::optional(axis_of(attrs, rank));
}

Prim take_element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  ItemId x = item.inputs[0];
  const Dims& shape = b.item(x).shape;
  size_t a = axis_of(attrs, shape.size());
  size_t index_rank = item.inputs.size() > 1 ? b.item(item.inputs[1]).shape.size() : 0;
  PrimStore& p = b.prims();
  const std::string_view mode = attrs.string("mode");
  Prim index;
  if (item.inputs.size() > 1) {
    index = b.element(item.inputs[1], point.subspan(a, index_rank));
    index = cast(p, has_meaning_outside(mode) ? below_2_to_63(p, index, mode, shape[a]) : index, kInt64);
  } else {
    index = item.prims[0];
  }
  Prim inside;
  if (mode == "nan" && !item.dtype.is_any_float())
    b.lowerer().unsupported("R.take of " + to_string(item.dtype) + " with NaN outside", i);
  if (mode == "nan" && shape[a] == 0) return p.real(std::nan(""), item.dtype);
  if (mode == "wrap") index = p.floormod(index, b.math.constant(shape[a]));
  if (mode == "nan")
    inside = p.node(PrimKind::logical_and, kBool, p.node(PrimKind::ge, kBool, index, b.math.constant(0)),
                    p.node(PrimKind::lt, kBool, index, b.math.constant(shape[a])));
  if (mode == "clip" || mode == "nan") index = p.max(p.min(index, b.math.constant(shape[a] - 1)), b.math.constant(0));
  Point at(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(a));
  at.push_back(index);
  at.insert(at.end(), point.begin() + static_cast<std::ptrdiff_t>(a + index_rank), point.end());
  Prim element = b.element(x, at);
  return inside ? p.node(PrimKind::select, p[element].dtype, inside, element, p.real(std::nan(""), p[element].dtype))
                : element;
}

int take_cost(const GraphItem&) { return 8; }

}  // namespace

const Family families::concat{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::layout, .reads = Reads::pieces, .emit = emit_concat};
const Family families::take{.kind = FamilyKind::element,
                            .reads = Reads::once,
                            .element = take_element,
                            .cost = take_cost,
                            .indexed_axis = taken_axis};

}  // namespace hammock::loop

// SPDX-License-Identifier: Apache-2.0
// concat: every part is put into its slice of the result, computed there where nobody else needs it.
// take, gather_elements, gather_nd, index_tensor: an element at indices that are themselves elements.
#include <algorithm>
#include <cmath>
#include <ranges>

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

const Dims& indexed_shape(const Graph& graph, const GraphItem& item) { return graph[item.inputs[0]].shape; }

// Of one operand along one axis.
IndexOperands indices_along(const Dims& shape, size_t axis) { return {{1, {{shape[axis]}, axis}}}; }

IndexOperands indices_of_take(const Context& context, const Graph& graph, const GraphItem& item) {
  CallAttrs attrs(context, item.op, item.attrs);
  if (has_meaning_outside(attrs.string("mode"))) return {};
  const Dims& shape = indexed_shape(graph, item);
  return indices_along(shape, axis_of(attrs, shape.size()));
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

// ---- gather_elements ----

IndexOperands indices_of_gather(const Context& context, const Graph& graph, const GraphItem& item) {
  const Dims& shape = indexed_shape(graph, item);
  return indices_along(shape, axis_of(CallAttrs(context, item.op, item.attrs), shape.size()));
}

Prim gather_element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  Point at(point.begin(), point.end());
  const size_t a = axis_of(CallAttrs(b.context(), item.op, item.attrs), at.size());
  at[a] = cast(b.prims(), b.element(item.inputs[1], at), kInt64);
  return b.element(item.inputs[0], at);
}

// ---- gather_nd ----

// The axes of both operands that come first and are the same, and those of the data that indices are of.
struct GatherDims {
  size_t batch, leading, depth;
  GatherDims(const Context& context, const Graph& graph, const GraphItem& item)
      : batch(static_cast<size_t>(CallAttrs(context, item.op, item.attrs).integer("batch_dims"))) {
    const Dims& shape = graph[item.inputs[1]].shape;
    leading = shape.empty() ? 0 : shape.size() - 1;
    depth = shape.empty() ? 0 : static_cast<size_t>(shape.back());
  }
};

bool gather_nd_fits(const Context& context, const Graph& graph, const GraphItem& item) {
  const GatherDims dims(context, graph, item);
  const Dims &x = indexed_shape(graph, item), &indices = graph[item.inputs[1]].shape;
  return !indices.empty() && dims.batch <= dims.leading && dims.batch + dims.depth <= x.size() &&
         std::equal(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(dims.batch), indices.begin());
}

IndexOperands indices_of_gather_nd(const Context& context, const Graph& graph, const GraphItem& item) {
  const GatherDims dims(context, graph, item);
  const auto first = indexed_shape(graph, item).begin() + static_cast<std::ptrdiff_t>(dims.batch);
  if (dims.depth == 0) return {};
  return {{1, {std::vector(first, first + static_cast<std::ptrdiff_t>(dims.depth)), dims.batch}}};
}

Prim gather_nd_element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  const GatherDims dims(b.context(), b.lowerer().graph(), item);
  Point at(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(dims.batch));
  Point row(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(dims.leading));
  row.emplace_back();
  for (size_t k = 0; k < dims.depth; ++k) {
    row.back() = b.math.constant(static_cast<int64_t>(k));
    at.push_back(cast(b.prims(), b.element(item.inputs[1], row), kInt64));
  }
  at.insert(at.end(), point.begin() + static_cast<std::ptrdiff_t>(dims.leading), point.end());
  return b.element(item.inputs[0], at);
}

// ---- index_tensor ----

bool index_tensor_fits(const Context&, const Graph& graph, const GraphItem& item) {
  return item.inputs.size() - 1 <= indexed_shape(graph, item).size() &&
         std::ranges::all_of(item.inputs | std::views::drop(1),
                             [&](ItemId i) { return graph[i].dtype.is_integral() && !graph[i].dtype.is_boolean(); });
}

// The tensors of indices of the leading axes, which broadcast together; negative ones count from the end.
IndexOperands indices_of_index_tensor(const Context&, const Graph& graph, const GraphItem& item) {
  const Dims& x = indexed_shape(graph, item);
  const size_t count = item.inputs.size() - 1, rank = item.shape.size() - (x.size() - count);
  IndexOperands out;
  if (std::ranges::count(item.shape | std::views::take(rank), 0) > 0) return out;  // nothing is chosen
  for (size_t d = 0; d < count; ++d) out.push_back({static_cast<uint32_t>(d + 1), {{x[d]}, d, true}});
  return out;
}

Prim index_tensor_element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  PrimStore& p = b.prims();
  const Dims& x = b.item(item.inputs[0]).shape;
  const size_t count = item.inputs.size() - 1;
  const auto rank = static_cast<std::ptrdiff_t>(point.size() - (x.size() - count));
  Point at;
  for (size_t d = 0; d < count; ++d) {
    const GraphItem& indices = b.item(item.inputs[d + 1]);
    const Point row = broadcast_point(b.math, indices.shape, point.first(static_cast<size_t>(rank)));
    const Prim index = cast(p, b.element(item.inputs[d + 1], row), kInt64), zero = b.math.constant(0);
    const Prim from_end = p.add(index, b.math.constant(x[d]));
    at.push_back(indices.dtype.is_unsigned()
                     ? index
                     : p.node(PrimKind::select, kInt64, p.node(PrimKind::lt, kBool, index, zero), from_end, index));
  }
  at.insert(at.end(), point.begin() + rank, point.end());
  return b.element(item.inputs[0], at);
}

template <int value>
int cost(const GraphItem&) {
  return value;
}

}  // namespace

const Family families::concat{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::layout, .reads = Reads::pieces, .emit = emit_concat};
const Family families::take{
    .kind = FamilyKind::element, .element = take_element, .cost = cost<8>, .indices = indices_of_take};
const Family families::gathered{
    .kind = FamilyKind::element, .element = gather_element, .cost = cost<6>, .indices = indices_of_gather};
const Family families::gather_nd{.kind = FamilyKind::element,
                                 .element = gather_nd_element,
                                 .cost = cost<8>,
                                 .indices = indices_of_gather_nd,
                                 .fits = gather_nd_fits};
const Family families::index_tensor{.kind = FamilyKind::element,
                                    .element = index_tensor_element,
                                    .cost = cost<8>,
                                    .indices = indices_of_index_tensor,
                                    .fits = index_tensor_fits};

}  // namespace hammock::loop

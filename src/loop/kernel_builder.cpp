// SPDX-License-Identifier: Apache-2.0
// Expressions over elements of items, and the buffers that they read.
#include <algorithm>

#include "hammock/base/check.h"
#include "hammock/ir/constant.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

// The value of a constant of one element; none for dtypes that have no immediates here.
Prim immediate(PrimStore& prims, const Constant& c) {
  const DType d = c.dtype;
  if (d == kFloat32 || d == kFloat64) return prims.real(*element(c, 0), d);
  if (!d.is_integral() || !d.is_scalar()) return {};
  const auto value = static_cast<int64_t>(*integer_element(c, 0));
  return d.is_boolean() ? prims.boolean(value != 0) : prims.integer(value, d);
}

}  // namespace

Prim cast(PrimStore& prims, Prim e, DType to) { return prims[e].dtype == to ? e : prims.node(PrimKind::cast, to, e); }

Prim number(PrimStore& prims, double value, DType d) {
  return d.is_any_float() ? prims.real(value, d) : prims.integer(static_cast<int64_t>(value), d);
}

void KernelBuilder::require_inside(Prim index, int64_t extent, Prim& condition) {
  auto range = math.range(index);
  auto require = [&](PrimKind test, int64_t bound) {
    Prim is_inside = prims().node(test, kBool, index, math.constant(bound));
    condition = condition ? prims().node(PrimKind::logical_and, kBool, condition, is_inside) : is_inside;
  };
  if (!range || range->low < 0) require(PrimKind::ge, 0);
  if (!range || range->high >= extent) require(PrimKind::lt, extent);
}

Axis KernelBuilder::axis(int64_t extent) {
  Axis a{lowerer_.axis_var(axes_++), extent};
  math.set_extent(a.var, extent);
  return a;
}

Point KernelBuilder::point(std::span<const int64_t> shape, std::vector<Axis>& axes) {
  Point out;
  for (int64_t extent : shape) {
    if (extent == 1) {
      out.push_back(math.constant(0));
    } else {
      axes.push_back(axis(extent));
      out.push_back(axes.back().var);
    }
  }
  return out;
}

View KernelBuilder::canonical(const View& view, std::span<const Prim> point, Point& index) {
  View out{view.memory, view.offset, {}, {}};
  for (size_t i = 0; i < point.size(); ++i) {
    // What is outside is read only where a condition allows it: who loads must see that.
    if (auto c = prims().constant(point[i]); c && *c >= 0 && *c < view.shape[i]) {
      out.offset += *c * view.strides[i];
      continue;
    }
    if (view.strides[i] == 0) continue;
    out.shape.push_back(view.shape[i]);
    out.strides.push_back(view.strides[i]);
    index.push_back(point[i]);
    while (index.size() > 1) {
      size_t a = index.size() - 2, b = a + 1;
      const PrimNode& low = prims()[index[b]];
      auto c = low.kind == PrimKind::floormod ? prims().constant(low.rhs()) : std::nullopt;
      if (!c || out.strides[a] != *c * out.strides[b]) break;
      Prim whole = low.lhs();
      if (math.quotient(whole, *c) != index[a]) break;
      index[a] = whole;
      out.strides[a] = out.strides[b];
      out.shape[a] *= *c;
      index.pop_back();
      out.shape.pop_back();
      out.strides.pop_back();
    }
  }
  return out;
}

uint32_t KernelBuilder::buffer(const View& view, bool is_output) {
  for (size_t i = 0; i < views_.size(); ++i) {
    if (views_[i] == view && buffers_[i].is_output == is_output) return static_cast<uint32_t>(i);
  }
  views_.push_back(view);
  buffers_.push_back({lowerer_.memory(view.memory).dtype, view.shape, view.strides, is_output});
  return static_cast<uint32_t>(buffers_.size() - 1);
}

bool KernelBuilder::is_weight(const View& view) const { return lowerer_.is_weight(view.memory); }

Prim KernelBuilder::load(const View& view, std::span<const Prim> point) {
  const Memory& memory = lowerer_.memory(view.memory);
  if (memory.storage == Storage::constant && memory.bytes == memory.dtype.bytes()) {
    if (Prim value = immediate(prims(), context()[ConstantId(memory.index)])) return value;
  }
  Point index;
  View v = canonical(view, point, index);
  return prims().load(buffer(v), memory.dtype, index);
}

Prim KernelBuilder::element(ItemId i, std::span<const Prim> point) {
  if (i == bound_) return bound_value_;
  auto key = std::pair(i.index, Point(point.begin(), point.end()));
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  Prim value;
  if (item(i).elements() == 0) {  // a kernel may name it, none runs that far
    value = item(i).dtype.is_any_float() ? prims().real(0, item(i).dtype) : prims().integer(0, item(i).dtype);
  } else if (lowerer_.is_stored(i)) {
    value = load(lowerer_.view(i), point);
  } else if (const GraphItem& node = item(i); node.view != ViewForm::none) {
    ItemId o = node.inputs[0];
    value = element(o, source(math, node, item(o).shape, point));
  } else {
    const Family& f = *family(node);
    HAMMOCK_CHECK(f.kind == FamilyKind::element, "R." + std::string(info(node.op).name) + " is no expression");
    operators_.push_back(i);
    value = f.element(*this, i, point);
  }
  known_[std::move(key)] = value;
  return value;
}

Prim KernelBuilder::operand(ItemId i, size_t n, std::span<const Prim> point) {
  ItemId o = item(i).inputs[n];
  if (item(o).shape == item(i).shape) return element(o, point);
  return element(o, broadcast_point(math, item(o).shape, point));
}

Prim KernelBuilder::epilogue(const Target& t, Prim value, std::span<const Prim> point) {
  Point at(point.begin(), point.end());
  ItemId below = t.anchor;
  for (ItemId i : lowerer_.chain(t)) {
    if (item(i).view != ViewForm::none) at = target(math, item(i), item(below).shape, at);
    below = i;
  }
  bound_ = t.anchor;
  bound_value_ = value;
  known_.clear();
  Prim out = element(t.root, at);
  bound_ = ItemId();
  known_.clear();
  return out;
}

// Factors and terms of an index become those of the view: places that lie a stride apart are a view of their own.
void KernelBuilder::take_affine(View& v, size_t dim, Prim& index) {
  const PrimStore& p = prims();
  bool is_changed = false;
  while (p[index].kind == PrimKind::add || p[index].kind == PrimKind::mul) {
    const std::optional<int64_t> c = p.constant(p[index].rhs());
    if (!c || (p[index].kind == PrimKind::mul && *c <= 0)) break;
    if (p[index].kind == PrimKind::add) v.offset += *c * v.strides[dim];
    else v.strides[dim] *= *c;
    index = p[index].lhs();
    is_changed = true;
  }
  if (is_changed) v.shape[dim] = math.range(index).value().high + 1;
}

KernelBuilder::Place KernelBuilder::place(const Target& target, std::span<const Prim> point) {
  View dest = target.dest;
  Point at(point.begin(), point.end()), index;
  for (size_t i = 0; i < at.size(); ++i) take_affine(dest, i, at[i]);
  View v = canonical(dest, at, index);
  return {buffer(v, true), std::move(index)};
}

Stage KernelBuilder::store_stage(const Target& target, std::vector<Axis> axes, Prim value,
                                 std::span<const Prim> point) {
  Stage stage;
  stage.axes = std::move(axes);
  stage.body = value;
  Place p = place(target, point);
  stage.out = p.buffer;
  stage.index = std::move(p.index);
  return stage;
}

}  // namespace hammock::loop

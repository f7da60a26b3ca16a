// SPDX-License-Identifier: Apache-2.0
// Operators whose elements are those of an operand at computed positions, or constants: index arithmetic in whatever
// kernel wants them. tile, repeat, flip, nn.pad, tril, triu; zeros, ones, full and their like.
#include "lowerer.h"

namespace hammock::loop {
namespace {

Prim padded_with_value(KernelBuilder& b, ItemId i, std::span<const Prim> point, std::span<const int64_t> widths) {
  const GraphItem& item = b.item(i);
  PrimStore& p = b.prims();
  Point at(point.begin(), point.end());
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

// What stands before, inside of and behind an axis of n elements that is padded with its own, at `at` of the axis that
// results. No quotient is needed where neither side is longer than what it repeats.
struct PaddedAxis {
  Prim before, inside, behind;
  PaddedAxis(IndexMath& math, std::string_view mode, Prim at, int64_t n, int64_t ahead, int64_t after) {
    const auto plus = [&](Prim e, int64_t number) { return math.add(e, math.constant(number)); };
    inside = plus(at, -ahead);
    if (mode == "edge" || mode == "replicate") {
      before = math.constant(0);
      behind = math.constant(n - 1);
    } else if (mode == "circular") {
      const bool is_once = std::max(ahead, after) <= n;
      before = is_once ? plus(inside, n) : math.remainder(inside, n);
      behind = is_once ? plus(inside, -n) : before;
    } else if (std::max(ahead, after) < n) {
      before = math.mul(inside, -1);
      behind = plus(before, 2 * (n - 1));
    } else {
      const int64_t period = std::max<int64_t>(2 * (n - 1), 1);
      const Prim there = math.remainder(inside, period);
      before = behind = math.prims().min(there, plus(math.mul(there, -1), period));
    }
  }
};

Prim padded_with_elements(KernelBuilder& b, ItemId i, std::span<const Prim> point, std::span<const int64_t> widths,
                          std::string_view mode) {
  PrimStore& p = b.prims();
  const ItemId x = b.item(i).inputs[0];
  const Dims& shape = b.item(x).shape;
  Point at(point.begin(), point.end());
  const auto choose = [&](size_t d, DType dtype, Prim before, Prim inside, Prim behind) {
    const auto is_below = [&](int64_t limit) { return p.node(PrimKind::lt, kBool, point[d], b.math.constant(limit)); };
    const int64_t ahead = widths[2 * d];
    if (widths[2 * d + 1] > 0) inside = p.node(PrimKind::select, dtype, is_below(ahead + shape[d]), inside, behind);
    return ahead > 0 ? p.node(PrimKind::select, dtype, is_below(ahead), before, inside) : inside;
  };
  for (size_t d = 0; d < at.size(); ++d) {
    const PaddedAxis axis(b.math, mode, point[d], shape[d], widths[2 * d], widths[2 * d + 1]);
    if (d + 1 < at.size()) {
      at[d] = choose(d, kInt64, axis.before, axis.inside, axis.behind);
      continue;
    }
    // Three elements instead of one index: each is read in order.
    const auto element = [&](Prim index) {
      at[d] = index;
      return b.element(x, at);
    };
    return choose(d, b.item(i).dtype, element(axis.before), element(axis.inside), element(axis.behind));
  }
  return b.element(x, {});
}

Prim pad(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  const std::vector<int64_t> widths = attrs.integers("pad_width");
  const std::string_view mode = attrs.string("pad_mode");
  const bool is_empty = std::ranges::count(b.item(item.inputs[0]).shape, 0) > 0;
  if (mode == "constant" || is_empty) return padded_with_value(b, i, point, widths);
  return padded_with_elements(b, i, point, widths, mode);
}

// All of the memory is filled, and then what is surrounded put into it.
void emit_surrounded(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  std::vector<Axis> axes;
  const Point point = b.point(item.shape, axes);
  Nest nest;
  nest.stages.push_back(
      b.store_stage(t, std::move(axes), cast(b.prims(), b.element(item.inputs[1], {}), item.dtype), point));
  b.lowerer().add_step(b, {{}, std::move(nest)}, t);
  View inside = t.dest;
  inside.shape = b.item(item.inputs[0]).shape;
  const std::vector<int64_t> widths = CallAttrs(b.context(), item.op, item.attrs).integers("pad_width");
  for (size_t d = 0; d < inside.shape.size(); ++d) inside.offset += widths[2 * d] * inside.strides[d];
  // A product stores rows that follow each other as one.
  const bool has_longer_rows = !widths.empty() && widths.end()[-1] + widths.end()[-2] != 0;
  if (has_longer_rows && b.lowerer().has_anchor(item.inputs[0])) b.lowerer().store(item.inputs[0]);
  b.lowerer().place(item.inputs[0], inside);
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
const Family surrounded{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::layout, .reads = Reads::pieces, .emit = emit_surrounded};
const Family tril{.kind = FamilyKind::element, .element = triangle<PrimKind::le>, .cost = cost<2>};
const Family triu{.kind = FamilyKind::element, .element = triangle<PrimKind::ge>, .cost = cost<2>};
const Family zeros{.kind = FamilyKind::element, .element = constant<0>, .cost = cost<0>};
const Family ones{.kind = FamilyKind::element, .element = constant<1>, .cost = cost<0>};
const Family filled{.kind = FamilyKind::element, .element = loop::filled, .cost = cost<0>};

}  // namespace families
}  // namespace hammock::loop

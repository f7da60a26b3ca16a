// SPDX-License-Identifier: Apache-2.0
#include "contraction.h"

namespace hammock::loop {
namespace {

constexpr int64_t kFew = 8;

// A few vectors and a matrix that lies along k as they do: to pack it would take longer than the product. What is
// packed once is another matter.
bool has_few(const Contraction& c) {
  if (!c.window.is_plain || (c.m.extent > kFew && c.n.extent > kFew)) return false;
  const bool is_left = c.m.extent < c.n.extent;
  const int64_t count = is_left ? c.m.extent : c.n.extent, of_vectors = is_left ? c.lhs.col_stride : c.rhs.row_stride,
                of_matrix = is_left ? c.rhs.row_stride : c.lhs.col_stride;
  const bool is_packed = is_left ? c.rhs.is_weight : c.lhs.is_weight;
  return !is_packed && (of_matrix == 1 || (c.m.extent == 1 && c.n.extent == 1)) && (of_vectors == 1 || count == 1);
}

// The element of a factor that lies in memory, for the axes of its contraction.
Prim element(KernelBuilder& b, const Contraction& c, const Factor& f, const View& base, const Axis& row,
             const Axis& column) {
  View v{base.memory, base.offset, {}, f.batch_strides};
  Point at;
  auto add = [&](const Axis& axis) {
    v.shape.push_back(axis.extent);
    at.push_back(axis.extent == 1 ? b.math.constant(0) : axis.var);
  };
  for (const Axis& axis : c.batch) add(axis);
  add(row);
  add(column);
  v.strides.insert(v.strides.end(), {f.row_stride, f.col_stride});
  return b.load(v, at);
}

}  // namespace

void emit_contraction(KernelBuilder& b, const Target& t, Contraction c, const View& lhs, const View& rhs,
                      std::span<const Prim> point, Prim init) {
  c.lhs.is_weight = b.is_weight(lhs);
  c.rhs.is_weight = b.is_weight(rhs);
  if (has_few(c)) {
    const Axis k = b.axis(c.k);
    const Prim left = element(b, c, c.lhs, lhs, c.m, k), right = element(b, c, c.rhs, rhs, k, c.n);
    return emit_sum_of_products(b, t, few_inside(c), {k}, left, right, point, init);
  }
  c.lhs.buffer = b.buffer(lhs);
  c.rhs.buffer = b.buffer(rhs);
  c.acc_dtype = b.item(t.anchor).dtype;
  c.acc = b.value(c.acc_dtype);
  const Prim sum = init ? b.prims().node(PrimKind::add, c.acc_dtype, init, c.acc) : c.acc;
  c.epilogue = b.epilogue(t, sum, point);
  KernelBuilder::Place place = b.place(t, point);
  c.out = place.buffer;
  c.index = std::move(place.index);
  b.lowerer().add_step(b, {{}, std::move(c)}, t);
}

std::vector<Axis> few_inside(const Contraction& c) {
  std::vector<Axis> outer = c.batch;
  const bool is_left = c.m.extent < c.n.extent;
  outer.insert(outer.end(), {is_left ? c.n : c.m, is_left ? c.m : c.n});
  return outer;
}

void emit_sum_of_products(KernelBuilder& b, const Target& t, std::vector<Axis> outer, std::vector<Axis> reduced,
                          Prim lhs, Prim rhs, std::span<const Prim> point, Prim init) {
  PrimStore& prims = b.prims();
  const DType dtype = b.item(t.anchor).dtype, sums = dtype.is_any_float() ? sum_of_mean(dtype) : dtype;
  Nest nest;
  nest.outer = std::move(outer);
  Stage sum;
  sum.axes = std::move(reduced);
  sum.combine = Combine::sum;
  sum.body = prims.node(PrimKind::mul, sums, cast(prims, lhs, sums), cast(prims, rhs, sums));
  sum.init = number(prims, 0, sums);
  sum.result = b.value(sums);
  Prim value = cast(prims, sum.result, dtype);
  if (init) value = prims.node(PrimKind::add, dtype, init, value);
  nest.stages.push_back(std::move(sum));
  nest.stages.push_back(b.store_stage(t, {}, b.epilogue(t, value, point), point));
  b.lowerer().add_step(b, {{}, std::move(nest)}, t);
}

void emit_empty_contraction(KernelBuilder& b, const Target& t, DType acc) {
  Nest nest;
  std::vector<Axis> axes;
  Point point = b.point(b.item(t.anchor).shape, axes);
  Prim value = b.epilogue(t, number(b.prims(), 0, acc), point);
  nest.stages.push_back(b.store_stage(t, std::move(axes), value, point));
  b.lowerer().add_step(b, {{}, std::move(nest)}, t);
}

}  // namespace hammock::loop

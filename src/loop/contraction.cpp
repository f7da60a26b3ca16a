// SPDX-License-Identifier: Apache-2.0
#include "contraction.h"

namespace hammock::loop {

void emit_contraction(KernelBuilder& b, const Target& t, Contraction c, const View& lhs, const View& rhs,
                      std::span<const Prim> point, Prim init) {
  c.lhs.buffer = b.buffer(lhs);
  c.rhs.buffer = b.buffer(rhs);
  c.lhs.is_weight = b.is_weight(lhs);
  c.rhs.is_weight = b.is_weight(rhs);
  c.acc_dtype = b.item(t.anchor).dtype;
  c.acc = b.value(c.acc_dtype);
  const Prim sum = init ? b.prims().node(PrimKind::add, c.acc_dtype, init, c.acc) : c.acc;
  c.epilogue = b.epilogue(t, sum, point);
  KernelBuilder::Place place = b.place(t, point);
  c.out = place.buffer;
  c.index = std::move(place.index);
  b.lowerer().add_step(b, {{}, std::move(c)}, t);
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

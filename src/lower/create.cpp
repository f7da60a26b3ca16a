// SPDX-License-Identifier: Apache-2.0
// Tensors of few or no operands (legalize, 6.3).
#include "call.h"
#include "hammock/ir/constant.h"

namespace hammock::lower {
namespace {

DType dtype_of(const CallLowering& c) {
  const DType d = c.attrs.dtype("dtype");
  return d.is_unknown() ? c.result_dtype() : d;
}

// A number that comes from Python: an int32 or int64 one, or a double.
PrimExpr through_python(PrimExpr e) {
  const PrimNode n = e.context().prims[e.prim()];
  if (n.kind == PrimKind::float_imm) return number(e.context(), n.real, kFloat32);
  return integer(e.context(), n.value, hammock::holds(kInt32, n.value) ? kInt32 : kInt64);
}

bool filled_with(CallLowering& c, const Dims& shape, size_t value) {
  const DType to = dtype_of(c);
  if (const PrimExpr e = c.immediate(value)) {
    return c.gives(c.stages.compute("T_full", shape, [&](const Index&) { return cast(to, through_python(e)); }));
  }
  const StageTensor v = c.tensor(value);
  return c.gives(c.stages.compute("T_full", shape, [&](const Index&) { return cast(to, v({})); }));
}

}  // namespace

bool full(CallLowering& c) { return filled_with(c, c.shape(0), 1); }
bool full_like(CallLowering& c) { return filled_with(c, c.shape(0), 1); }

bool filled(CallLowering& c) {
  const bool is_one = c.op() == Op::ones || c.op() == Op::ones_like;
  return c.gives(c.stages.compute("T_full", c.shape(0), [&](const Index&) { return c.constant(is_one, dtype_of(c)); }));
}

bool triangle(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const PrimExpr k = c.value(1);
  const bool is_lower = c.op() == Op::tril;
  return c.gives(c.stages.compute_i("trilu", x.shape, [&](const Index& at) {
    const PrimExpr row = at[at.size() - 2], column = at.back();
    return select(is_lower ? row >= column - k : row <= column - k, x(at), c.constant(0, x.dtype));
  }));
}

namespace {

bool diagonal(CallLowering& c, const Dims& shape, PrimExpr k) {
  const DType to = dtype_of(c);
  return c.gives(c.stages.compute("eye", shape, {"i", "j"}, [&](const Index& at) {
    return if_then_else(at[0] == at[1] - k, c.constant(1, to), c.constant(0, to));
  }));
}

}  // namespace

bool eye(CallLowering& c) {
  const PrimExpr n = c.value(0), m = c.value(1);
  return diagonal(c, {cast(kInt64, n).prim(), cast(kInt64, m).prim()}, c.value(2));
}

bool eye_like(CallLowering& c) {
  const Dims shape = c.shape(0);
  return diagonal(c, shape, c.value(1));
}

bool arange(CallLowering& c) {
  const PrimExpr start = c.value(0), end = c.value(1), step = c.value(2);
  const DType to = dtype_of(c);
  PrimExpr length;
  if (start.dtype().is_integral() && end.dtype().is_integral() && step.constant()) {
    length = *step.constant() > 0 ? floordiv(end - start + step - 1, step) : floordiv(start - end - step - 1, 0 - step);
  } else {
    length = cast(kInt64, call("ceil", {cast(kFloat32, end - start) / step}));
  }
  return c.gives(c.stages.compute("T_arange", {c.stages.simplified(length).prim()},
                                  [&](const Index& at) { return cast(to, start + step * at[0]); }));
}

}  // namespace hammock::lower

// SPDX-License-Identifier: Apache-2.0
#include "expr.h"

#include <limits>

#include "hammock/ir/constant.h"
#include "hammock/ir/prim_kind.h"

namespace hammock::lower {

PrimExpr number(Context& context, double value, DType dtype) {
  if (dtype.is_unknown()) throw NoKernel{};
  return {context, dtype.is_any_float() ? context.prims.real(value, dtype)
                                        : context.prims.integer(static_cast<int64_t>(value), dtype)};
}

PrimExpr integer(Context& context, int64_t value, DType dtype) {
  if (dtype.is_unknown()) throw NoKernel{};
  return {context, context.prims.integer(value, dtype)};
}

PrimExpr PrimExpr::like(double value) const { return number(*context_, value, dtype()); }
PrimExpr PrimExpr::whole(int64_t value) const {
  return dtype().is_any_float() ? number(*context_, static_cast<double>(value), dtype())
                                : integer(*context_, value, dtype());
}

PrimExpr least(Context& context, DType dtype) {
  if (dtype.is_any_float()) return number(context, -greatest_real(dtype).value_or(0), dtype);
  if (!dtype.is_integer()) return integer(context, 0, dtype);
  return integer(context, dtype.bits == 64 ? INT64_MIN : -(INT64_C(1) << (dtype.bits - 1)), dtype);
}

PrimExpr greatest(Context& context, DType dtype) {
  if (dtype.is_any_float()) return number(context, greatest_real(dtype).value_or(0), dtype);
  const int bits = dtype.bits - dtype.is_integer();
  return integer(context, bits >= 63 ? INT64_MAX : (INT64_C(1) << bits) - 1, dtype);
}

PrimExpr cast(DType to, PrimExpr e) {
  Context& context = e.context();
  if (e.dtype() == to) return e;
  const PrimNode n = context.prims[e.prim()];
  const bool is_number = to.is_any_float() || to.is_integral();
  if (n.kind == PrimKind::int_imm && is_number)
    return to.is_any_float() ? number(context, static_cast<double>(n.value), to) : integer(context, n.value, to);
  if (n.kind == PrimKind::float_imm && to.is_any_float()) return number(context, n.real, to);
  if (n.kind == PrimKind::float_imm && to.is_integral() && n.real > -9e18 && n.real < 9e18)
    return integer(context, static_cast<int64_t>(n.real), to);
  return {context, context.prims.node(PrimKind::cast, to, e.prim())};
}

PrimExpr binary(PrimKind kind, PrimExpr a, PrimExpr b) {
  const DType x = a.dtype(), y = b.dtype();
  if (x != y) {
    const bool takes_first = x.is_any_float() != y.is_any_float() ? x.is_any_float()
                             : x.bits != y.bits                   ? x.bits > y.bits
                                                                  : x.code == DType::Code::unsigned_integer;
    (takes_first ? b : a) = cast(takes_first ? x : y, takes_first ? b : a);
  }
  return {a.context(), a.context().prims.fold(kind, a.prim(), b.prim())};
}

PrimExpr select(PrimExpr condition, PrimExpr a, PrimExpr b) {
  PrimStore& prims = a.context().prims;
  return {a.context(), prims.node(PrimKind::select, a.dtype(), condition.prim(), a.prim(), b.prim())};
}

PrimExpr if_then_else(PrimExpr condition, PrimExpr a, PrimExpr b) {
  const Prim operands[] = {condition.prim(), a.prim(), b.prim()};
  return {a.context(), a.context().prims.call(a.context().name("if_then_else"), a.dtype(), operands)};
}

PrimExpr call(std::string_view intrinsic, std::initializer_list<PrimExpr> operands) {
  std::vector<Prim> prims;
  for (const PrimExpr& e : operands) prims.push_back(e.prim());
  const PrimExpr& first = *operands.begin();
  Context& context = first.context();
  return {context, context.prims.call(context.name(intrinsic), first.dtype(), prims)};
}

PrimExpr logical_not(PrimExpr e) { return {e.context(), e.context().prims.fold(PrimKind::logical_not, e.prim())}; }

}  // namespace hammock::lower

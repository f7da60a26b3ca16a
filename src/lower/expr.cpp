// SPDX-License-Identifier: Apache-2.0
#include "expr.h"

#include <limits>

#include "hammock/ir/constant.h"
#include "hammock/ir/prim_kind.h"

namespace hammock::lower {

Expr number(Context& context, double value, DType dtype) {
  return {context, dtype.is_any_float() ? context.prims.real(value, dtype)
                                        : context.prims.integer(static_cast<int64_t>(value), dtype)};
}

Expr integer(Context& context, int64_t value, DType dtype) { return {context, context.prims.integer(value, dtype)}; }

Expr Expr::like(double value) const { return number(*context_, value, dtype()); }
Expr Expr::whole(int64_t value) const {
  return dtype().is_any_float() ? number(*context_, static_cast<double>(value), dtype())
                                : integer(*context_, value, dtype());
}

Expr least(Context& context, DType dtype) {
  if (dtype.is_any_float()) return number(context, -greatest_real(dtype).value_or(0), dtype);
  if (!dtype.is_integer()) return integer(context, 0, dtype);
  return integer(context, dtype.bits == 64 ? INT64_MIN : -(INT64_C(1) << (dtype.bits - 1)), dtype);
}

Expr greatest(Context& context, DType dtype) {
  if (dtype.is_any_float()) return number(context, greatest_real(dtype).value_or(0), dtype);
  const int bits = dtype.bits - dtype.is_integer();
  return integer(context, bits >= 63 ? INT64_MAX : (INT64_C(1) << bits) - 1, dtype);
}

Expr cast(DType to, Expr e) {
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

Expr binary(PrimKind kind, Expr a, Expr b) {
  const DType x = a.dtype(), y = b.dtype();
  if (x != y) {
    const bool takes_first = x.is_any_float() != y.is_any_float() ? x.is_any_float()
                             : x.bits != y.bits                   ? x.bits > y.bits
                                                                  : x.code == DType::Code::unsigned_integer;
    (takes_first ? b : a) = cast(takes_first ? x : y, takes_first ? b : a);
  }
  return {a.context(), a.context().prims.fold(kind, a.prim(), b.prim())};
}

Expr select(Expr condition, Expr a, Expr b) {
  PrimStore& prims = a.context().prims;
  return {a.context(), prims.node(PrimKind::select, a.dtype(), condition.prim(), a.prim(), b.prim())};
}

Expr if_then_else(Expr condition, Expr a, Expr b) {
  const Prim operands[] = {condition.prim(), a.prim(), b.prim()};
  return {a.context(), a.context().prims.call(a.context().name("if_then_else"), a.dtype(), operands)};
}

Expr call(std::string_view intrinsic, std::initializer_list<Expr> operands) {
  std::vector<Prim> prims;
  for (const Expr& e : operands) prims.push_back(e.prim());
  const Expr& first = *operands.begin();
  Context& context = first.context();
  return {context, context.prims.call(context.name(intrinsic), first.dtype(), prims)};
}

Expr logical_not(Expr e) { return {e.context(), e.context().prims.fold(PrimKind::logical_not, e.prim())}; }

}  // namespace hammock::lower

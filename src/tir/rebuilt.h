// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "hammock/ir/context.h"

namespace hammock::tir {

// The operation of `e` on other operands, as it stands.
inline Prim rebuilt(PrimStore& prims, Prim e, std::span<const Prim> operands) {
  const PrimNode n = prims[e];
  if (n.kind == PrimKind::call) return prims.call(n.name(), n.dtype, operands);
  if (n.kind == PrimKind::load) return prims.load(n.c, n.dtype, operands);
  const auto operand = [&](size_t i) { return i < operands.size() ? operands[i] : Prim(); };
  return prims.node(n.kind, n.dtype, operand(0), operand(1), operand(2));
}

}  // namespace hammock::tir

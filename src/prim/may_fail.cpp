// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/may_fail.h"

#include <algorithm>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"

namespace hammock {

bool MayFail::operator()(Prim root) {
  operands_first(
      prims_, root, [&](Prim e) { return known_.contains(e.index); },
      [&](Prim e, std::span<const Prim> operands) {
        const PrimNode& n = prims_[e];
        const bool divides = row(n.kind).group == PrimGroup::division && !n.dtype.is_any_float();
        const bool is_risky = n.kind == PrimKind::load || n.kind == PrimKind::call ||
                              (divides && prims_.constant(n.rhs()).value_or(0) == 0);
        known_[e.index] = is_risky || std::ranges::any_of(operands, [&](Prim o) { return known_.at(o.index); });
      });
  return known_.at(root.index);
}

}  // namespace hammock

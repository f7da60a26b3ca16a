// SPDX-License-Identifier: Apache-2.0
// Expressions from their leaves up.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

// `visit(e, operands)` sees every node of an expression that is not known, each after its operands, which it sees in
// order; what it saw is
// known to `is_known(e)` from then on. With a stack, since an expression may be deep; shared parts are seen once.
template <class IsKnown, class Visit>
void operands_first(const PrimStore& prims, Prim root, const IsKnown& is_known, const Visit& visit) {
  std::vector<std::pair<Prim, bool>> stack{{root, false}};
  std::vector<Prim> operands;
  while (!stack.empty()) {
    const auto [e, is_open] = stack.back();
    stack.pop_back();
    if (is_known(e)) continue;
    operands.clear();
    prims.operands(e, operands);
    if (is_open || operands.empty()) {
      visit(e, operands);
      continue;
    }
    stack.emplace_back(e, true);
    for (size_t i = operands.size(); i-- > 0;) stack.emplace_back(operands[i], false);
  }
}

// Counted as the expression prints, a part for each time that it is named.
inline bool has_at_most(const PrimStore& prims, Prim expr, int limit) {
  if (prims[expr].kind <= PrimKind::var) return true;
  std::vector<Prim> stack{expr};
  for (int parts = 0; !stack.empty(); ++parts) {
    if (parts == limit) return false;
    const Prim e = stack.back();
    stack.pop_back();
    prims.operands(e, stack);
  }
  return true;
}

// The operation of `e` on other operands, folded.
Prim with_operands(PrimStore& prims, Prim e, std::span<const Prim> operands);

}  // namespace hammock

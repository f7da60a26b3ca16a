// SPDX-License-Identifier: Apache-2.0
// The operations on elements that kernels do: the one notion of what computing costs.
//
// An addition, a comparison, a call of exp are one operation each, so that a product that is added to a sum counts 2;
// computing indices, choosing, converting and moving elements count nothing.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "hammock/prim/polynomial.h"
#include "hammock/prim/symbols.h"
#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Of expressions, each part once.
class ElementOperations {
 public:
  explicit ElementOperations(const Context& context) : context_(context) {}

  void add_element(Prim var) { depends_.insert_or_assign(var, true); }
  // Does it depend on elements?
  bool depends(Prim e);
  // None: it calls what does more than compute.
  std::optional<int64_t> of(Prim root);
  // Operations that vary along some loops, and others; without those that it has counted before.
  struct Count {
    int64_t varying = 0, fixed = 0;
  };
  std::optional<Count> more(Prim root, const std::function<bool(Prim)>& varies);

 private:
  const Context& context_;
  std::unordered_map<Prim, bool> depends_;
  std::unordered_set<Prim> counted_;
};

// Of a kernel's statements, as often as the loops around them run; both branches of an `if` count, and a loop whose
// bounds depend on an outer one counts as it runs at the last. `symbols`: what stands for the kernel's variables. None
// where that depends on elements, or a statement calls something.
std::optional<Polynomial> operations(const Kernel& kernel, PrimMap symbols);

}  // namespace hammock::tir

// SPDX-License-Identifier: Apache-2.0
// What folding must not lose: parts whose computation may be an error.
#pragma once

#include <unordered_map>

#include "hammock/ir/context.h"

namespace hammock {

// Whether computing an expression may be an error whatever its value counts for: a place outside of a buffer, an
// integer division by zero, a call. Remembers what it has seen, so that asking at every node of an expression is
// linear in its size.
class MayFail {
 public:
  explicit MayFail(const PrimStore& prims) : prims_(prims) {}
  bool operator()(Prim root);

 private:
  const PrimStore& prims_;
  std::unordered_map<uint32_t, bool> known_;
};

}  // namespace hammock

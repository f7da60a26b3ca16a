// SPDX-License-Identifier: Apache-2.0
// Integer expressions of kernels in the form that TVM's simplifier gives them (TIR 2.9).
#pragma once

#include "hammock/ir/context.h"

namespace hammock {

// Variables may have any value; what is said of size variables is used in proofs only. TVM has one round; nearly always
// a second changes nothing.
Prim canonical_sums(Context& context, Prim expr, int rounds);

}  // namespace hammock

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hammock/ir/function.h"

namespace hammock {

// Why the call gives less than its type says, where the operator knows it better than the dims tell: R.topk along a dim
// that was a symbol is said to give k. "k=5 is more than axis 1 has, which is 3 long"; empty if that is not so. `x` is
// what its first operand is at run time.
std::string shortfall(const Context& context, const Node& call, StructInfo x);

}  // namespace hammock

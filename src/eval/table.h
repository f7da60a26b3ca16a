// SPDX-License-Identifier: Apache-2.0
// The eval column of ops.def: from an operator to its reference rule.
#pragma once

#include "call.h"

namespace hammock::reference {

bool has_rule(Op op);

// Checks the kinds of the operands and computes; prim values among the tensor operands are taken as operators 1.5 says.
Result<RuntimeValue> apply_operator(const Function& fn, Value node, std::span<const RuntimeValue* const> args,
                                    const EvalOptions& options);

}  // namespace hammock::reference
